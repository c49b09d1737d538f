/**
 * Ready sets and words name a category, columns that can be filtered and sorted by, and values that
 * some row has.
 */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import {
  type ColumnDefinition,
  columnsOfCategory,
  isMoney,
  mentionsColumn,
  quotaColumnsOf,
} from '../../../model/columns.ts';
import { type SetDefinition, setFilterSchema, setSortingSchema } from '../../../model/sets.ts';
import { type AddProblem, didYouMean, type NewProblem, oneOf } from '../../problem.ts';
import { type Definition, lacksMeaning, type Resolved, sourcePaths } from '../../sources.ts';
import type { CheckContext, Fault } from '../rule.ts';

type Filter = ReturnType<typeof setFilterSchema.parse>[number];

/**
 * Default sets are not checked: they are about the project's own data, and a set that finds nothing
 * is not shown.
 */
export function checkSets({ sources, resolved }: CheckContext, add: AddProblem): void {
  const { meta, unreadable, hasOwnMeta } = sources;
  if (!hasOwnMeta || lacksMeaning(sources)) return;
  const categories = new NameFinder(meta.categories.map(({ key }) => key));
  const byCategory = new Map<string | null, Choices>();
  /** Null for all categories. */
  const choicesOf = (category: string | null) =>
    getOrInsert(byCategory, category, () => {
      const own = category === null ? categories.names : [category];
      return choicesOfColumns(own.flatMap((each) => columnsOfCategory(meta.columns, each)));
    });
  for (const set of meta.sets) {
    const { category, filters, sorting } = set.value;
    const report = reporter(sourcePaths.sets, set, add);
    const isKnown = checkCategory(category, categories, report);
    if (isKnown && filters === null && sorting === null)
      report('filters', ['is blank, like sorting', 'fill in one of the two cells']);
    const values = (key: string) => valuesOf(resolved, category, key);
    const mentions = (value: string) => resolved.rowCount === 0 || unreadable.mentions(value);
    const context = { valuesOf: values, mentions, report };
    if (isKnown) checkView(set.value, choicesOf(category), context);
  }
  // Words may name values that no row has yet. Without a category, they are about all categories
  // that use their columns.
  for (const word of meta.words) {
    const { category } = word.value;
    const report = reporter(sourcePaths.words, word, add);
    const isKnown = category !== null && checkCategory(category, categories, report);
    const choices = choicesOf(isKnown ? category : null);
    checkView(word.value, choices, { valuesOf: null, mentions: () => true, report });
  }
}

function checkCategory(category: string, categories: NameFinder, report: Report): boolean {
  if (categories.has(category)) return true;
  report('category', describeUnknown('category', category, categories), 'unknown-category');
  return false;
}

type Report = (
  column: 'category' | 'filters' | 'sorting',
  fault: Fault,
  rule?: NewProblem['rule'],
) => void;
type View = Pick<SetDefinition, 'filters' | 'sorting'>;

function reporter(
  file: string,
  { value, line }: Definition<View & { readonly category: string | null }>,
  add: AddProblem,
): Report {
  return (column, [message, suggestion], rule = 'bad-definition') =>
    add({ rule, file, line, column, value: value[column] ?? '', message, suggestion });
}

interface ViewContext {
  /** Returns the texts of a column that the filters may name; null if they may name any text. */
  readonly valuesOf: ((key: string) => readonly string[]) | null;
  /** Returns true if unreadable input may contain the value. */
  readonly mentions: (value: string) => boolean;
  readonly report: Report;
}

/** What filters and orders may name. */
interface Choices {
  readonly columns: ReadonlyMap<string, ColumnDefinition>;
  readonly filterable: NameFinder;
  readonly sortable: NameFinder;
}

