/** Blank and repeated list items. */
import type { AddProblem } from '../../problem.ts';
import { type CellFault, isFilteredList, isSet } from '../../sources.ts';
import {
  type CheckContext,
  type FindFaults,
  noFaults,
  providerLines,
  shorten,
  textsOf,
} from '../rule.ts';

/** Skips lists without a filter: they may be sequences, such as the arguments of a command. */
export function listItems({ sources }: CheckContext): FindFaults {
  const lists = sources.meta.columns.filter(isFilteredList);
  const buttons = sources.meta.columns.filter(({ cellType }) => cellType === 'actionButtons');
  const mayNotRepeat = new Map(lists.map((column) => [column.key, isSet(column)]));
  return ({ values }) => {
    const found: CellFault[] = [];
    for (const key in values) {
      const isSetOfItems = mayNotRepeat.get(key);
      if (isSetOfItems !== undefined) found.push(...findFaults(key, values[key], isSetOfItems));
    }
    for (const { key } of buttons) found.push(...findEqualButtons(key, textsOf(values[key])));
    return found;
  };
}

/** Buttons of one label that lead to one page. */
function findEqualButtons(column: string, items: readonly string[]): readonly CellFault[] {
  if (items.length < 2) return noFaults;
  const labels = new Set(
    items.map((item) => item.slice(0, item.indexOf(']')).trim().toLowerCase()),
  );
  if (labels.size === items.length) return noFaults;
  const targets = items.map((item) =>
    item
      .trim()
      .toLowerCase()
      .replace(/\]\(https?:\/\/(?:www\.)?/, '](')
      .replace(/\/?[?#]?\)$/, ')'),
  );
  const at = targets.findIndex((target, index) => targets.indexOf(target) !== index);
  if (at === -1) return noFaults;
  const value = items[at] ?? '';
  const message = `the button "${shorten(value)}" repeats another one`;
  const suggestion = 'remove one, or correct its label and its address';
  return [{ rule: 'repeated-link', column, value, message, suggestion }];
}

export function checkProviderTags({ sources }: CheckContext, add: AddProblem): void {
  for (const { source, provider } of providerLines(sources))
    for (const fault of findFaults('tag', provider.tag, true)) add({ ...source, ...fault });
}

/** Reports each kind of fault once for each cell. */
function findFaults(column: string, items: unknown, mayNotRepeat: boolean): readonly CellFault[] {
  if (!Array.isArray(items)) return noFaults;
  const list: readonly string[] = items;
  const faults: CellFault[] = [];
  const add = (rule: CellFault['rule'], value: string, message: string, suggestion: string) =>
    faults.push({ rule, column, value, message, suggestion });
  if (list.some((item) => item.trim() === ''))
    add('blank-item', '', 'the list has a blank item', 'remove it');
  const edge = list.find((item) => item.trim() !== '' && item.trim() !== item);
  if (edge !== undefined) {
    const message = `leading or trailing whitespace in the item "${shorten(edge)}"`;
    add('edge-space', edge, message, `write "${shorten(edge.trim())}"`);
  }
  if (!mayNotRepeat || list.length < 2) return faults;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const item of list) {
    if (seen.has(item) && item.trim() !== '') repeated.add(item);
    seen.add(item);
  }
  for (const item of repeated)
    add(
      'repeated-item',
      item,
      `the list repeats the item "${shorten(item)}"`,
      'keep one, or run `make fix`',
    );
  return faults;
}
