/** The card of a search in ordinary words: the list that they mean, its first offers, and the words that can be taken back. */
import { formatCount } from '../../../common/format-count.ts';
import { countBy } from '../../../common/group-by.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { isMoney } from '../../../model/columns.ts';
import { describeAnswer, targetOf } from '../../api/search/interpretation.ts';
import { presenceOf } from '../../query/offers/offers.ts';
import { limitsOf, type Place } from '../../query/place.ts';
import type { WordsAnswer } from '../../query/understand/answer.ts';
import { viewOf, viewParameters } from '../../query/view.ts';
import type { FoundOffer } from '../../snapshot/offers.ts';
import { noneYet, plural } from '../../text/counts.ts';
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
function parametersOf({ search, selection }: WordsAnswer): Parameters {
  return viewParameters(viewOf(search, selection));
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
  const isListed = network !== null || interpretation.compared.length > 1;
  return {
    title: describeAnswer(answer, snapshot),
    counts: countsOf(offers.length, providers, price),
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
    lines: offers.slice(0, shownOffers).map((found) => presentLine(found, answer, place)),
    places: network === null ? presentPlaces(answer, place) : [],
  };
}

/** `38 offers from 12 providers, from $0`; `none yet` without offers. */
function countsOf(offers: number, providers: number, price: string | null): string {
  if (offers === 0) return noneYet;
  return `${plural(offers, 'offer')} from ${plural(providers, 'provider')}${price === null ? '' : `, from ${price}`}`;
}

function presentLine(found: FoundOffer, answer: WordsAnswer, place: Place) {
  const { snapshot, network: from, urls } = place;
  const { offer, rows } = found;
  const { category } = answer.selection;
  const [id = 0] = rows;
  const row = snapshot.row(id);
  const presence = presenceOf(snapshot, rows, limitsOf(answer.network));
  const [network = null] = presence.networks;
  const money = snapshot.catalog.columnsOf(category).find((column) => isMoney(column) && row[column.key] != null);
  const price = money === undefined ? null : presentPrice(String(row[money.key]));
  const limits = Array.isArray(row.limitations) ? row.limitations.join(', ') : '';
  const facts = [
    price === null ? '' : `${price.quiet ?? price.amount ?? ''}${price.per ?? ''}`,
    limits === '' ? '' : clip(labelsOnly(limits), maxLimits),
    answer.network === null ? plural(presence.networks.length, 'network') : presence.chains.join(', '),
  ];
  return {
    ...logosOf(snapshot, from, urls)(offer.provider),
    title: `${offer.provider}: ${titleOf(row)}`,
    facts: facts.filter((fact) => fact !== '').join(' · '),
    href: network === null ? null : linkToOffer(found, parametersOf(answer), { from: place, network }),
  };
}

/** Networks of a list without one, most offers first. */
function presentPlaces(answer: WordsAnswer, { snapshot, network: from, urls }: Place) {
  const networks = answer.offers.flatMap(({ rows }) => presenceOf(snapshot, rows, []).networks);
  return [...countBy(networks, (network) => network)]
    .sort(([, a], [, b]) => b - a)
    .filter(([network]) => urls.serves(network))
    .slice(0, shownNetworks)
    .map(([network, count]) => ({
      name: snapshot.catalog.networkName(network),
      count: formatCount(count),
      href: urls.href(from, network, `/toolbox/${answer.selection.category}`, parametersOf(answer)),
    }));
}