/** Of columns with equal keys, the first one counts; quotas come after the columns. */
function choicesOfColumns(columns: readonly ColumnDefinition[]): Choices {
  const byKey = new Map<string, ColumnDefinition>();
  for (const column of [...columns, ...columns.flatMap(quotaColumnsOf)])
    getOrInsert(byKey, column.key, () => column);
  const filterable = [...byKey.values()].filter(({ filter }) => filter !== null);
  const sortable = columns.filter(({ sorting }) => sorting !== null);
  return {
    columns: byKey,
    filterable: new NameFinder(filterable.map(({ key }) => key)),
    sortable: new NameFinder(new Set(sortable.map(({ key }) => key))),
  };
}

function checkView(view: View, choices: Choices, context: ViewContext): void {
  const { sortable } = choices;
  for (const { id } of setSortingSchema.parse(JSON.parse(view.sorting ?? '[]')))
    if (!sortable.has(id))
      context.report('sorting', describeUnknown('column to sort by', id, sortable));
  // Texts may mention anything.
  const named = setFilterSchema
    .parse(JSON.parse(view.filters ?? '[]'))
    .filter(({ id }) => id !== mentionsColumn.key);
  for (const filter of named)
    for (const fault of filterFaults(filter, choices, context)) context.report('filters', fault);
}

function filterFaults(
  filter: Filter,
  { columns, filterable }: Choices,
  { valuesOf, mentions }: ViewContext,
): Fault[] {
  const column = columns.get(filter.id);
  // Any column is stated or not.
  const isPresence = filter.value.length === 1 && /^!?\*$/.test(filter.value[0] ?? '');
  if (column !== undefined && isPresence) return [];
  if (column === undefined || column.filter === null)
    return [describeUnknown('column to filter by', filter.id, filterable)];
  if (column.filter === 'range') return rangeFaults(filter, column);
  if (column.valueKind === 'boolean') return flagFaults(filter);
  return valuesOf === null ? [] : valueFaults(filter, valuesOf(column.key), mentions);
}

export function describeUnknown(what: string, name: string, finder: NameFinder): Fault {
  return [`no ${what} "${name}"`, didYouMean(finder.find(name), oneOf(finder.names))];
}

function rangeFaults({ id, value }: Filter, column: ColumnDefinition): Fault[] {
  const [min = '', max = '', group] = value;
  const isNumber = (text: string) =>
    text === '' || (/^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)));
  const isOrdered = min === '' || max === '' || Number(min) <= Number(max);
  const isGroup = group === undefined || (isMoney(column) && group.includes('/'));
  if (
    value.length >= 2 &&
    value.length <= 3 &&
    isNumber(min) &&
    isNumber(max) &&
    isOrdered &&
    isGroup
  )
    return [];
  const price = isMoney(column) ? ', or ["","50","USD/month"] with currency and unit' : '';
  const fix = `write ["<min>","<max>"], with "" for an open end${price}`;
  return [[`"${id}" has no range in ${JSON.stringify(value)}`, fix]];
}

function flagFaults({ id, value }: Filter): Fault[] {
  const wrong = value.filter((text) => text !== 'true' && text !== 'false');
  return wrong.map((text) => [`"${id}" is not "${text}"`, 'write "true" or "false"']);
}

function valueFaults(
  { id, value }: Filter,
  values: readonly string[],
  mentions: ViewContext['mentions'],
): Fault[] {
  const finder = new NameFinder(values);
  const lowercase = new Set(values.map((text) => text.toLowerCase()));
  const unknown = value.filter((text) => !lowercase.has(text.toLowerCase()) && !mentions(text));
  return unknown.map((text) => {
    const [, fix] = describeUnknown('value', text, finder);
    return [
      `no row has "${text}" in the column "${id}"`,
      values.length === 0 ? 'remove the filter' : fix,
    ];
  });
}

/** Texts and list items of the category's rows. */
function valuesOf({ contents }: Resolved, category: string, key: string): readonly string[] {
  const own = contents.filter((content) => content.category === category);
  const texts = own.flatMap(({ values }) => values[key] ?? []);
  return [...new Set(texts.filter((value) => typeof value === 'string'))];
}
