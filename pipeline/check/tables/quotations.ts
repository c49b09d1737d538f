/** Quotations name a cell of an offer, and state no other numbers than it. */
import { NameFinder } from '../../../common/nearest-name.ts';
import { columnsOfCategory } from '../../../model/columns.ts';
import type { Quotation } from '../../../model/quotations.ts';
import { type AddProblem, didYouMean } from '../../problem.ts';
import { lacksMeaning, sourcePaths } from '../../sources.ts';
import { type CheckContext, shorten } from '../rule.ts';
import { describeUnknown } from './sets.ts';

export function checkQuotations(context: CheckContext, add: AddProblem): void {
  const { meta, unreadable, quotations } = context.sources;
  if (quotations.length === 0 || lacksMeaning({ unreadable })) return;
  const categories = new NameFinder(meta.categories.map(({ key }) => key));
  for (const { value, line } of quotations) {
    const fault = findFault(value, context, categories);
    if (fault === null) continue;
    const [rule, column, message, suggestion] = fault;
    add({
      rule,
      file: sourcePaths.quotations,
      line,
      column,
      value: value[column],
      message,
      suggestion,
    });
  }
}

type UnknownName = readonly [
  rule: 'unknown-category' | 'offer-not-found' | 'bad-definition',
  column: 'category' | 'slug' | 'column',
  message: string,
  fix: string,
];

type QuotationFault =
  | UnknownName
  | readonly [rule: 'quotation-differs', column: 'words', message: string, fix: string];

function findFault(
  quotation: Quotation,
  context: CheckContext,
  categories: NameFinder,
): QuotationFault | null {
  const fix = 'name the column of the fact, such as accessPrice';
  const unknown = findUnknown(quotation, context, { categories, fix });
  if (unknown !== null) return unknown;
  const { category, slug, column, words } = quotation;
  const offer = context.resolved.offers.get(category)?.get(slug);
  if (offer === undefined) return null;
  const difference = compareNumbers(words, column, offer.cells.values[column]);
  const advice = 'read the page again, and correct the cell or the quotation';
  return difference === null ? null : ['quotation-differs', 'words', difference, advice];
}

/** A line that names a category, an offer or a column that is not there; null if all are. */
export function findUnknown(
  { category, slug, column }: Pick<Quotation, 'category' | 'slug'> & { column: string | null },
  { sources: { meta, unreadable }, resolved }: CheckContext,
  { categories, fix: advice }: { readonly categories: NameFinder; readonly fix: string },
): UnknownName | null {
  if (!categories.has(category))
    return ['unknown-category', 'category', ...describeUnknown('category', category, categories)];
  const offers = resolved.offers.get(category);
  const offer = offers?.get(slug);
  const file = sourcePaths.offers(category);
  if (offer === undefined) {
    if (unreadable.mentions(slug) || unreadable.hasFile(file)) return null;
    const fix = didYouMean(new NameFinder(offers?.keys() ?? []).find(slug), 'remove the line');
    return ['offer-not-found', 'slug', `no offer "${slug}" in ${file}`, fix];
  }
  const columns = new NameFinder(columnsOfCategory(meta.columns, category).map(({ key }) => key));
  if (column === null || columns.has(column)) return null;
  const fix = didYouMean(columns.find(column), advice);
  return ['bad-definition', 'column', `no column "${column}" in ${category}`, fix];
}

/** Null if the cell states all numbers of the words. */
function compareNumbers(words: string, column: string, cell: unknown): string | null {
  const text = Array.isArray(cell) ? cell.join(' ') : String(cell ?? '');
  if (text === '') return `the offer has no "${column}", and the quotation is of it`;
  const stated = new Set(numbersIn(text));
  const other = numbersIn(words).find((number) => !stated.has(number));
  return other === undefined
    ? null
    : `the quotation says ${other}, and "${column}" of the offer says "${shorten(text)}"`;
}

/** `1,000.50` as `1000.5`. */
function numbersIn(text: string): string[] {
  return Array.from(text.matchAll(/\d[\d,]*(?:\.\d+)?/g), ([number]) =>
    String(Number(number.replaceAll(',', ''))),
  );
}
