/** Renders the table lines of a provider's offers. */
import { replaceLinks } from '../../../../common/markdown-links.ts';
import { replacePlaceholders } from '../../../../common/placeholder.ts';
import type { ColumnDefinition } from '../../../../model/columns.ts';
import { rpcCategory } from '../../../../model/connect.ts';
import { type VaryingCell, valuesText, varyingCells } from '../../../answers/offer-cells.ts';
import { chainText, readableRow } from '../../../answers/readable.ts';
import { connectionOf } from '../../../connect/find-connection.ts';
import { endpointsOf } from '../../../connect/find-endpoints.ts';
import { maxPicked } from '../../../questions/parameters.ts';
import { limitsOf, type Place } from '../../../questions/place.ts';
import { contactOf, siteOf } from '../../../site.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import type { Offer } from '../../../snapshot/offers.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { textsOf } from '../../../text/cells.ts';
import { capitalize } from '../../../text/clip.ts';
import { offeredForAll, plural } from '../../../text/counts.ts';
import { outsideLink } from '../../../text/outside.ts';
import type { PastView } from '../changes/past.ts';
import { describeUnconnected, isConnectable } from '../connect.ts';
import { logosOf } from '../logos.ts';
import { escapeHtml, type Link, safeHref } from '../markdown.ts';
import { presentBenchmarks, presentMeasured } from '../measured.ts';
import type { PageDeps } from '../page.ts';
import { presentPriceDays } from '../price-days.ts';
import { presentProbed } from '../probed.ts';
import { presentCell, presentVaryingCell } from './cell.ts';
import { type DetailsInput, presentDetails, presentFact } from './details.ts';
import { isChain, mergeRows, type OfferInput, presentOfferRow } from './offer-row.ts';

export interface OffersInput {
  readonly snapshot: Snapshot;
  /** Null on the site. */
  readonly network: string | null;
  /** Network of the page that shows the rows; `network` by default. */
  readonly from?: string | null;
  /** Rows of one provider and category, in order. */
  readonly ids: readonly number[];
  /** Keys of the networks of the place; those of `network` by default. */
  readonly within?: readonly string[];
  readonly columns: readonly ColumnDefinition[];
  readonly shown: readonly ColumnDefinition[];
  /** Slugs selected for comparison; null if the table has no checkboxes. */
  readonly picked: readonly string[] | null;
  /** What sets rows apart from other offers of their provider and title. */
  readonly distinguishing: ReadonlyMap<number, string>;
  /**
   * Slugs of offers that have lines above, on which this group of a sorted list follows. None by
   * default.
   */
  readonly before?: ReadonlySet<string>;
  /** Heads of the lines; null if the table is about one provider. */
  readonly headOf: ((provider: string) => ProviderHead) | null;
  /** Past of an offer, shown in the details of its first line. */
  readonly pastOf: (offer: Offer) => PastView | null;
  /**
   * Slug of the row whose details are shown, null if none; undefined if each line has details to
   * unfold.
   */
  readonly open?: string | null | undefined;
  /** The slug of a row in the address of the list; that of its listing by default. */
  readonly slugOf?: (id: number) => string;
  /** Cells that the page adds to those of the snapshot. None by default. */
  readonly addedCells?: (id: number) => Row;
}

/** Provider at the start of its lines. */
export type ProviderHead = ReturnType<ReturnType<typeof providerHeads>>;

type Deps = Pick<PageDeps, 'templates' | 'urls'>;

/**
 * HTML of the lines of a provider's offers in UTF-8, kept with the snapshot: without it a page of
 * 25 providers takes 4 times the CPU.
 */
export function renderOffers(input: OffersInput, deps: Deps): Buffer {
  const { snapshot, network, ids, headOf, from = network } = input;
  const { slugOf = (id: number) => snapshot.slugOf(id) } = input;
  const slugs = new Set(ids.map(slugOf));
  const offers = new Set(ids.map((id) => snapshot.offers.of(id).slug));
  // What is of other providers does not change the lines.
  const open = typeof input.open === 'string' && !slugs.has(input.open) ? null : input.open;
  const picked = input.picked?.filter((slug) => slugs.has(slug)) ?? null;
  const before = new Set([...offers].filter((offer) => input.before?.has(offer)));
  const cells = ids.map((id) => [input.distinguishing.get(id), input.addedCells?.(id)]);
  const columns = input.shown.map(({ key }) => key);
  const marks = { picked, before: [...before], open: String(open) };
  const { within = limitsOf(network) } = input;
  const place = [from, network, within];
  const key = JSON.stringify(['offers', ...place, ids, columns, cells, headOf !== null, marks]);
  return snapshot.derived.of(key, () =>
    Buffer.from(render({ ...input, from, within, open, picked, before }, deps)),
  );
}

