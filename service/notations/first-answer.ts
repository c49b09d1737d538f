/** The answer of a search in one line: its cheapest offer, or how many offers of whom. */
import { isMoney } from '../../model/columns.ts';
import { costText } from '../answers/cost-text.ts';
import { rungReader, rungs } from '../answers/ladder.ts';
import { offerCells } from '../answers/offer-cells.ts';
import { priceIn, shortPrice } from '../answers/price-text.ts';
import type { WordsAnswer } from '../answers/words.ts';
import type { MatchedOffer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { plural } from '../text/counts.ts';
import { titleOf } from './offer-title.ts';

export interface FirstAnswer {
  readonly figure: string;
  readonly names: string;
  /** The one offer that is the answer; null for a list. */
  readonly offer: MatchedOffer | null;
}

const maxNames = 3;

/** How many offers of whom. */
export function countAnswer({ offers }: Pick<WordsAnswer, 'offers'>): FirstAnswer {
  const providers = [...new Set(offers.map(({ offer }) => offer.provider))];
  const others = providers.length > maxNames ? '\u00a0…' : '';
  return {
    figure: plural(offers.length, 'offer'),
    names: `${providers.slice(0, maxNames).join(', ')}${others}`,
    offer: null,
  };
}

/** The first plan with an estimate; null if no cost is known. */
export function cheapestFor(snapshot: Snapshot, { offers }: WordsAnswer): FirstAnswer | null {
  const [first] = offers;
  if (first?.estimate?.kind !== 'cost') return null;
  return answerOf(snapshot, first, `${costText(first.estimate)} a month`);
}

/** The first plan that is not free; null if there is none with a price. */
export function cheapestPaid(snapshot: Snapshot, { offers }: WordsAnswer): FirstAnswer | null {
  const rungOf = rungReader(snapshot);
  const offer = offers.find(({ rows }) => rungOf(rows)[1] > 0);
  const figure = offer === undefined ? null : priceOf(offer.rows, snapshot);
  return offer === undefined || figure === null ? null : answerOf(snapshot, offer, figure);
}

/** Plans that cost nothing, with whatever is used of them; null if there is none. */
export function freeAnswer(snapshot: Snapshot, { offers }: WordsAnswer): FirstAnswer | null {
  const rungOf = rungReader(snapshot);
  const free = offers.filter(({ rows }) => {
    const [rung, price] = rungOf(rows);
    return rung === rungs.free && price === 0;
  });
  if (free.length === 0) return null;
  const { figure, ...answer } = countAnswer({ offers: free });
  return { ...answer, figure: `${figure} for free` };
}

function answerOf(snapshot: Snapshot, found: MatchedOffer, figure: string): FirstAnswer {
  const { offer, rows } = found;
  const names = `${offer.provider} ${titleOf(snapshot.row(rows[0] ?? 0), snapshot.catalog.roles)}`;
  return { figure, names, offer: found };
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
