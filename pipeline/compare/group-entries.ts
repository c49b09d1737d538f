/**
 * Groups row changes into entries: one entry for each cause, most rows first. Each row is in
 * exactly one entry.
 */
import { groupBy } from '../../common/group-by.ts';
import { causeKinds } from '../../model/changes.ts';
import { compareText } from '../problem.ts';
import type { Place } from '../sources.ts';
import {
  type Cause,
  causeOf,
  originOf,
  type RowChange,
  type RowComparison,
} from './compare-rows.ts';
import type { DiffEntry } from './schema.ts';
import { slugOf } from './state.ts';

type CausedRow = RowChange & { readonly cause: Cause };

export function groupEntries(comparison: RowComparison): DiffEntry[] {
  const rows = [...comparison.added, ...comparison.removed, ...comparison.changed].map(
    (row): CausedRow => ({ ...row, cause: causeOf(comparison, row) }),
  );
  const groups = groupBy(rows, ({ cause }) => cause.key);
  return Array.from(groups.values(), (group) => buildEntry(group, comparison)).toSorted(
    compareEntries,
  );
}

function buildEntry(
  rows: readonly [CausedRow, ...CausedRow[]],
  comparison: RowComparison,
): DiffEntry {
  const { change, kind, name, category, network } = rows[0].cause;
  const places = new Map(
    rows.flatMap(({ cause: { place } }) => (place ? [[`${place.file}:${place.line}`, place]] : [])),
  );
  const cellsOf = rows.map((row) =>
    row.cells.map(({ column, before, after, columnIsNewOrGone }) => {
      const writtenIn = originOf(comparison, row, { column, before, after, columnIsNewOrGone });
      return {
        column,
        before,
        after,
        writtenIn,
        key: JSON.stringify([column, before, after, writtenIn]),
      };
    }),
  );
  const equal = [...groupBy(cellsOf.flat(), ({ key }) => key)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const positions = new Map(equal.map(([key], position) => [key, position]));
  return {
    change,
    cause: { kind, name, category, network, places: [...places.values()].toSorted(comparePlaces) },
    rows: rows.length,
    networks: new Set(rows.map((row) => row.network)).size,
    cells: equal.map(([, cells]) => {
      const [{ key: _, ...told }] = cells;
      return { ...told, rows: cells.length };
    }),
    items: rows.map(({ network: on, row }, at) => ({
      network: on,
      category: row.content.category,
      slug: slugOf(row),
      cells: (cellsOf[at] ?? []).map(({ key }) => positions.get(key) ?? 0),
    })),
  };
}

function comparePlaces(a: Place, b: Place): number {
  return compareText(a.file, b.file) || a.line - b.line;
}

function compareEntries(a: DiffEntry, b: DiffEntry): number {
  return (
    b.rows - a.rows ||
    causeKinds.indexOf(a.cause.kind) - causeKinds.indexOf(b.cause.kind) ||
    compareText(a.cause.category ?? '', b.cause.category ?? '') ||
    compareText(a.cause.name, b.cause.name) ||
    compareText(a.change, b.change)
  );
}
