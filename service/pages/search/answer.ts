/** The card of a search in ordinary words: the list that they mean, its first offers, and the words that can be taken back. */
import { formatCount } from '../../../common/format-count.ts';
import { countBy } from '../../../common/group-by.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { isMoney } from '../../../model/columns.ts';
import { describeAnswer, targetOf } from '../../api/search/interpretation.ts';
import { costText } from '../../query/offers/cost-text.ts';
import { type Presence, presenceOf } from '../../query/offers/offers.ts';
import { limitsOf, type Place } from '../../query/place.ts';
import type { WordsAnswer } from '../../query/understand/answer.ts';
import { viewOf, viewParameters } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { joinNames, noneYet, plural } from '../../text/counts.ts';
import { clip, presentPrice } from '../../text/price.ts';
import type { Parameters } from '../../urls.ts';
import { logosOf } from '../shared/logos.ts';
import { titleOf } from '../shared/offer-table/title.ts';
import { pricesOfRows } from '../shared/price-range.ts';
import { linkToOffer } from './offer-link.ts';

/** Offers of the card. */
const shownOffers = 5;
/** Networks of a list without one. */
const shownNetworks = 8;
/** Characters of the limits of an offer. */
const maxLimits = 60;

/** Parameters of the directory page that lists the answer. */
function parametersOf({ search, selection, interpretation }: WordsAnswer): Parameters {
  return viewParameters(viewOf(search, selection, interpretation.workload));
}

interface AnswerRequest {
  readonly q: string;
  readonly category: string | null;
  readonly asText: readonly string[];
}

export function presentAnswer(answer: WordsAnswer, request: AnswerRequest, place: Place) {
  const { snapshot, network: from, urls } = place;
  const { network, selection, offers, providers, leftOut, interpretation } = answer;
  const ids = offers.flatMap(({ rows }) => rows);
  const prices = pricesOfRows(snapshot, network, selection.category, ids);
  const price = prices?.isFree ? '$0' : (prices?.paid ?? null);
  const target = targetOf(answer, request.q);
  const href = urls.href(from, target.network, target.path, target.parameters);
  const counts = network === null ? countNetworks(answer, snapshot) : [];
  const isListed = network !== null || interpretation.compared.length > 1;
  return {
    title: describeAnswer(answer, snapshot),
    counts: countsOf(offers.length, providers, interpretation.workload === null ? price : null),
    href: isListed ? href : null,
    more: interpretation.compared.length > 1 && network === null ? 'Compare' : `Show all ${formatCount(offers.length)}`,
    parts: interpretation.parts.map(({ label, words }) => ({
      label,
      words,
      href: place.href('/search', {
        q: request.q,
        category: request.category,
        text: [...request.asText, words],
      }),
    })),
    leftOut: leftOut.length === 0 ? null : leftOut.join(', '),
    lines: offers.slice(0, shownOffers).map((found) => presentLine(found, { answer, counts }, place)),
    places: presentPlaces(answer, counts, place),
  };
}

/** `38 offers from 12 providers, from $0`; `none yet` without offers. */
function countsOf(offers: number, providers: number, price: string | null): string {
  if (offers === 0) return noneYet;
  return `${plural(offers, 'offer')} from ${plural(providers, 'provider')}${price === null ? '' : `, from ${price}`}`;
}

function presentLine(
  found: WordsAnswer['offers'][number],
  { answer, counts }: { readonly answer: WordsAnswer; readonly counts: NetworkCounts },
  place: Place,
) {
  const { snapshot, network: from, urls } = place;
  const { offer, rows } = found;
  const { category } = answer.selection;
  const [id = 0] = rows;
  const row = snapshot.row(id);
  const presence = presenceOf(snapshot, rows, answer.networks.length > 0 ? answer.networks : limitsOf(answer.network));
  const network = counts.find(([key]) => presence.networks.includes(key))?.[0] ?? presence.networks[0] ?? null;
  const money = snapshot.catalog.columnsOf(category).find((column) => isMoney(column) && row[column.key] != null);
  const price = money === undefined ? null : presentPrice(String(row[money.key]));
  const limits = Array.isArray(row.limitations) ? row.limitations.join(', ') : '';
  const facts = [
    found.estimate?.kind === 'cost' ? `${costText(found.estimate)} a month for this volume` : '',
    price === null ? '' : `${price.quiet ?? price.amount ?? ''}${price.per ?? ''}`,
    limits === '' ? '' : clip(labelsOnly(limits), maxLimits),
    placesIn(presence, answer, snapshot),
  ];
  return {
    ...logosOf(snapshot, from, urls)(offer.provider),
    title: `${offer.provider}: ${titleOf(row)}`,
    facts: facts.filter((fact) => fact !== '').join(' · '),
    href: network === null ? null : linkToOffer(found, parametersOf(answer), { from: place, network }),
  };
}

/** Where an offer is: the names of several networks of the words, a number of all, or the chains of one. */
function placesIn({ networks, chains }: Presence, answer: WordsAnswer, { catalog }: Snapshot): string {
  if (answer.networks.length > 0) return joinNames(networks.map((key) => catalog.networkName(key)));
  return answer.network === null ? plural(networks.length, 'network') : chains.join(', ');
}

type NetworkCounts = readonly (readonly [network: string, offers: number])[];

/** Networks of a list without one, most offers first. */
function countNetworks(answer: WordsAnswer, snapshot: Snapshot): NetworkCounts {
  const networks = answer.offers.flatMap(({ rows }) => presenceOf(snapshot, rows, answer.networks).networks);
  return [...countBy(networks, (network) => network)].sort(([, a], [, b]) => b - a);
}

function presentPlaces(answer: WordsAnswer, counts: NetworkCounts, { snapshot, network: from, urls }: Place) {
  return counts
    .filter(([network]) => urls.serves(network))
    .slice(0, shownNetworks)
    .map(([network, count]) => ({
      name: snapshot.catalog.networkName(network),
      count: formatCount(count),
      href: urls.href(from, network, `/toolbox/${answer.selection.category}`, parametersOf(answer)),
    }));
}
