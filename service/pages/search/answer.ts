/**
 * The list that a search in ordinary words means: its title, the words that can be taken back, and
 * the table of its first offers.
 */
import { formatCount } from '../../../common/format-count.ts';
import { countBy } from '../../../common/group-by.ts';
import { costText } from '../../answers/cost-text.ts';
import { handshakeCell, handshakeColumn, hasHandshakes } from '../../answers/handshake.ts';
import type { WordsAnswer } from '../../answers/words.ts';
import { describeAnswer, targetOf } from '../../api/search/interpretation.ts';
import type { Context } from '../../http/context.ts';
import { distinguishRows } from '../../notations/offer-title.ts';
import { presenceOf } from '../../query/offers.ts';
import { comparisonParameters } from '../../questions/compare.ts';
import { listParameters } from '../../questions/list.ts';
import { maxPicked } from '../../questions/parameters.ts';
import type { Place } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { textsOf } from '../../text/cells.ts';
import { joinNames, noneYet, plural } from '../../text/counts.ts';
import type { Parameters } from '../../urls.ts';
import { defaultColumns, presentHeads } from '../shared/offer-table/columns.ts';
import { networksCell, networksColumn } from '../shared/offer-table/networks-column.ts';
import { providerHeads, renderOffers } from '../shared/offer-table/render-offers.ts';
import type { PageDeps } from '../shared/page.ts';
import { pricesOfRows } from '../shared/price-range.ts';
import { estimateCells, estimateColumn } from '../toolbox/columns/estimates.ts';
import { linkToOffer } from './offer-link.ts';

/** Offers of the table. */
const shownOffers = 10;
/** Networks of a list without one. */
const shownNetworks = 8;

/** Parameters of the list of the answer on one of its networks. */
function parametersOf({ question }: WordsAnswer): Parameters {
  const query = { ...question.query, networks: [], onEach: false };
  return listParameters({ ...question, query });
}

/** More are ignored: a search has few parts. */
const maxAsText = 20;

export type SearchRequest = ReturnType<typeof readRequest>;

/** Words and category of the address. A category that does not exist is ignored. */
export function readRequest(ctx: Context, { catalog }: Snapshot) {
  const given = new URLSearchParams(ctx.querystring);
  const category = catalog.categories.find(({ key }) => key === given.get('category')) ?? null;
  /** Phrases that are text and nothing else. */
  const asText = given.getAll('text').slice(0, maxAsText);
  return { search: given.get('q') ?? '', category, asText };
}

export function presentAnswer(
  answer: WordsAnswer,
  request: SearchRequest,
  place: Place,
  deps: PageDeps,
) {
  const { snapshot, network: from, urls } = place;
  const { network, offers, leftOut, interpretation } = answer;
  const target = targetOf(answer);
  const counts = network === null ? countNetworks(answer, snapshot) : [];
  const isComparison = target.path === '/compare';
  const href = urls.href(from, target.network, target.path, target.parameters);
  return {
    title: describeAnswer(answer, snapshot),
    counts: countsOf(answer, snapshot),
    ahead: isComparison ? { href, more: `Compare ${joinNames(interpretation.compared)}` } : null,
    href: isComparison || !urls.serves(target.network) ? null : href,
    more: `Show all ${formatCount(offers.length)}`,
    parts: interpretation.parts.map(({ label, words }) => {
      const text = [...request.asText, words];
      const back = place.href('/search', {
        q: request.search,
        category: request.category?.key,
        text,
      });
      return { label, words, href: back };
    }),
    leftOut: leftOut.length === 0 ? null : leftOut.join(', '),
    table: offers.length === 0 ? null : presentTable(answer, counts, place, deps),
    places: presentPlaces(
      answer,
      request.search.trim() === '' ? counts : counts.slice(0, shownNetworks),
      place,
    ),
  };
}

/** `38 offers from 12 providers, from $0`; `none yet` without offers. */
function countsOf(
  { offers, providers, network, selection, interpretation }: WordsAnswer,
  snapshot: Snapshot,
): string {
  if (offers.length === 0) return noneYet;
  const counts = `${plural(offers.length, 'offer')} from ${plural(providers, 'provider')}`;
  const [first] = offers;
  if (interpretation.workload !== null)
    return first?.estimate?.kind === 'cost'
      ? `${counts}, from ${costText({ ...first.estimate, bound: 'exact' })} a month`
      : counts;
  const ids = offers.flatMap(({ rows }) => rows);
  const prices = pricesOfRows(snapshot, network, selection.category, ids);
  const price = prices?.isFree ? '$0' : (prices?.paid ?? null);
  return price === null ? counts : `${counts}, from ${price}`;
}

