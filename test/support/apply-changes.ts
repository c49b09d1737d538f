/**
 * Applies changes to rows, written without any of the code that finds them. Rows are cells by
 * network, category and slug.
 */
import assert from 'node:assert/strict';
import type { StoredChange } from '../../model/changes.ts';
import { type Checked, checkSources } from '../../pipeline/check-sources.ts';
import { compareRows } from '../../pipeline/compare/compare-rows.ts';
import { describeChanges, storeChange } from '../../pipeline/compare/describe-changes.ts';
import type { ResolvedNetwork } from '../../pipeline/sources.ts';
import { projectFolder } from './paths.ts';
import { type Tree, writeTree } from './source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from './temporary-folder.ts';

/** A record of changes.parquet, or of the API: only what is told there. */
export interface ToldChange {
  readonly kind: string;
  readonly category: string;
  readonly column: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly networks: readonly string[];
  readonly rows: readonly {
    network: string;
    chain: string | null;
    slug: string;
    was: string | null;
  }[];
}

/** The changes between two trees. Fails if they do not make the new rows from the old ones. */
export async function changesOfTrees(
  cleanUp: CleanUp,
  before: Tree,
  after: Tree,
): Promise<StoredChange[]> {
  return changesOfStates(await readTree(cleanUp, before), await readTree(cleanUp, after));
}

export function changesOfStates(old: Checked, now: Checked): StoredChange[] {
  const stamp = { snapshot: null, at: null, revision: null };
  const changes = describeChanges(compareRows(old.resolved, now.resolved)).map((change) =>
    storeChange(change, stamp),
  );
  assertSameRows(
    applyChanges(tellRows(old.resolved.networks), changes),
    tellRows(now.resolved.networks),
  );
  return changes;
}

async function readTree(cleanUp: CleanUp, tree: Tree): Promise<Checked> {
  const folder = await makeTemporaryFolder(cleanUp);
  await writeTree(folder, tree);
  return checkSources({ sources: folder, project: projectFolder });
}

type Cells = ReadonlyMap<string, string | null>;
/** Sources with errors may repeat a slug, so that several rows have one key. */
export type RowsByKey = Map<string, Cells[]>;

/** The cells of rows as texts, without blank ones. */
export function tellRows(networks: readonly ResolvedNetwork[]): RowsByKey {
  const rows: RowsByKey = new Map();
  // Rows of several networks share a content.
  const known = new Map<ResolvedContent, Cells>();
  for (const { key, rows: placed } of networks) {
    for (const { content } of placed) {
      const cells = known.get(content) ?? cellsOfContent(content);
      known.set(content, cells);
      put(rows, keyOf(key, content.category, String(content.values.slug ?? '')), cells);
    }
  }
  return rows;
}

type ResolvedContent = ResolvedNetwork['rows'][number]['content'];

function cellsOfContent(content: ResolvedContent): Cells {
  const cells = Object.entries({ ...content.values, offerSlug: content.offerSlug }).flatMap(
    ([column, value]): [string, string][] =>
      value === null || column === 'slug'
        ? []
        : [[column, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
  return new Map(cells);
}

/** The rows after the changes of one comparison. Fails if a change does not fit the rows before. */
export function applyChanges(before: RowsByKey, changes: readonly ToldChange[]): RowsByKey {
  const after: RowsByKey = new Map(before);
  const places = changes.flatMap((change) => {
    assert.deepEqual([...new Set(change.rows.map(({ network }) => network))], change.networks);
    return change.rows.map(({ network, chain, slug, was }) => {
      const [from, to] = [was ?? slug, slug].map((name) =>
        keyOf(network, change.category, name),
      ) as [string, string];
      return { change, chain, from, to };
    });
  });
  const edited = new Map<string, Edited>();
  for (const { change, chain, from, to } of places) {
    if (change.kind === 'removed') take(after, from, cellsOf(change.before, chain));
    if (change.kind === 'changed') edit(before, edited, { from, to }, change);
  }
  for (const { from } of edited.values()) after.delete(from);
  for (const { to, cells } of edited.values()) put(after, to, cells);
  for (const { change, chain, to } of places)
    if (change.kind === 'added') put(after, to, cellsOf(change.after, chain));
  return after;
}

/** Rows of one key in any order. */
export function assertSameRows(found: RowsByKey, expected: RowsByKey): void {
  assert.deepEqual([...found.keys()].toSorted(), [...expected.keys()].toSorted());
  const texts = new Map<Cells, string>();
  const tell = (rows: readonly Cells[] = []) => {
    for (const cells of rows) if (!texts.has(cells)) texts.set(cells, textOf(cells));
    return rows.map((cells) => texts.get(cells)).toSorted();
  };
  for (const [key, rows] of expected) {
    const [are, were] = [tell(found.get(key)), tell(rows)];
    // The assertion takes longer than all else here.
    if (are.join('\n') !== were.join('\n')) assert.deepEqual(are, were, key);
  }
}

interface Edited {
  readonly from: string;
  readonly to: string;
  readonly cells: Map<string, string | null>;
}

function edit(
  before: RowsByKey,
  edited: Map<string, Edited>,
  { from, to }: { from: string; to: string },
  { column, before: old, after: now }: ToldChange,
): void {
  const rows = before.get(from);
  assert.equal(rows?.length, 1, `${from} is one row`);
  const row = edited.get(from) ?? { from, to, cells: new Map(rows?.[0]) };
  edited.set(from, row);
  assert.equal(row.to, to);
  assert.notEqual(old, now, `${from} ${column}`);
  if (column === null || column === 'slug') return;
  assert.equal(row.cells.get(column) ?? null, old, `${from} ${column}`);
  if (now === null) row.cells.delete(column);
  else row.cells.set(column, now);
}

function take(rows: RowsByKey, key: string, cells: Cells): void {
  const there = rows.get(key) ?? [];
  const at = there.findIndex((row) => textOf(row) === textOf(cells));
  assert.ok(at !== -1, `${key} has the row that is removed`);
  if (there.length === 1) rows.delete(key);
  else rows.set(key, there.toSpliced(at, 1));
}

function put(rows: RowsByKey, key: string, cells: Cells): void {
  rows.set(key, [...(rows.get(key) ?? []), cells]);
}

function cellsOf(text: string | null, chain: string | null): Cells {
  const cells = Object.entries(JSON.parse(String(text)) as Record<string, unknown>).map(
    ([column, value]): [string, string] => [
      column,
      typeof value === 'string' ? value : JSON.stringify(value),
    ],
  );
  return new Map(chain === null ? cells : [...cells, ['chain', chain]]);
}

function textOf(cells: Cells): string {
  return JSON.stringify([...cells].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function keyOf(network: string, category: string, slug: string): string {
  return `${network}/${category}/${slug}`;
}
