/** Groups row changes into entries: one entry for each cause, most rows first. Each row is in exactly one entry. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { causeKinds } from '../../model/changes.ts';
import { compareText } from '../problem.ts';
import type { Place, Row } from '../sources.ts';
import type { Cause, Origin, RowComparison } from './compare-rows.ts';
import type { CellChange } from './match-rows.ts';
import type { DiffEntry } from './schema.ts';
import { placeKey, slugOf } from './state.ts';

export function groupEntries({ added, removed, changed, causes }: RowComparison): DiffEntry[] {
  const entries = new Map<string, EntryBuilder>();
  for (const placed of added) entryOf(causes.ofAdded(placed)).add(placed.network, placed.row, []);
  for (const placed of removed) entryOf(causes.ofRemoved(placed)).add(placed.network, placed.row, []);
  for (const { pair, cells } of changed) {
    const written = cells.map((cell) => ({ ...cell, writtenIn: causes.originOf(pair, cell) }));
    entryOf(causes.ofChanged(pair, cells)).add(pair.network, pair.after, written);
  }
  return [...entries.values()].map((entry) => entry.build()).toSorted(compareEntries);

  function entryOf(cause: Cause): EntryBuilder {
    const entry = getOrInsert(entries, cause.key, () => new EntryBuilder(cause));
    entry.addPlace(cause.place);
    return entry;
  }
}

interface WrittenCell extends CellChange {
  readonly writtenIn: Origin;
}

interface CellGroup extends WrittenCell {
  readonly id: number;
  rows: number;
}

class EntryBuilder {
  readonly #cause: Cause;
  readonly #places = new Map<string, Place>();
  readonly #networks = new Set<string>();
  readonly #cells = new Map<string, CellGroup>();
  readonly #items: { network: string; row: Row; cells: readonly CellGroup[] }[] = [];

  constructor(cause: Cause) {
    this.#cause = cause;
  }

  addPlace(place: Place | null): void {
    if (place !== null) this.#places.set(placeKey(place), place);
  }

  add(network: string, row: Row, cells: readonly WrittenCell[]): void {
    this.#networks.add(network);
    this.#items.push({ network, row, cells: cells.map((cell) => this.#count(cell)) });
  }

  #count(cell: WrittenCell): CellGroup {
    const key = JSON.stringify([cell.column, cell.before, cell.after, cell.writtenIn]);
    const group = getOrInsert(this.#cells, key, () => ({ ...cell, id: this.#cells.size, rows: 0 }));
    group.rows++;
    return group;
  }

  build(): DiffEntry {
    const { kind, change, name, category, network } = this.#cause;
    const groups = [...this.#cells.values()].toSorted((a, b) => b.rows - a.rows || a.id - b.id);
    const positions = new Map(groups.map((group, position) => [group, position]));
    return {
      change,
      cause: { kind, name, category, network, places: [...this.#places.values()].toSorted(comparePlaces) },
      rows: this.#items.length,
      networks: this.#networks.size,
      cells: groups.map(({ column, before, after, rows, writtenIn }) => ({ column, before, after, rows, writtenIn })),
      items: this.#items.map(({ network: on, row, cells }) => ({
        network: on,
        category: row.content.category,
        slug: slugOf(row),
        cells: cells.map((group) => positions.get(group) ?? 0),
      })),
    };
  }
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
