/** Quotations name a cell of an offer, and state no other numbers than it. */
import { NameFinder } from '../../../common/nearest-name.ts';
import { columnsOfCategory } from '../../../model/columns.ts';
import type { Quotation } from '../../../model/quotations.ts';
import { type AddProblem, didYouMean, type NewProblem } from '../../problem.ts';
import { meaningPaths, type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { describeUnknown } from '../sets.ts';
import { shorten } from '../texts/texts.ts';

type Report = (
  rule: NewProblem['rule'],
  column: keyof Quotation,
  fault: Pick<NewProblem, 'message' | 'suggestion'>,
) => void;

export function checkQuotations({ sources, resolved }: CheckContext, add: AddProblem): void {
  const { meta, unreadable, quotations } = sources;
  if (quotations.length === 0 || meaningPaths.some((file) => unreadable.hasFile(file))) return;
  const categories = new NameFinder(meta.categories.map(({ key }) => key));
  for (const { value, line } of quotations) {
    const report: Report = (rule, column, fault) =>
      add({ rule, file: sourcePaths.quotations, line, column, value: value[column], ...fault });
    const { category, slug } = value;
    const offers = resolved.offers.get(category);
    const offer = offers?.get(slug);
    if (!categories.has(category))
      report('unknown-category', 'category', describeUnknown('category', category, categories));
    else if (offer !== undefined) checkCell(value, offer.cells.values[value.column], { sources, report });
    else if (!unreadable.mentions(slug) && !unreadable.hasFile(sourcePaths.offers(category)))
      report('offer-not-found', 'slug', {
        message: `no offer "${slug}" in ${sourcePaths.offers(category)}`,
        suggestion: didYouMean(new NameFinder(offers?.keys() ?? []).find(slug), 'remove the quotation'),
      });
  }
}

function checkCell(
  { category, column, words }: Quotation,
  cell: unknown,
  { sources, report }: { readonly sources: Sources; readonly report: Report },
): void {
  const columns = new NameFinder(columnsOfCategory(sources.meta.columns, category).map(({ key }) => key));
  if (!columns.has(column)) {
    const suggestion = didYouMean(columns.find(column), 'name the column of the fact, such as accessPrice');
    report('bad-definition', 'column', { message: `no column "${column}" in ${category}`, suggestion });
    return;
  }
  const text = Array.isArray(cell) ? cell.join(' ') : String(cell ?? '');
  const stated = new Set(numbersIn(text));
  const other = numbersIn(words).find((number) => !stated.has(number));
  if (other === undefined && text !== '') return;
  const message =
    text === ''
      ? `the offer has no "${column}", and the quotation is of it`
      : `the quotation says ${other}, and "${column}" of the offer says "${shorten(text)}"`;
  report('quotation-differs', 'words', {
    message,
    suggestion: 'read the page again, and correct the cell or the quotation',
  });
}

/** `1,000.50` as `1000.5`. */
function numbersIn(text: string): string[] {
  return Array.from(text.matchAll(/\d[\d,]*(?:\.\d+)?/g), ([number]) => String(Number(number.replaceAll(',', ''))));
}
