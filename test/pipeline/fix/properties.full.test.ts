/** What holds of a fix for any sources: the same rows, no new error, and nothing left to mend. */
import assert from 'node:assert/strict';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Value } from '../../../model/rows.ts';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { planFixes } from '../../../pipeline/commands/fix/fix-sources.ts';
import { writeTable } from '../../../pipeline/commands/tables/write-table.ts';
import type { Problem } from '../../../pipeline/problem.ts';
import { runs } from '../../support/lane.ts';
import { realSources, smallProject } from '../../support/paths.ts';
import { smallTree, writeTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

// Makes of a good table what people, spreadsheets and merges make of it.

const oddCells = [
  ...'| |null| NULL |!none|\u00a0!none|a|b-1|Acme|[beta]|"|x,y|a\r\nb|\r|\ufeff|true|True| FALSE|yes'.split(
    '|',
  ),
  ...'!offer:acme-free|!offer:acme-free |!offer:nowhere|mainnet| testnet|["a","b"]|["a", "b"]| [ "a" ]'.split(
    '|',
  ),
  ...'["a","a","b"]|["run", "a", "run"]|["\\u0061","a"]|["a",1]|["a"'.split('|'),
];

const pads = ['', '', '', ' ', '\t', '\u00a0', '\n', '\r\n', '\u2003 '];

/** Numbers from 0 up to 1, the same for the same seed: a case that fails is named by one number. */
function makeRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A table that is not broken says the same as before, apart from its order. */
function makeMessy(csv: string, random: () => number, broken: boolean): string {
  const [header = [], ...records]: string[][] = parse(csv, { relax_column_count: true });
  const chance = (percent: number) => random() * 100 < percent;
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const gaps = chance(20);
  const lineEnds = pick([['\n'], ['\r\n'], ['\n', '\r\n']]);
  const write = (cell: string, odd: boolean) => {
    const quoted = /[",\r\n]/.test(cell) || (odd && chance(20));
    if (!quoted) return cell;
    return `"${cell.replaceAll('"', '""')}"${gaps && chance(20) ? pick([' ', '\t ', '\r']) : ''}`;
  };
  const respell = (cell: string) => {
    if (/^(true|false)$/i.test(cell))
      return pick([
        cell.toLowerCase(),
        cell.toUpperCase(),
        `${cell[0]}${cell.slice(1).toLowerCase()}`,
      ]);
    if (!/^\[.*\]$/.test(cell)) return cell;
    // Most lists repeat an item, so that any seed has files whose only faults can be fixed.
    if (chance(60)) return cell.replace(/^\[("[^"\\]*")/, '[$1,$1');
    return pick([cell, cell.replaceAll('","', '", "'), cell.replace(/"\]$/, '" ]')]);
  };
  const mess = (cell: string) => {
    if (broken && chance(5)) return pick(oddCells);
    if (chance(15)) return pick(pads) + respell(cell) + pick(pads);
    return chance(cell.startsWith('[') ? 60 : 20) ? respell(cell) : cell;
  };
  const shuffle = <T>(values: readonly T[]) =>
    values
      .map((value) => [random(), value] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, value]) => value);
  const lines = [...records, ...records.filter(() => broken && chance(30))].map((record) => {
    const cells = record.map(mess);
    if (broken && chance(1)) cells.pop();
    if (broken && chance(1)) cells.push('');
    return chance(1) ? pick(['', ' ']) : cells.map((cell) => write(cell, true)).join(',');
  });
  const shuffled = chance(60) ? shuffle(lines) : lines;
  const head = header.map((name) => write(name, false) + (gaps && chance(10) ? ' ' : '')).join(',');
  const text = [head, ...shuffled].map((line) => line + pick(lineEnds)).join('');
  return (
    '\ufeff'.repeat(pick(broken ? [0, 0, 0, 0, 1, 1, 2, 3] : [0, 1, 2])) +
    (chance(30) ? text.replace(/\r?\n$/, '') : text)
  );
}

// What a source folder says, whatever its spelling: for comparing it before and after a fix.

interface Meaning {
  /** The rows of each network, sorted: the order in a file is what slug order changes. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly providers: readonly string[];
  readonly meta: unknown;
  /**
   * Each once, sorted, without lines and messages: a list that names a thing twice is wrong twice
   * before a fix.
   */
  readonly errors: readonly string[];
}

/**
 * An item that stands twice in a list that rows are filtered by counts once: that is what a fix
 * takes away.
 */
async function readMeaning(sources: string, project = smallProject): Promise<Meaning> {
  const { sources: read, resolved, problems } = await checkSources({ sources, project });
  const sets = new Set(read.meta.columns.filter(isSet).map(({ key }) => key));
  const contents = new Map(
    resolved.contents.map((content) => {
      const values = Object.entries(content.values).map(([key, value]) => [
        key,
        sets.has(key) ? once(value) : value,
      ]);
      return [content, JSON.stringify([content.category, values, content.offer?.file ?? null])];
    }),
  );
  return {
    rows: Object.fromEntries(
      resolved.networks.map(({ key, rows }) => [
        key,
        rows.map(({ content }) => contents.get(content) ?? '').toSorted(),
      ]),
    ),
    providers: read.providers
      .map(({ value }) => JSON.stringify({ ...value, tag: once(value.tag) }))
      .toSorted(),
    meta: {
      ...read.meta,
      // A fix trims cells, line breaks included.
      networkLines: null,
      columns: read.meta.columns.map((column) => ({
        ...column,
        categories: once(column.categories),
        requiredIn: once(column.requiredIn),
      })),
      networks: read.meta.networks.map((network) => ({ ...network, chains: once(network.chains) })),
      sets: read.meta.sets.map(({ value }) => value),
      site: read.meta.site?.value ?? null,
    },
    errors: [
      ...new Set(
        problems.filter(isError).map(({ rule, file, column }) => `${file} ${column} ${rule}`),
      ),
    ].toSorted(),
  };
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

function isSet({ valueKind, filter }: ColumnDefinition): boolean {
  return valueKind === 'array' && filter !== null;
}

function once(value: Value): Value {
  return Array.isArray(value) ? [...new Set(value)] : value;
}

/** The project's own meta/ for a folder without one. */
const wholeProject = path.resolve(import.meta.dirname, '../../..');

async function fixAll(sources: string, project: string) {
  const plan = await planFixes({ sources, project, base: null });
  for (const fix of plan.fixes) await writeTable(fix.target, fix.text);
  return plan;
}

/** A list that rows are not filtered by, so that its order and its repetitions count. */
const args = ',,,,,array,string,true,"[""apis"",""wallets""]",,false\n';

async function readTree(): Promise<Record<string, string>> {
  const tree = { ...smallTree };
  tree['meta/columns.csv'] += `args,Arguments,,Arguments in order${args.slice(1)}`;
  for (const [file, text] of Object.entries(tree)) {
    if (!/apis|wallets/.test(file)) continue;
    const lines = text.replace('\nwith', ' with').trimEnd().split('\n');
    tree[file] = lines
      .map((line, index) => `${line},${index === 0 ? 'args' : '"[""run"",""x"",""run""]"'}\n`)
      .join('');
  }
  return tree;
}

describe('make fix', () => {
  it('keeps what any messy sources say, adds no error, and leaves itself nothing to do', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const tree = await readTree();
    const seen: Record<string, number> = {};
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = makeRandom(seed);
        const sources = path.join(folder, String(run++));
        const messy = Object.entries(tree).map(([file, text]) => [
          file,
          makeMessy(text, random, !file.startsWith('meta/') || random() < 0.1),
        ]);
        await writeTree(sources, Object.fromEntries(messy));
        const before = await readMeaning(sources);
        const { fixes } = await fixAll(sources, smallProject);
        for (const kind of fixes.flatMap(({ counts }) => Object.keys(counts)))
          seen[kind] = (seen[kind] ?? 0) + 1;
        assert.deepEqual(await readMeaning(sources), before);
        assert.deepEqual((await fixAll(sources, smallProject)).fixes, []);
        await rm(sources, { recursive: true });
      }),
      { numRuns: runs(30, 15), endOnFailure: true },
    );
    assert.equal(
      Object.keys(seen).length,
      4,
      `every kind of mend was tried: ${JSON.stringify(seen)}`,
    );
  });

  it('keeps what the corpus says', async (t) => {
    const sources = path.join(await makeTemporaryFolder(t), 'sources');
    await cp(realSources, sources, { recursive: true });
    const before = await readMeaning(sources, wholeProject);
    const { fixes, unreadable } = await fixAll(sources, wholeProject);
    assert.deepEqual(unreadable, []);
    assert.ok(fixes.length > 0);
    assert.deepEqual(await readMeaning(sources, wholeProject), before);
    assert.deepEqual((await fixAll(sources, wholeProject)).fixes, []);
  });

  it('removes whitespace, and leaves spellings alone that no rule reports', async (t) => {
    const sources = path.join(await makeTemporaryFolder(t), 'sources');
    const tree = smallTree;
    await writeTree(sources, tree);
    const file = path.join(sources, 'references/offers/apis.csv');
    const good = await readFile(file, 'utf8');
    await writeFile(
      file,
      `\ufeff${good.replace('TRUE', 'True').replace('"",""', '"", ""').replace('Acme,', 'Acme ,')}`,
    );
    await fixAll(sources, smallProject);
    assert.equal(
      await readFile(file, 'utf8'),
      `\ufeff${good.replace('TRUE', 'True').replace('"",""', '"", ""')}`,
    );
  });
});
