/** Blank and repeated list items. */
import type { AddProblem } from '../problem.ts';
import type { RuleName } from '../rules.ts';
import { type EntryCells, isSet, type Place, sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';

interface ItemFault {
  readonly rule: RuleName;
  readonly column: string;
  readonly value: string;
  readonly message: string;
  readonly suggestion: string;
}

/** Skips lists without a filter: they may be sequences, such as the arguments of a command. */
export function checkListItems({ sources }: CheckContext, add: AddProblem): void {
  const lists = sources.meta.columns.filter(({ valueKind, filter }) => valueKind === 'array' && filter !== null);
  const areSets = new Map(lists.map((column) => [column.key, isSet(column)]));
  const known = new Map<EntryCells, ItemFault[]>();
  for (const { cells, source } of [...sources.offers, ...sources.listings]) {
    let faults = known.get(cells);
    if (!faults) known.set(cells, (faults = findInCells(cells, areSets)));
    report(faults, source, add);
  }
  for (const { value, line } of sources.providers)
    report(findFaults('tag', value.tag, true), { file: sourcePaths.providers, line }, add);
}

function report(faults: readonly ItemFault[], source: Place, add: AddProblem): void {
  for (const fault of faults) add({ ...source, ...fault });
}

function findInCells({ values }: EntryCells, areSets: ReadonlyMap<string, boolean>): ItemFault[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const isSetColumn = areSets.get(key);
    return isSetColumn === undefined ? [] : findFaults(key, value, isSetColumn);
  });
}

/** Reports each kind of fault once for each cell. */
function findFaults(column: string, items: unknown, mayNotRepeat: boolean): ItemFault[] {
  if (!Array.isArray(items)) return [];
  const list: readonly string[] = items;
  const faults: ItemFault[] = [];
  if (list.some((item) => item.trim() === ''))
    faults.push({
      rule: 'blank-item',
      column,
      value: '',
      message: 'the list has a blank item',
      suggestion: 'remove it',
    });
  const edge = list.find((item) => item.trim() !== '' && item.trim() !== item);
  if (edge !== undefined) {
    const message = `leading or trailing whitespace in the item "${edge}"`;
    faults.push({ rule: 'edge-space', column, value: edge, message, suggestion: `write "${edge.trim()}"` });
  }
  if (!mayNotRepeat) return faults;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const item of list) {
    if (seen.has(item) && item.trim() !== '') repeated.add(item);
    seen.add(item);
  }
  for (const item of repeated) {
    const message = `the list repeats the item "${item}"`;
    faults.push({ rule: 'repeated-item', column, value: item, message, suggestion: 'keep one, or run `make fix`' });
  }
  return faults;
}
