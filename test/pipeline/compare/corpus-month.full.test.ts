/**
 * A month of a real database: what was resolved, compared here cell by cell without any of the code
 * under test.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { isDeepStrictEqual, promisify } from 'node:util';
import { type Checked, checkSources } from '../../../pipeline/check-sources.ts';
import { compareStates } from '../../../pipeline/compare/compare.ts';
import type { Diff, Edit } from '../../../pipeline/compare/schema.ts';
import { stateOfSources } from '../../../pipeline/compare/state.ts';
import { assertAccounted } from '../../support/diff-trees.ts';
import { corpusFolder, corpusMissing, projectFolder } from '../../support/paths.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const archive = path.join(path.dirname(corpusFolder), 'chain-love-2026-07-21.tar.gz');
const skip = corpusMissing || (existsSync(archive) ? false : `no older corpus in ${archive}`);

type Cells = Readonly<Record<string, unknown>>;

interface Facts {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  readonly changed: ReadonlyMap<
    string,
    readonly { column: string; before: unknown; after: unknown }[]
  >;
}

/** By network, category and slug. */
function rowsOf({ resolved }: Checked): Map<string, Cells> {
  const rows = new Map<string, Cells>();
  for (const { key, rows: listed } of resolved.networks) {
    for (const { content } of listed)
      rows.set(`${key}/${content.category}/${content.values.slug}`, {
        ...content.values,
        offerSlug: content.offerSlug,
      });
  }
  return rows;
}

function compareNaively(old: ReadonlyMap<string, Cells>, now: ReadonlyMap<string, Cells>): Facts {
  const changed = new Map<string, { column: string; before: unknown; after: unknown }[]>();
  for (const [key, cells] of now) {
    const was = old.get(key);
    if (!was) continue;
    const columns = Object.keys({ ...was, ...cells }).filter(
      (column) => !isDeepStrictEqual(was[column], cells[column]),
    );
    if (columns.length === 0) continue;
    changed.set(
      key,
      columns.toSorted().map((column) => ({ column, before: was[column], after: cells[column] })),
    );
  }
  return {
    added: new Set([...now.keys()].filter((key) => !old.has(key))),
    removed: new Set([...old.keys()].filter((key) => !now.has(key))),
    changed,
  };
}

/** The rows of an edit with their cells, by column. */
function toldRows({ change, cells, items }: Edit) {
  return items.map(({ network, category, slug, cells: positions }) => {
    const told = positions
      .flatMap((position) => cells[position] ?? [])
      .toSorted((a, b) => (a.column < b.column ? -1 : 1))
      .map(({ column, before, after }) => ({ column, before, after }));
    return { change, key: `${network}/${category}/${slug}`, cells: told };
  });
}

/** A row with another slug counts as one that went and one that came. */
function toldFacts({ entries }: Diff) {
  const changed = new Map<string, unknown[]>();
  const rows = { added: new Set<string>(), removed: new Set<string>() };
  for (const { change, key, cells } of entries.flatMap(toldRows)) {
    const slugs = cells.filter(({ column }) => column === 'slug');
    for (const { before: was } of slugs) rows.removed.add(key.replace(/[^/]*$/, String(was)));
    if (change === 'changed' && slugs.length === 0) changed.set(key, cells);
    else rows[change === 'removed' ? change : 'added'].add(key);
  }
  return { ...rows, changed };
}

describe('diff: a month of the corpus', { skip }, () => {
  const cleanUp = afterAll();
  let folder = '';
  let old: Checked;
  let now: Checked;
  let diff: Diff;
  let facts: Facts;

  before(async () => {
    folder = path.join(await makeTemporaryFolder(cleanUp), 'july');
    await mkdir(folder);
    await promisify(execFile)('tar', ['-xzf', archive, '-C', folder]);
    const options = { project: projectFolder };
    old = await checkSources({ ...options, sources: folder });
    now = await checkSources({ ...options, sources: corpusFolder });
    facts = compareNaively(rowsOf(old), rowsOf(now));
    const problems = { errors: 0, warnings: 0 };
    const base = { kind: 'sources', name: 'july', problems } as const;
    const known = { base, problems, newProblems: [], fixedProblems: [] };
    diff = compareStates({ before: stateOfSources(old), after: stateOfSources(now), ...known });
  });

  it('has the totals of a comparison row by row', () => {
    const cells = [...facts.changed.values()].reduce((sum, changes) => sum + changes.length, 0);
    // A row with another slug alone changed; row by row, one went and one came.
    const renamed = diff.entries
      .flatMap((entry) => entry.cells)
      .reduce((sum, { column, rows }) => (column === 'slug' ? sum + rows : sum), 0);
    assert.ok(renamed > 0 && renamed < 10);
    const { rows } = diff;
    assert.deepEqual([rows.before, rows.after], [rowsOf(old).size, rowsOf(now).size]);
    assert.deepEqual(
      [rows.added + renamed, rows.removed + renamed, rows.changed - renamed],
      [facts.added.size, facts.removed.size, facts.changed.size],
    );
    assert.ok(rows.cells - cells >= renamed && rows.cells - cells <= 2 * renamed);
    assert.ok(
      facts.added.size > 1000 && facts.removed.size > 1000 && facts.changed.size > 1000,
      'a month of work',
    );
  });

  it('tells every changed row and cell once, in one entry', () => {
    assertAccounted(diff);
    const { changed, ...rows } = toldFacts(diff);
    assert.deepEqual(rows, { added: facts.added, removed: facts.removed });
    assert.equal(changed.size, facts.changed.size);
    for (const [key, cells] of facts.changed) assert.deepEqual(changed.get(key), cells, key);
  });

  it('names the addresses that die, of what is on no page any more', () => {
    assert.deepEqual(diff.networks.vanished, ['mint']);
    assert.deepEqual(diff.deadAddresses.networks, ['mint']);
    const living = new Set([...rowsOf(now).keys()].map((key) => key.replace(/\/[^/]+\//, '/')));
    const dead = [...facts.removed]
      .filter((key) => !key.startsWith('mint/') && !living.has(key.replace(/\/[^/]+\//, '/')))
      .toSorted();
    const named = diff.deadAddresses.offers.flatMap(({ slug, category, networks }) =>
      networks.map((network) => `${network}/${category}/${slug}`),
    );
    assert.deepEqual(named.toSorted(), dead);
  });
});
