/**
 * `make coverage-report`: how many offers state each column, how many cells have a quotation, and
 * what to fill in next.
 */
import { groupBy } from '../../common/group-by.ts';
import {
  type ColumnCoverage,
  categoriesWithoutChains,
  countColumns,
  fillNext,
} from '../../model/coverage.ts';
import { type Checked, checkSources } from '../check-sources.ts';
import { plural } from '../report/counts.ts';
import { print } from './flags.ts';
import type { Flags } from './options.ts';

/** Lines of what to fill in next. */
const shownNext = 20;

export async function coverageReport(flags: Flags): Promise<number> {
  const coverage = coverageOf(await checkSources(flags));
  const withoutChains = categoriesWithoutChains(coverage);
  if (flags.format === 'json') {
    print(JSON.stringify({ columns: coverage, next: fillNext(coverage), withoutChains }));
    return 0;
  }
  print('fill in next: columns whose blanks most searches meet');
  for (const { category, column, searches, ...each } of fillNext(coverage).slice(0, shownNext))
    print(
      `  ${category} ${column}: ${each.offerCount - each.statedCount} blank of ${each.offerCount}, ${searches} ${searches === 1 ? 'search' : 'searches'}`,
    );
  for (const [category, columns] of groupBy(coverage, (each) => each.category)) {
    const chains = withoutChains.includes(category) ? ', whose listings name no chain' : '';
    print(`${category}: ${plural(columns[0]?.offerCount ?? 0, 'offer')}${chains}`);
    for (const each of columns) print(`  ${describe(each)}`);
  }
  return 0;
}

function describe({ column, statedCount, quotedCount, lastConfirmed }: ColumnCoverage): string {
  const quoted = quotedCount === 0 ? '' : `, ${quotedCount} quoted`;
  return `${column}: ${statedCount} stated${quoted}${lastConfirmed === null ? '' : `, last read on ${lastConfirmed}`}`;
}

/** A quotation counts as confirmed on the day on which an editor read it. */
function coverageOf({ sources, resolved }: Checked): readonly ColumnCoverage[] {
  const { categories, columns, words, sets } = sources.meta;
  const contents = groupBy(resolved.contents, ({ category }) => category);
  const quotations = groupBy(
    sources.quotations.map(({ value }) => value),
    ({ category, column }) => `${category} ${column}`,
  );
  return categories.flatMap(({ key: category }) => {
    const byOffer = groupBy(contents.get(category) ?? [], ({ values, offerSlug, listingSlug }) =>
      JSON.stringify([values.provider, offerSlug ?? listingSlug]),
    );
    return countColumns({
      category,
      columns: columns.filter((each) => each.categories.includes(category)),
      offers: Array.from(byOffer.values(), (own) => own.map(({ values }) => values)),
      quoted: (column) => {
        const own = quotations.get(`${category} ${column}`);
        if (own === undefined) return undefined;
        const days = own.map(({ readOn }) => readOn).toSorted();
        const offers = new Set(own.map(({ slug }) => slug)).size;
        return { offers, confirmedAt: days.at(-1) || null };
      },
      words: words.map(({ value }) => value),
      sets: sets.map(({ value }) => value),
    });
  });
}
