/** View of the directory page: filters, providers with their offers, downloads, comparison. */
import { formatCount } from '../../../common/format-count.ts';
import { activeCategories } from '../../api/coverage.ts';
import { metricsOf } from '../../api/rows/categories.ts';
import type { ProviderGroup } from '../../query/paging.ts';
import { listParameters, noFilters, workloadParameters } from '../../questions/list.ts';
import { noneYet, plural, roundedCount } from '../../text/counts.ts';
import { iconOf } from '../../text/icons.ts';
import { hiddenFields } from '../../urls.ts';
import { presentChips } from '../shared/chips.ts';
import { isWide, widthOf } from '../shared/offer-table/columns.ts';
import { providerHeads } from '../shared/offer-table/render-offers.ts';
import { presentPager } from '../shared/pager.ts';
import { presentHints, presentNotes, withoutSearch } from './active.ts';
import { presentCost } from './charts/cost-chart.ts';
import { presentPricePlots } from './charts/price-plots.ts';
import { presentFilterPanel } from './filter-panel.ts';
import { ofProvider, presentDownloads, presentSets } from './links.ts';
import { presentNetworks } from './networks.ts';
import { presentPicked } from './picked.ts';
import type { Toolbox } from './read.ts';
import { sectionsOf } from './sections.ts';
import { presentDisplay, presentHead } from './table.ts';

/** HTML of the offers of each provider that the page shows whole. It links to the others. */
type Lines = ReadonlyMap<ProviderGroup, Buffer>;

export function presentToolbox(toolbox: Toolbox, lines: Lines) {
  const { snapshot, crumbs, category, question, link } = toolbox;
  const active = activeCategories(snapshot.catalog.categories, metricsAt(toolbox));
  return {
    crumbs,
    menu: active.map(({ key, label, icon, count }) => ({
      label,
      icon: iconOf(icon),
      count: formatCount(count),
      href: link(`/toolbox/${key}`),
      current: key === category.key,
    })),
    /** The skip link leads to the first provider. */
    skip: '#offers',
    search: question.search,
    panel: presentFilterPanel(toolbox),
    /** Fields of the filter form; the panel has those of the rest of the question. */
    workload: hiddenFields(workloadParameters(question)),
    networks: presentNetworks(toolbox),
    ...presentResults(toolbox, lines),
  };
}

function metricsAt({ snapshot, network }: Toolbox) {
  return network === null ? snapshot.manifest.metrics.site : metricsOf(snapshot, network);
}

/** What a directory page and a search show of a list: the template `results`. */
export function presentResults(toolbox: Toolbox, lines: Lines) {
  const { snapshot, name, category, path, question, page, href, link } = toolbox;
  const metrics = metricsAt(toolbox);
  const active = activeCategories(snapshot.catalog.categories, metrics);
  const { chips, moreChips } = presentChips(toolbox.answer.conditions, question, toolbox);
  const { totalProviders } = page.pagination;
  const offers = snapshot.countOffers(toolbox.matchedRows.ids);
  return {
    networkName: name,
    category,
    notices: toolbox.answer.notApplied.map(({ reason }) => reason),
    action: link(path),
    offerCount: formatCount(offers),
    results: offers === 1 ? 'result' : 'results',
    counts: `${plural(totalProviders, 'provider')}, ${plural(offers, 'offer')}`,
    dataset: datasetOf(category.key, metrics),
    chips,
    meaning: presentMeaning(toolbox),
    moreChips,
    filterCount: chips.length === 0 ? null : chips.length + (moreChips ?? 0),
    clear: href(
      withoutSearch({ ...question, query: { ...question.query, ...noFilters, page: 1 } }),
    ),
    sets: presentSets(toolbox),
    display: presentDisplay(toolbox),
    cost: presentCost(toolbox),
    /** The question, for the buttons that unfold a row of it. */
    parameters: hiddenFields(listParameters({ ...question, facet: null })),
    prices: presentPricePlots(toolbox),
    ...presentLines(toolbox, lines),
    pages: presentPager(page.pagination, (number) =>
      href({ ...question, facet: null, query: { ...question.query, page: number } }),
    ),
    /** The category has no offers on the network, whatever the filters. */
    none: active.some(({ key }) => key === category.key) ? null : noneYet,
    downloads: presentDownloads(toolbox),
    rows: rowsText(toolbox, offers),
    compare: presentPicked(toolbox),
  };
}

/** What a file has, if that is not a row for each offer. Files of several networks have offers. */
function rowsText({ network, matchedRows }: Toolbox, offers: number): string | null {
  const rows = matchedRows.ids.length;
  if (network === null || rows === offers) return null;
  return `${plural(rows, 'row')}, one for each listing`;
}

/** The published interface has the figure on pages of the category. */
function datasetOf(
  category: string,
  { providerCategoryEntries: entries }: { readonly providerCategoryEntries?: number | undefined },
): string | null {
  return category === 'apis' && entries !== undefined ? roundedCount(entries) : null;
}

/** The table, or suggestions if it is empty. */
function presentLines(toolbox: Toolbox, lines: Lines) {
  const { snapshot, question, href, page, shown, columns, listing } = toolbox;
  const hasOffers = page.pagination.totalOffers > 0;
  const provider = columns.find((column) => column.key === 'provider');
  const first = columns.filter(
    ({ key }) =>
      key === 'provider' || (key === snapshot.catalog.roles.sortedName && listing.hasPlans),
  );
  const sectionOf = sectionsOf(toolbox);
  const headOf = providerHeads(toolbox);
  const common = question.columns === null ? listing.common : [];
  return {
    empty: hasOffers ? null : presentHints(toolbox),
    pastEnd: hasOffers && page.groups.length === 0,
    isWide: isWide(shown.map((column) => listing.widths.get(column.key) ?? widthOf(column, []))),
    width: shown.length + 3,
    restWidth: shown.length + 2,
    /** Columns before the facts that have sortable heads. */
    firstHeads: first.map((column) => presentHead(column, toolbox)),
    planHead: listing.hasPlans ? null : 'Offer',
    heads: shown.map((column) => presentHead(column, toolbox)),
    notes: presentNotes(toolbox),
    common: common.length === 0 ? null : `All: ${common.join(', ')}`,
    providers: page.groups.map((group, index) => {
      const section = sectionOf(group);
      const before = page.groups[index - 1];
      const isNew =
        section !== null && (before === undefined || sectionOf(before)?.title !== section.title);
      const html = lines.get(group);
      return {
        name: group.provider,
        first: index === 0,
        section: isNew ? section : null,
        by: html === undefined ? { ...headOf(group.provider), isFirst: true } : null,
        count: plural(snapshot.countOffers(group.rows), 'offer'),
        lines: html ?? null,
        alone:
          html === undefined && provider
            ? href(ofProvider(question, provider, group.provider))
            : null,
      };
    }),
  };
}

/** `archive, at most $50 a month`. */
function presentMeaning({ meaning, network: from, urls }: Toolbox) {
  if (meaning === null || !urls.serves(meaning.network)) return null;
  const { network, question, parts, offers } = meaning;
  return {
    words: [...new Set(parts.map(({ label }) => label))].join(', '),
    count: plural(offers, 'offer'),
    href: urls.href(from, network, `/toolbox/${question.query.category}`, listParameters(question)),
  };
}
