/** Renders the table lines of a provider's offers, and caches the HTML for the snapshot. */
import { replaceLinks } from '../../../../common/markdown-links.ts';
import type { ColumnDefinition } from '../../../../model/columns.ts';
import { rpcCategory } from '../../../../model/connect.ts';
import { maxPicked } from '../../../query/view.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import type { Offer } from '../../../snapshot/offers.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import type { PastView } from '../changes/past.ts';
import { isConnectable } from '../connect.ts';
import type { Logo } from '../logos.ts';
import type { Link } from '../markdown.ts';
import type { PageDeps } from '../page.ts';
import { presentProbed } from '../probed.ts';
import { presentCell } from './cell.ts';
import { mergeRows, type OfferInput, presentFact, presentOfferRow } from './offer-row.ts';
import { distinguishTitles } from './title.ts';

export interface OffersInput {
  readonly snapshot: Snapshot;
  /** Null on the site. */
  readonly network: string | null;
  /** Rows of one provider and category, in order. */
  readonly ids: readonly number[];
  readonly columns: readonly ColumnDefinition[];
  readonly shown: readonly ColumnDefinition[];
  /** In display order. */
  readonly chains: readonly string[];
  /** Slugs selected for comparison; null if the table has no checkboxes. */
  readonly picked: readonly string[] | null;
  /** What sets rows apart from other offers of their provider and title; found among `ids` if missing. */
  readonly distinguishing?: ReadonlyMap<number, string>;
  /** Offers that have lines above, on which this group of a sorted list follows. */
  readonly before?: ReadonlySet<Offer>;
  /** Heads of the lines; null if the table is about one provider. */
  readonly by: ProviderHead | null;
  /** Past of an offer, shown in the details of its first line. None by default. */
  readonly pastOf?: (offer: Offer) => PastView | null;
  /** Cells that the page adds to those of the snapshot. None by default. */
  readonly added?: { readonly key: string; readonly cellsOf: (id: number) => Row } | null;
}

/** Provider at the start of its lines. */
export interface ProviderHead extends Logo {
  readonly name: string;
  /** Address of the profile, null if there is none. */
  readonly profile: string | null;
}

type Deps = Pick<PageDeps, 'templates' | 'urls'>;

export function renderOffers(input: OffersInput, deps: Deps): string {
  const { snapshot, network, ids, shown, chains, by } = input;
  const starHref = `${deps.urls.href(network, null, '/about')}#star`;
  // Slugs of other providers do not change the lines, and must not fill the cache.
  const slugs = new Set(input.picked?.length ? ids.map((id) => snapshot.slugOf(id)) : []);
  const picked = input.picked?.filter((slug) => slugs.has(slug)) ?? null;
  const offers = new Set(ids.map((id) => snapshot.offers.of(id)));
  const before = new Set([...offers].filter((offer) => input.before?.has(offer)).map(({ slug }) => slug));
  const distinguishing = input.distinguishing ?? distinguishRows(snapshot, ids);
  const shownKeys = shown.map((column) => column.key);
  // Parsing the rows of a page here would take longer than rendering it from the cache.
  const mayConnect = ids.some((id) => isConnectable(snapshot, id));
  // Links that depend on the network of the page.
  const hasPlace = input.pastOf !== undefined || snapshot.sources !== null || mayConnect;
  const key = [
    'offers',
    ids,
    shownKeys,
    chains,
    picked ?? ['-'],
    [...before],
    ids.map((id) => distinguishing.get(id)),
    deps.urls.app('/'),
    starHref,
    by && [by.profile, by.logo],
    hasPlace ? ['on', network] : [],
    input.added?.key ?? '',
  ].join('|');
  return snapshot.html.of(key, () => render({ ...input, picked, starHref, above: before, distinguishing }, deps));
}

interface RenderInput extends OffersInput {
  readonly starHref: string;
  /** Slugs of offers that have lines above. */
  readonly above: ReadonlySet<string>;
  readonly distinguishing: ReadonlyMap<number, string>;
}

