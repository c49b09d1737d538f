/** Profile of a provider: on a network, and over all networks. */
import { formatCount } from '../../../common/format-count.ts';
import { groupBy } from '../../../common/group-by.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { applicationOf } from '../../api/application.ts';
import { profileLinks } from '../../api/providers/on-network.ts';
import type { Context } from '../../http/context.ts';
import { findPresence } from '../../query/offers/providers.ts';
import type { Place } from '../../query/place.ts';
import type { Row } from '../../snapshot/catalog.ts';
import type { Offer } from '../../snapshot/offers.ts';
import type { PastView } from '../shared/changes/past.ts';
import { logosOf, networkLogosOf } from '../shared/logos.ts';
import { textsOf } from '../shared/offer-table/cell.ts';
import { defaultColumns } from '../shared/offer-table/columns.ts';
import { distinguishRows, renderOffers } from '../shared/offer-table/render-offers.ts';
import { isWide, widthOf } from '../shared/offer-table/widths.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { describeOrganization } from '../shared/structured-data.ts';
import { describePlans } from './plans.ts';

/** The provider's offers in a category. */
interface OfferTable {
  /** `price`: of amounts, which end under the end of their head. */
  readonly heads: readonly { readonly label: string; readonly price: boolean }[];
  readonly isWide: boolean;
  /** HTML. */
  readonly lines: string;
  /** Plans with their prices in a few words; null if no price is stated. */
  readonly plans: string | null;
}

interface TableInput {
  /** On all networks the table has no chains. */
  readonly place: Place;
  readonly category: string;
  readonly ids: readonly number[];
  readonly chains: readonly string[];
  readonly pastOf: (offer: Offer) => PastView | null;
  readonly pause: () => Promise<void>;
}

/** Listings of a category that a profile shows, more than any provider of the corpus has: a page would grow with them without end. */
export const maxListed = 50;

/** A table of the columns in which the provider has values. Other requests are answered between two offers. */
export async function renderTable(input: TableInput, deps: PageDeps): Promise<OfferTable> {
  const { place, category, ids, chains, pastOf, pause } = input;
  const { snapshot, network, entry } = place;
  const { catalog } = snapshot;
  const columns = catalog
    .columnsOf(category)
    .filter((column) => column.categories.includes(category) && (entry !== null || column.key !== 'chain'));
  const rows = ids.map((id) => snapshot.row(id));
  const shown = defaultColumns(
    columns.filter((column) => hasValue(column, rows)),
    [],
  );
  const table = { snapshot, network, columns, shown, chains, picked: null, by: null, pastOf };
  const distinguishing = distinguishRows(snapshot, ids, rows);
  let lines = '';
  for (const own of groupBy(ids, (id) => snapshot.offers.of(id)).values()) {
    await pause();
    lines += renderOffers({ ...table, ids: own, distinguishing }, deps);
  }
  const widths = shown.map((column) => widthOf(column, rows.flatMap((row) => textsOf(row[column.key])).map(counted)));
  return {
    heads: shown.map(({ label, cellType }) => ({ label, price: cellType === 'numericRange' })),
    isWide: isWide(widths),
    lines,
    plans: describePlans(rows, columns),
  };
}

function counted(value: string) {
  return { value, count: 1 };
}

function hasValue({ key }: ColumnDefinition, rows: readonly Row[]): boolean {
  return rows.some((row) => textsOf(row[key]).length > 0);
}

const linkLabels: ReadonlyMap<string, string> = new Map([
  ['docs', 'Documentation'],
  ['x', 'X'],
  ['github', 'GitHub'],
  ['discord', 'Discord'],
  ['telegram', 'Telegram'],
  ['linkedin', 'LinkedIn'],
  ['support', 'Support'],
]);

/** Who the provider is. `about`: address of the About page. */
function presentProvider(provider: ProviderDefinition, about: string) {
  const links = Object.entries(profileLinks(provider)).filter(([, href]) => /^(https?|mailto):/.test(href));
  return {
    name: provider.name,
    about: provider.description,
    website: links.find(([key]) => key === 'website')?.[1] ?? null,
    starred: provider.starred === true,
    starHref: `${about}#star`,
    tags: provider.tag ?? [],
    sites: links
      .filter(([key]) => key !== 'website')
      .map(([key, href]) => ({ text: linkLabels.get(key) ?? key, href })),
  };
}

interface ProfileSection {
  /** Key of the category. */
  readonly key: string;
  readonly label: string;
  readonly offers: number;
  readonly listings: number;
  readonly plans: string | null;
}

interface ProfileInput {
  readonly provider: ProviderDefinition;
  readonly place: Place;
  /** What the page says besides who the provider is. */
  readonly view: { readonly counts: string; readonly sections: readonly ProfileSection[] };
}

export function sendProfile(ctx: Context, input: ProfileInput, deps: PageDeps): void {
  const { provider, place, view: own } = input;
  const { snapshot, network: key, urls } = place;
  const { catalog } = snapshot;
  const { slug, name, description: about } = provider;
  const mark = logosOf(snapshot, key, urls)(name);
  const main = mainOf(own.sections);
  const view = {
    ...presentProvider(provider, urls.href(key, null, '/about')),
    ...mark,
    ...own,
    main,
    application: applicationOf(
      catalog,
      urls,
      own.sections.map((section) => section.key),
    ),
    source: urls.source(catalog.providerSources.get(slug)),
  };
  const plans = main === null ? '' : `, ${main.label} ${main.plans}`;
  const frame = {
    title: `${name}${place.on}: plans and prices`,
    description: `Plans and prices of ${name}: ${own.counts}${plans}. ${about ?? ''}`,
    network: key,
    path: `/providers/${slug}`,
    json: { path: `${place.api}/providers/${slug}` },
    markdown: {},
    feed: { provider: slug },
    structured: describeOrganization({
      provider,
      logo: mark.logo === null ? null : urls.absolute(key, mark.logo),
      categories: own.sections,
    }),
  };
  sendPage(ctx, { template: 'profile', frame, view }, deps);
}

/** The category with most listings of those with prices: it answers what the provider costs. */
function mainOf(sections: readonly ProfileSection[]) {
  const [first = null] = sections.filter(({ plans }) => plans !== null).toSorted((a, b) => b.listings - a.listings);
  return first && { label: first.label, plans: first.plans };
}

/** Networks listed before the rest is collapsed. */
const maxNetworks = 24;

/** The first networks, and the rest. */
export function fold<T>(networks: readonly T[]) {
  return { networks: networks.slice(0, maxNetworks), more: networks.slice(maxNetworks) };
}

/** Links to the profile on the other networks, on those that are `named` first. */
export function presentNetworks(
  { name, slug }: ProviderDefinition,
  { snapshot, network: from, urls }: Place,
  named: readonly string[] = [],
) {
  const presence = findPresence(snapshot, [name]).get(name) ?? [];
  const networkLogoOf = networkLogosOf(snapshot, from, urls);
  const first = new Set(named);
  return presence
    .filter(({ network }) => network !== from && urls.serves(network))
    .toSorted((a, b) => Number(first.has(b.network)) - Number(first.has(a.network)))
    .map(({ network, offers }) => ({
      name: snapshot.catalog.networkName(network),
      href: urls.href(from, network, `/providers/${slug}`),
      count: formatCount(offers),
      ...networkLogoOf(network),
    }));
}
