/** GET /coverage and /coverage.md: which columns offers state, and what to fill in next. */
import { formatCount } from '../../common/format-count.ts';
import { groupBy } from '../../common/group-by.ts';
import { type ColumnCoverage, categoriesWithoutChains, fillNext } from '../../model/coverage.ts';
import { columnCoverage } from '../answers/column-coverage.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import type { MarkdownTable } from '../notations/markdown.ts';
import { formField } from '../query/filters/kind.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { joinNames, plural } from '../text/counts.ts';
import type { Urls } from '../urls.ts';
import { page } from './shared/definition.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { sendMarkdown } from './shared/send-markdown.ts';

const path = '/coverage';
const title = 'Coverage of columns';
const lead =
  'How many offers of each category state a column, how many of these cells have a quotation, and when a probe last found its words.';
const order = 'Columns whose blanks most searches meet come first.';

/** Columns to fill in that the page lists. */
const shownNext = 20;

function read(snapshot: Snapshot, urls: Urls) {
  const all = columnCoverage(snapshot, urls.onlyNetwork);
  const labelOf = (category: string) => snapshot.catalog.categoryLabel(category);
  const without = categoriesWithoutChains(all);
  return {
    byCategory: groupBy(all, ({ category }) => category),
    next: fillNext(all).slice(0, shownNext),
    labelOf,
    chains:
      without.length === 0 ? [] : [`Listings of ${joinNames(without.map(labelOf))} name no chain.`],
  };
}

/** `12 of 290` */
function share({ statedCount, offerCount }: ColumnCoverage): string {
  return `${formatCount(statedCount)} of ${formatCount(offerCount)}`;
}

function dayText({ lastConfirmed }: ColumnCoverage): string {
  return lastConfirmed?.slice(0, 10) ?? 'not yet';
}

function coveragePage(deps: PageDeps): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { byCategory, next, labelOf, chains } = read(snapshot, deps.urls);
    /** The list of the offers that do not state a column, if it has a filter. */
    const blanksOf = ({ category, column }: ColumnCoverage) =>
      (snapshot.catalog.columns.get(column)?.filter ?? null) === null
        ? null
        : deps.urls.href(null, deps.urls.onlyNetwork, `/toolbox/${category}`, {
            [formField(column)]: '!*',
          });
    const view = {
      crumbs: [{ label: 'Coverage', href: null }],
      title,
      lead,
      order,
      chains,
      next: next.map((coverage) => ({
        label: coverage.label,
        category: labelOf(coverage.category),
        blanks: plural(coverage.offerCount - coverage.statedCount, 'offer'),
        searches: formatCount(coverage.searches),
        href: blanksOf(coverage),
      })),
      categories: Array.from(byCategory, ([category, columns]) => ({
        label: labelOf(category),
        count: plural(columns[0]?.offerCount ?? 0, 'offer'),
        columns: columns.map((coverage) => ({
          label: coverage.label,
          stated: share(coverage),
          quoted: formatCount(coverage.quotedCount),
          confirmed: dayText(coverage),
        })),
      })),
    };
    const frame = { title, description: lead, network: null, path, markdown: {} };
    sendPage(ctx, { template: 'column-coverage', frame, view }, deps);
  };
}

function coverageMarkdown({ urls }: Pick<PageDeps, 'urls'>): Handler {
  return (ctx) => {
    const { byCategory, next, labelOf, chains } = read(snapshotOf(ctx), urls);
    const tables = Array.from(
      byCategory,
      ([category, columns]): MarkdownTable => ({
        heading: labelOf(category),
        columns: ['Column', 'Stated', 'Quoted', 'Confirmed'],
        rows: columns.map((coverage) => [
          coverage.label,
          share(coverage),
          formatCount(coverage.quotedCount),
          dayText(coverage),
        ]),
      }),
    );
    const first: MarkdownTable = {
      heading: 'To fill in next',
      columns: ['Category', 'Column', 'Blank', 'Searches'],
      rows: next.map((coverage) => [
        labelOf(coverage.category),
        coverage.label,
        formatCount(coverage.offerCount - coverage.statedCount),
        formatCount(coverage.searches),
      ]),
    };
    sendMarkdown(
      ctx,
      {
        title,
        facts: [lead, order, ...chains],
        tables: [first, ...tables],
        html: urls.to(null, path),
        links: [{ label: 'JSON', href: urls.to(null, '/api/coverage/columns') }],
      },
      shownNext + tables.reduce((sum, { rows }) => sum + rows.length, 0),
    );
  };
}

export const columnsPage = page({
  name: 'column-coverage',
  path,
  on: 'site',
  parameters: [],
  handler: coveragePage,
  markdown: coverageMarkdown,
  sitemap: 'build',
  navigation: { omitted: 'it is for editors: the page of the data links it' },
  operation: { omitted: 'its JSON is the operation of the coverage of columns' },
  example: path,
});
