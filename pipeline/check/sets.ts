/** Ready sets and words name a category, columns that can be filtered and sorted by, and values that some row has. */
import { NameFinder } from '../../common/nearest-name.ts';
import { type ColumnDefinition, columnsOfCategory, isMoney } from '../../model/columns.ts';
import { type SetDefinition, setFilterSchema, setSortingSchema } from '../../model/sets.ts';
import { type AddProblem, didYouMean, type NewProblem, oneOf } from '../problem.ts';
import { type Meta, meaningPaths, type Resolved, sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';

type Filter = ReturnType<typeof setFilterSchema.parse>[number];
type Report = (
  column: 'category' | 'filters' | 'sorting',
  fault: Pick<NewProblem, 'message' | 'suggestion'>,
  rule?: NewProblem['rule'],
) => void;

/** Default sets are not checked: they are about the project's own data, and a set that finds nothing is not shown. */
export function checkSets({ sources, resolved }: CheckContext, add: AddProblem): void {
  const { meta, unreadable } = sources;
  const isCertain = !meaningPaths.some((file) => unreadable.hasFile(file));
  if (!sources.hasOwnMeta || !isCertain) return;
  const categories = new NameFinder(meta.categories.map(({ key }) => key));
  const mentions = (value: string) => unreadable.mentions(value);
  for (const { value: set, line } of meta.sets) {
    const report: Report = (column, fault, rule = 'bad-definition') =>
      add({ rule, file: sourcePaths.sets, line, column, value: set[column] ?? '', ...fault });
    if (!categories.has(set.category))
      report('category', describeUnknown('category', set.category, categories), 'unknown-category');
    else {
      if (set.filters === null && set.sorting === null)
        report('filters', { message: 'is blank, like sorting', suggestion: 'fill in one of the two cells' });
      const values = (key: string) => valuesOf(resolved, set.category, key);
      checkView(set, columnsOfCategory(meta.columns, set.category), { valuesOf: values, mentions, report });
    }
  }
  checkWords(meta, add);
}

/** Words may name values that no row has yet. Without a category, they are about all categories that use their columns. */
function checkWords(meta: Meta, add: AddProblem): void {
  const finder = new NameFinder(meta.categories.map(({ key }) => key));
  for (const { value: word, line } of meta.words) {
    const report: Report = (column, fault, rule = 'bad-definition') =>
      add({ rule, file: sourcePaths.words, line, column, value: word[column] ?? '', ...fault });
    const isKnown = word.category === null || finder.has(word.category);
    if (!isKnown) report('category', describeUnknown('category', word.category ?? '', finder), 'unknown-category');
    const categories = word.category === null || !isKnown ? finder.names : [word.category];
    const columns = new Set(categories.flatMap((category) => columnsOfCategory(meta.columns, category)));
    checkView(word, [...columns], { valuesOf: null, mentions: () => true, report });
  }
}

interface SetContext {
  /** Returns the texts of a column that the filters may name; null if they may name any text. */
  readonly valuesOf: ((key: string) => readonly string[]) | null;
  /** Returns true if unreadable input may contain the value. */
  readonly mentions: (value: string) => boolean;
  readonly report: Report;
}

type ViewDefinition = Pick<SetDefinition, 'filters' | 'sorting'>;

function checkView(view: ViewDefinition, columns: readonly ColumnDefinition[], context: SetContext): void {
  const { report } = context;
  checkSorting(view, columns, report);
  for (const filter of setFilterSchema.parse(JSON.parse(view.filters ?? '[]'))) {
    const column = checkColumn(filter, columns, report);
    if (column?.filter === 'range') checkRange(filter, column, report);
    else if (column?.valueKind === 'boolean') checkFlags(filter, report);
    else if (column && context.valuesOf) checkValues(filter, context.valuesOf(column.key), context);
  }
}

export function describeUnknown(
  what: string,
  name: string,
  finder: NameFinder,
): Pick<NewProblem, 'message' | 'suggestion'> {
  const near = finder.find(name);
  return {
    message: `no ${what} "${name}"`,
    suggestion: didYouMean(near, oneOf(finder.names)),
  };
}

function checkSorting({ sorting }: ViewDefinition, columns: readonly ColumnDefinition[], report: Report): void {
  const sortable = new NameFinder(columns.filter((column) => column.sorting !== null).map(({ key }) => key));
  for (const { id } of setSortingSchema.parse(JSON.parse(sorting ?? '[]')))
    if (!sortable.has(id)) report('sorting', describeUnknown('column to sort by', id, sortable));
}

function checkColumn({ id }: Filter, columns: readonly ColumnDefinition[], report: Report): ColumnDefinition | null {
  const filterable = columns.filter(({ filter }) => filter !== null);
  const found = filterable.find(({ key }) => key === id);
  if (!found)
    report('filters', describeUnknown('column to filter by', id, new NameFinder(filterable.map(({ key }) => key))));
  return found ?? null;
}

function checkRange({ id, value }: Filter, column: ColumnDefinition, report: Report): void {
  const [min = '', max = '', group] = value;
  const isNumber = (text: string) => text === '' || (/^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)));
  const isOrdered = min === '' || max === '' || Number(min) <= Number(max);
  const isGroup = group === undefined || (isMoney(column) && group.includes('/'));
  if (value.length >= 2 && value.length <= 3 && isNumber(min) && isNumber(max) && isOrdered && isGroup) return;
  const price = isMoney(column) ? ', or ["","50","USD/month"] with currency and unit' : '';
  const suggestion = `write ["<min>","<max>"], with "" for an open end${price}`;
  report('filters', { message: `"${id}" has no range in ${JSON.stringify(value)}`, suggestion });
}

function checkFlags({ id, value }: Filter, report: Report): void {
  for (const text of value.filter((each) => each !== 'true' && each !== 'false'))
    report('filters', { message: `"${id}" is not "${text}"`, suggestion: 'write "true" or "false"' });
}

function checkValues({ id, value }: Filter, values: readonly string[], { mentions, report }: SetContext): void {
  const finder = new NameFinder(values);
  const lowercase = new Set(values.map((text) => text.toLowerCase()));
  for (const text of value) {
    if (lowercase.has(text.toLowerCase()) || mentions(text)) continue;
    const { suggestion = '' } = describeUnknown('value', text, finder);
    const message = `no row has "${text}" in the column "${id}"`;
    report('filters', { message, suggestion: values.length === 0 ? 'remove the filter' : suggestion });
  }
}

/** Texts and list items of the category's rows. */
function valuesOf({ contents }: Resolved, category: string, key: string): readonly string[] {
  const values = contents
    .filter((content) => content.category === category)
    .map(({ values: cells }) => cells[key] ?? []);
  return [...new Set(values.flat().filter((value) => typeof value === 'string'))];
}
