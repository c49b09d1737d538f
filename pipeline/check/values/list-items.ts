/** Blank and repeated list items. */
import type { AddProblem } from '../../problem.ts';
import { type CellFault, isSet, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { type FindFaults, noFaults } from '../records.ts';
import { shorten } from '../texts/texts.ts';

/** Skips lists without a filter: they may be sequences, such as the arguments of a command. */
export function listItems({ sources }: CheckContext): FindFaults {
  const lists = sources.meta.columns.filter(({ valueKind, filter }) => valueKind === 'array' && filter !== null);
  const columns = lists.map((column) => ({ key: column.key, isSet: isSet(column) }));
  return ({ values }) => {
    const found: CellFault[] = [];
    for (const { key, isSet } of columns) for (const fault of findFaults(key, values[key], isSet)) found.push(fault);
    return found;
  };
}

export function checkProviderTags({ sources }: CheckContext, add: AddProblem): void {
  for (const { value, line } of sources.providers)
    for (const fault of findFaults('tag', value.tag, true)) add({ file: sourcePaths.providers, line, ...fault });
}

/** Reports each kind of fault once for each cell. */
function findFaults(column: string, items: unknown, mayNotRepeat: boolean): readonly CellFault[] {
  if (!Array.isArray(items)) return noFaults;
  const list: readonly string[] = items;
  const faults: CellFault[] = [];
  if (list.some((item) => item.trim() === '')) {
    const message = 'the list has a blank item';
    faults.push({ rule: 'blank-item', column, value: '', message, suggestion: 'remove it' });
  }
  const edge = list.find((item) => item.trim() !== '' && item.trim() !== item);
  if (edge !== undefined) {
    const message = `leading or trailing whitespace in the item "${shorten(edge)}"`;
    faults.push({ rule: 'edge-space', column, value: edge, message, suggestion: `write "${shorten(edge.trim())}"` });
  }
  if (!mayNotRepeat || list.length < 2) return faults;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const item of list) {
    if (seen.has(item) && item.trim() !== '') repeated.add(item);
    seen.add(item);
  }
  for (const item of repeated) {
    const message = `the list repeats the item "${shorten(item)}"`;
    faults.push({ rule: 'repeated-item', column, value: item, message, suggestion: 'keep one, or run `make fix`' });
  }
  return faults;
}