function render(input: OffersInput, { templates, urls }: Deps): string {
  const { snapshot, network, ids, columns, shown, picked, open, distinguishing } = input;
  const chains = snapshot.chainsOf(network);
  const { from = network } = input;
  const by = input.headOf?.(snapshot.providerOf(ids[0] ?? -1)) ?? null;
  const starHref = `${urls.href(from, null, '/about')}#star`;
  const { roles } = snapshot.catalog;
  const line = { columns, shown, links: urls, named: by !== null, website: by?.website ?? null };
  const named = (column: ColumnDefinition, value: Row[string]) =>
    isChain(column) ? textsOf(value).map((chain) => chainText(snapshot, network, chain)) : value;
  const details: Omit<DetailsInput, 'varying' | 'placesOf' | 'numbers'> = {
    ...line,
    renderFact: (column, value) =>
      templates.renderPartial('fact', presentFact(column, named(column, value), urls)),
  };
  const { slugOf = (id: number) => snapshot.slugOf(id) } = input;
  const rowOf = (id: number) => ({
    ...readableRow(snapshot, snapshot.row(id)),
    ...input.addedCells?.(id),
  });
  const offerOf = (id: number) => snapshot.offers.of(id).slug;
  const asOffers = network === null;
  const lines = mergeRows(ids, { rowOf, offerOf, columns, chains, asOffers }, input.before).map(
    ({ ids: lineIds, rows, again }, index) => {
      const [first = -1] = lineIds;
      const varying = varyingCells(snapshot, lineIds, input.within);
      const placesOf = (cell: VaryingCell) => valuesText(cell, snapshot);
      const numbers = snapshot.numbers(first);
      const row = presentOfferRow(rows, {
        ...line,
        roles,
        again,
        distinguishing: distinguishing.get(first) ?? null,
        renderCell: cellRenderer(templates, { varying, placesOf, numbers, named }),
      });
      const slugs = lineIds.map(slugOf);
      const chosen = slugs.find((slug) => picked?.includes(slug)) ?? null;
      const isOpen = typeof open === 'string' && slugs.includes(open);
      return templates.renderPartial('offer', {
        ...row,
        isOpen,
        unfold: open === undefined ? null : { slug: slugs[0], isOpen },
        details:
          open === undefined || isOpen
            ? presentWhole(
                rows,
                { details: { ...details, varying, placesOf, numbers }, input, ids: lineIds, again },
                urls,
              )
            : null,
        folds: open === undefined,
        pick: picked === null ? null : { value: chosen ?? slugs[0], checked: chosen !== null },
        starHref,
        // Each line names the provider, so that it can be read by itself.
        by: by && { ...by, isFirst: index === 0 },
      });
    },
  );
  const rest = by === null ? 0 : lines.length - cardsOfProvider;
  const folded = { name: by?.name, more: plural(rest, 'more offer'), width: shown.length + 3 };
  return `${lines.join('')}${rest <= 1 ? '' : templates.renderPartial('rest', folded)}`;
}

interface CellsInput extends Pick<DetailsInput, 'varying' | 'placesOf' | 'numbers'> {
  /** The value with chains by their names. */
  readonly named: (column: ColumnDefinition, value: Row[string]) => Row[string];
}

/** HTML of cells, where listings differ with what all of them state. */
function cellRenderer(
  templates: Deps['templates'],
  { varying, placesOf, numbers, named }: CellsInput,
): OfferInput['renderCell'] {
  return (column, values) => {
    const cell = varying.get(column.key);
    const view =
      cell === undefined
        ? presentCell(
            column,
            values.map((value) => named(column, value)),
            numbers,
          )
        : presentVaryingCell(cell, placesOf(cell));
    return templates.renderPartial('cell', view);
  };
}

/**
 * Offers of a provider that a page of cards shows at once, as templates/offer-table/narrow.css has
 * it.
 */
