/** Searches of the home page, each with its answer: only those that find something. */
import { isMoney } from '../../../model/columns.ts';
import { costText } from '../../answers/cost-text.ts';
import { rungOf } from '../../answers/ladder.ts';
import { offerCells } from '../../answers/offer-cells.ts';
import { priceIn, shortPrice } from '../../answers/price-text.ts';
import { answerWords, type WordsAnswer } from '../../answers/words.ts';
import { titleOf } from '../../notations/offer-title.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';

export interface NamedNetwork {
  readonly key: string;
  readonly name: string;
}

/** A search with what it found: the cheapest offer, or how many offers of whom. */
interface LiveAnswer {
  readonly q: string;
  /** Key; null for all networks. */
  readonly network: string | null;
  readonly figure: string;
  readonly names: string;
  /** The one offer that is the answer; null for a list. */
  readonly offer: MatchedOffer | null;
}

const maxAnswers = 6;
const maxNames = 3;

/** In words that a person would type. `networks`: the largest first. */
function searchesFor([first, second, third]: readonly NamedNetwork[]): string[] {
  const on = (place: NamedNetwork | undefined) => (place === undefined ? '' : ` on ${place.name}`);
  return [
    `cheapest archive RPC${on(third ?? first)} for 40M requests`,
    `cheapest paid archive RPC${on(first)}`,
    `free RPC${on(second ?? first)}`,
    `faucets${on(second ?? first)} without login`,
    'MCP servers that write on chain',
    `wallets${on(first)} with staking`,
    `bridges${on(second ?? first)}`,
  ];
}

/** Kept with the snapshot. */
export function readLiveAnswers(
  snapshot: Snapshot,
  networks: readonly NamedNetwork[],
): Promise<readonly LiveAnswer[]> {
  return snapshot.derived.of('live answers', async () => {
    const answers: LiveAnswer[] = [];
    for (const q of searchesFor(networks)) {
      const answer = await answerWords(snapshot, q, { network: null, category: null, asText: [] });
      const isMet = answer !== null && answer.offers.length > 0 && answer.leftOut.length === 0;
      const live = isMet ? readAnswer(snapshot, q, answer) : null;
      if (live !== null && answers.push(live) === maxAnswers) break;
    }
    return answers;
  });
}

function readAnswer(snapshot: Snapshot, q: string, answer: WordsAnswer): LiveAnswer | null {
  const { network, offers, interpretation } = answer;
  if (interpretation.workload !== null) return cheapestFor(snapshot, q, answer);
  if (interpretation.sorting.length > 0) return cheapestPaid(snapshot, q, answer);
  const providers = [...new Set(offers.map(({ offer }) => offer.provider))];
  const others = providers.length > maxNames ? ' …' : '';
  return {
    q,
    network,
    figure: plural(offers.length, 'offer'),
    names: `${providers.slice(0, maxNames).join(', ')}${others}`,
    offer: null,
  };
}

/** The first plan with an estimate; null if no cost is known. */
function cheapestFor(snapshot: Snapshot, q: string, { network, offers }: WordsAnswer) {
  const [first] = offers;
  if (first?.estimate?.kind !== 'cost') return null;
  return live(snapshot, {
    q,
    network,
    offer: first,
    figure: `${costText(first.estimate)} a month`,
  });
}

/** The first plan that is not free; null if there is none with a price. */
function cheapestPaid(snapshot: Snapshot, q: string, { network, offers }: WordsAnswer) {
  const offer = offers.find(({ rows }) => rungOf(snapshot, rows)[1] > 0);
  const figure = offer === undefined ? null : priceOf(offer.rows, snapshot);
  return offer === undefined || figure === null
    ? null
    : live(snapshot, { q, network, offer, figure });
}

function live(
  snapshot: Snapshot,
  answer: Omit<LiveAnswer, 'names' | 'offer'> & { readonly offer: MatchedOffer },
): LiveAnswer {
  const { offer, rows } = answer.offer;
  return { ...answer, names: `${offer.provider} ${titleOf(snapshot.row(rows[0] ?? 0))}` };
}

/** The first price of an offer: its first amount, or the range over its listings. */
function priceOf(rows: readonly number[], snapshot: Snapshot): string | null {
  const [id = 0] = rows;
  const { row, varying } = offerCells(snapshot, rows);
  const money = snapshot.catalog
    .columnsOf(snapshot.categoryOf(id))
    .find((column) => isMoney(column) && row[column.key]);
  if (money === undefined) return null;
  const text = String(row[money.key]);
  if (varying.has(money.key)) return text;
  const price = priceIn(money, snapshot.numbers(id));
  return price === null ? null : shortPrice(text, price);
}
