/** Compares two source trees as `make diff` does, with each kind of base that needs no git. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diffWithBase } from '../../pipeline/commands/diff.ts';
import { type Diff, diffSchema, type Edit } from '../../pipeline/compare/schema.ts';
import { publishInto } from './build-folder.ts';
import { projectFolder } from './paths.ts';
import { type Tree, writeTree } from './source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from './temporary-folder.ts';

const kinds = ['sources', 'snapshot'] as const;

/** Build folders by tree, because most cases begin with the same one. */
const published = new Map<Tree, Promise<string>>();

async function publishOnce(tree: Tree): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
  await writeTree(sources, tree);
  await publishInto({ build, sources });
  return build;
}

/** A tree with errors cannot be published, and is compared as sources only. */
export async function diffTrees(
  cleanUp: CleanUp,
  before: Tree,
  after: Tree,
  bases: readonly string[] = kinds,
) {
  const folder = await makeTemporaryFolder(cleanUp);
  const [old, now] = [path.join(folder, 'before'), path.join(folder, 'after')];
  await writeTree(old, before);
  await writeTree(now, after);
  const diffs = new Map<string, Diff>();
  for (const kind of bases) {
    if (kind === 'snapshot' && !published.has(before)) published.set(before, publishOnce(before));
    const build =
      (kind === 'snapshot' && (await published.get(before))) || path.join(folder, 'build');
    diffs.set(
      kind,
      await diffFolders({ sources: now, build, base: kind === 'snapshot' ? null : old }),
    );
  }
  return diffs;
}

export async function diffFolders(folders: {
  sources: string;
  build: string;
  base: string | null;
}): Promise<Diff> {
  return diffWithBase({ ...folders, guard: false, project: projectFolder });
}

/**
 * `changed offer acme-wallet: 3 rows on 3 networks, references/offers/wallets.csv:2, custodial
 * TRUE>FALSE (3)`
 */
export function describeEntry({ change, cause, rows, networks, cells }: Edit): string {
  const places = cause.places.map(({ file, line }) => `${file}:${line}`);
  const name = [cause.network, cause.name].filter((part) => part !== null).join(' ');
  const changes = cells.map((cell) => {
    const text = `${JSON.stringify(cell.before)}>${JSON.stringify(cell.after)}`;
    return `${cell.column} ${text} (${cell.rows} ${cell.writtenIn})`;
  });
  return [`${change} ${cause.kind} ${name}: ${rows} on ${networks}`, ...places, ...changes].join(
    ', ',
  );
}

/**
 * Every row that differs stands in one entry, every cell of it among the entry's, and the sums are
 * those of the totals.
 */
export function assertAccounted(diff: Diff): void {
  diffSchema.parse(diff);
  const totals = { added: 0, removed: 0, changed: 0 };
  let cells = 0;
  for (const entry of diff.entries) {
    totals[entry.change] += entry.items.length;
    assert.equal(entry.rows, entry.items.length);
    assert.equal(entry.networks, new Set(entry.items.map(({ network }) => network)).size);
    for (const { cells: positions } of entry.items) {
      assert.ok(entry.change === 'changed' ? positions.length > 0 : positions.length === 0);
      cells += positions.length;
    }
    for (const [position, { rows }] of entry.cells.entries()) {
      assert.equal(rows, entry.items.filter((item) => item.cells.includes(position)).length);
    }
  }
  const { rows } = diff;
  assert.deepEqual(totals, { added: rows.added, removed: rows.removed, changed: rows.changed });
  assert.equal(cells, rows.cells);
  const names = diff.entries
    .filter(({ change }) => change === 'changed')
    .flatMap(({ items }) => items.map(({ cells: _, ...row }) => JSON.stringify(row)));
  assert.equal(new Set(names).size, rows.changed, 'no row stands in two entries');
  assert.equal(rows.before - rows.removed, rows.after - rows.added);
  for (const counted of [diff.byCategory, diff.byNetwork, diff.byNetworkAndCategory]) {
    for (const name of ['added', 'removed', 'changed'] as const) {
      const found = counted.reduce((sum, row) => sum + row[name], 0);
      assert.equal(found, rows[name]);
    }
  }
}