/** By row, if another offer of its provider has the same title. `rows`: of the ids. */
export function distinguishRows(
  snapshot: Snapshot,
  ids: readonly number[],
  rows: readonly Row[] = ids.map((id) => snapshot.row(id)),
): ReadonlyMap<number, string> {
  const texts = distinguishTitles(rows, (at) => snapshot.offers.of(ids[at] ?? -1).slug);
  return new Map(ids.flatMap((id, at) => (texts[at] ? [[id, texts[at]] as const] : [])));
}

function render(
  {
    snapshot,
    network,
    ids,
    columns,
    shown,
    chains,
    picked,
    by,
    starHref,
    above,
    distinguishing,
    pastOf = noPast,
    added = null,
  }: RenderInput,
  { templates, urls }: Deps,
): string {
  const cached = (partial: 'cell' | 'fact', column: ColumnDefinition, value: unknown, present: () => object) =>
    snapshot.html.of(`${partial} ${column.key} ${JSON.stringify(value)}`, () =>
      templates.renderPartial(partial, present()),
    );
  const input: Omit<OfferInput, 'again' | 'distinguishing'> = {
    columns,
    shown,
    links: urls,
    named: by !== null,
    renderCell: (column, values) => cached('cell', column, values, () => presentCell(column, values)),
    renderFact: (column, value) => cached('fact', column, value, () => presentFact(column, value, urls)),
  };
  // Each line names the provider, so that it can be read by itself.
  const head = by && templates.renderPartial('by', by);
  const parsed = new Map(ids.map((id) => [id, { ...snapshot.row(id), ...added?.cellsOf(id) }]));
  const rowOf = (id: number) => parsed.get(id) ?? {};
  const offerOf = (id: number) => snapshot.offers.of(id).slug;
  const lines = mergeRows(ids, { rowOf, offerOf, columns, chains }, above).map(({ ids: own, rows, again }) => {
    const [first = -1] = own;
    const row = presentOfferRow(rows, { ...input, again, distinguishing: distinguishing.get(first) ?? null });
    const chosen = row.offers.find(({ slug }) => picked?.includes(slug))?.slug ?? null;
    const pick = picked === null ? null : { value: chosen ?? row.id, checked: chosen !== null };
    const past = again ? null : pastOf(snapshot.offers.of(first));
    const connect = connectLink({ snapshot, network }, own, urls);
    const buttons = [...row.buttons, ...connect];
    const everywhere = own.some((id) => snapshot.scopeOf(id) === 'all-networks') ? 'Offered for all networks' : null;
    const links = rows.flatMap(({ actionButtons }) => linksIn(actionButtons));
    const probed = presentProbed(snapshot, network, { ids: own, links });
    const source = urls.source(snapshot.sources?.of(first, network));
    return templates.renderPartial('offer', {
      ...row,
      buttons,
      everywhere,
      source,
      past,
      probed,
      pick,
      starHref,
      by: head,
    });
  });
  return lines.join('');
}

/**
 * Link to what the rows of a line connect to, on the comparison page: client configurations of an MCP server, calls of RPC
 * endpoints. None if there is nothing.
 */
function connectLink(
  { snapshot, network }: Pick<OffersInput, 'snapshot' | 'network'>,
  ids: readonly number[],
  urls: Deps['urls'],
): Link[] {
  const [category = ''] = ids.map((id) => snapshot.categoryOf(id));
  const found = ids.filter((id) => isConnectable(snapshot, id));
  if (found.length === 0) return [];
  // All listings of an offer have the same client configurations.
  const offer = found.slice(0, category === rpcCategory ? maxPicked : 1).map((id) => snapshot.slugOf(id));
  const compare = urls.href(network, network, '/compare', { category, offer });
  return [{ text: 'Connect', href: `${compare}#connect` }];
}

/** Addresses of the Markdown links of a cell. */
function linksIn(cell: Row[string] | undefined): string[] {
  const found: string[] = [];
  for (const text of Array.isArray(cell) ? cell : []) {
    replaceLinks(text, (_label, address) => {
      found.push(address.trim());
      return '';
    });
  }
  return found;
}

function noPast(): null {
  return null;
}