const cardsOfProvider = 2;

interface WholeInput {
  readonly details: DetailsInput;
  readonly input: OffersInput;
  /** Of the rows. */
  readonly ids: readonly number[];
  readonly again: boolean;
}

/** Details of a line: its columns, and what the snapshot knows besides. */
function presentWhole(
  rows: readonly Row[],
  { details, input, ids, again }: WholeInput,
  urls: Deps['urls'],
) {
  const { snapshot, network, pastOf } = input;
  const [first = -1] = ids;
  const links = rows.flatMap(({ actionButtons }) => linksIn(actionButtons));
  const { buttons, ...presented } = presentDetails(rows, details);
  const past = pastOf(snapshot.offers.of(first));
  const source = urls.source(snapshot.sources?.(first, network));
  return {
    ...presented,
    buttons: [...buttons, ...connectLink(input, ids, urls)],
    everywhere: ids.some((id) => snapshot.scopeOf(id) === 'all-networks')
      ? capitalize(offeredForAll(snapshot.catalog.terms))
      : null,
    endpoints: openEndpoints(snapshot, ids),
    servers: hostedServers(snapshot, ids),
    unconnected: describeUnconnected(snapshot, ids),
    source,
    report: siteOf(snapshot).contact ?? source?.edit ?? contactOf(snapshot, urls),
    past: again ? null : past,
    prices: again ? [] : presentPriceDays(snapshot, { network, ids, past }),
    measured: presentMeasured(snapshot, ids),
    benchmarks: presentBenchmarks(snapshot, network, ids),
    probed: presentProbed(snapshot, network, { ids, links }),
  };
}

/** Addresses of the public endpoints of the rows, which can be called without a key. */
function openEndpoints(snapshot: Snapshot, ids: readonly number[]): readonly string[] {
  const urls = ids.flatMap((id) => endpointsOf(snapshot, id)).map(({ url }) => url);
  return [...new Set(urls)]
    .filter((url) => replacePlaceholders(url, '') === url)
    .slice(0, maxPicked);
}

/** Addresses of MCP servers, as configurations have them. */
function hostedServers(snapshot: Snapshot, ids: readonly number[]): readonly string[] {
  const ways = ids.flatMap((id) => connectionOf(snapshot, id)?.ways ?? []);
  return [...new Set(ways.flatMap((way) => (way.kind === 'hosted' ? [way.url] : [])))];
}

/**
 * Link to what the rows of a line connect to, on the comparison page: client configurations of an
 * MCP server, calls of RPC endpoints. None if there is nothing.
 */
function connectLink(
  { snapshot, network, from = network }: OffersInput,
  ids: readonly number[],
  urls: Deps['urls'],
): Link[] {
  const [category = ''] = ids.map((id) => snapshot.categoryOf(id));
  const connectable = ids.filter((id) => isConnectable(snapshot, id));
  if (connectable.length === 0) return [];
  // All listings of an offer have the same client configurations.
  const offer = connectable
    .slice(0, category === rpcCategory ? maxPicked : 1)
    .map((id) => snapshot.slugOf(id));
  const compare = urls.href(from, network, '/compare', { category, offer });
  return [{ text: 'Connect', ...outsideLink(`${compare}#connect`) }];
}

/** Addresses of the Markdown links of a cell. */
function linksIn(cell: Row[string] | undefined): string[] {
  const keys: string[] = [];
  for (const text of Array.isArray(cell) ? cell : []) {
    replaceLinks(text, (_label, address) => {
      keys.push(address.trim());
      return '';
    });
  }
  return keys;
}

export function providerHeads(
  place: Pick<Place, 'snapshot' | 'network' | 'urls'> & Partial<Pick<Place, 'from'>>,
) {
  const { snapshot, network, urls, from = network } = place;
  const logoOf = logosOf(place);
  return (provider: string) => {
    const known = snapshot.catalog.providers.get(provider);
    const profile =
      known === undefined ? null : urls.href(from, network, `/providers/${known.slug}`);
    const website = safeHref(known?.website ?? '', urls);
    // Long names may break after a dot: `Jumper.Exchange`.
    const nameHtml = escapeHtml(provider).replace(/\.(?=\w)/g, '.<wbr>');
    return { name: provider, nameHtml, ...logoOf(provider), profile, website };
  };
}