/**
 * The first offers as directory pages show them. Without a network, an offer has one line for all
 * of its listings.
 */
function presentTable(answer: WordsAnswer, counts: NetworkCounts, place: Place, deps: PageDeps) {
  const { snapshot, urls } = place;
  const { network } = answer;
  const found = answer.offers.slice(0, shownOffers);
  const { columns, shown } = columnsFor(answer, found, snapshot);
  const headOf = providerHeads(place);
  const parameters = parametersOf(answer);
  const ids = found.flatMap(({ rows }) => rows);
  const distinguishing = distinguishRows(snapshot, ids);
  const chains = network === null ? [] : snapshot.chainsOf(network);
  const given = {
    snapshot,
    network,
    columns,
    shown,
    distinguishing,
    chains,
    picked: null,
    pastOf: () => null,
  };
  const lineOf = (offer: WordsAnswer['offers'][number]) => {
    const { within } = answer;
    const { networks } = presenceOf(snapshot, offer.rows, within);
    const best = counts.find(([key]) => networks.includes(key))?.[0] ?? networks[0] ?? null;
    const cells = {
      ...(offer.estimate === undefined
        ? {}
        : estimateCells({ estimate: offer.estimate, by: offer.by ?? null })),
      ...networksCell({ snapshot, networks: within }, offer.rows),
      ...handshakeCell(snapshot, offer.rows),
    };
    const own = {
      ids: network === null ? offer.rows.slice(0, 1) : offer.rows,
      listingsOf: () => offer.rows,
      within,
      by: headOf(offer.offer.provider),
      addedCells: () => cells,
      hrefOf: () =>
        best === null ? null : linkToOffer(offer, parameters, { from: place, network: best }),
    };
    return renderOffers({ ...given, ...own }, deps);
  };
  const { compared } = answer.interpretation;
  const offers = found.slice(0, maxPicked).map(({ offer }) => snapshot.offers.keyOf(offer));
  const selected = comparisonParameters({ list: answer.question, offers, providers: [] });
  const href = urls.href(place.network, network, '/compare', selected);
  return {
    compare:
      found.length < 2 || compared.length > 1
        ? null
        : { href, text: `Compare the first ${offers.length}` },
    heads: presentHeads(shown),
    bodies: found.map(lineOf),
  };
}

/**
 * Columns of the category and of the table. What the words ask for is the same in each line, and
 * has none.
 */
function columnsFor(answer: WordsAnswer, found: WordsAnswer['offers'], snapshot: Snapshot) {
  const { network, interpretation } = answer;
  const { category, filters } = answer.selection;
  const added = [
    ...(interpretation.workload === null ? [] : [estimateColumn]),
    ...(hasHandshakes(snapshot, category) ? [handshakeColumn] : []),
    ...(network === null ? [networksColumn] : []),
  ];
  const columns = snapshot.catalog
    .usedColumnsOf(category)
    .filter(({ key }) => network !== null || key !== 'chain');
  const asked = new Set(
    filters.flatMap((filter) =>
      filter.kind === 'anyOf' && filter.values.length === 1 ? filter.column : [],
    ),
  );
  const rows = found.map(({ rows: [id = 0] }) => snapshot.row(id));
  const telling = columns.filter(
    (column) => !asked.has(column) && rows.some((row) => textsOf(row[column.key]).length > 0),
  );
  return { columns: [...columns, ...added], shown: [...added, ...defaultColumns(telling, [])] };
}

type NetworkCounts = readonly (readonly [network: string, offers: number])[];

/** Networks of a list without one, most offers first. */
function countNetworks(answer: WordsAnswer, snapshot: Snapshot): NetworkCounts {
  const networks = answer.offers.flatMap(
    ({ rows }) => presenceOf(snapshot, rows, answer.networks).networks,
  );
  return [...countBy(networks, (network) => network)].sort(([, a], [, b]) => b - a);
}

function presentPlaces(
  answer: WordsAnswer,
  counts: NetworkCounts,
  { snapshot, network: from, urls }: Place,
) {
  return counts
    .filter(([network]) => urls.serves(network))
    .map(([network, count]) => ({
      name: snapshot.catalog.networkName(network),
      count: formatCount(count),
      href: urls.href(from, network, `/toolbox/${answer.selection.category}`, parametersOf(answer)),
    }));
}
