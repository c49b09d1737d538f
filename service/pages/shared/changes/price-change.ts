/** A price or another amount before and after a change, as numbers if both can be compared. */
import { presentPrice } from '../../../text/price.ts';

/** The amount of a price that decides, and what it is for. */
export interface Amount {
  readonly value: number;
  /** Currency, unit and bound: only amounts with the same one can be compared. Blank for an amount of 0, which is free in all. */
  readonly measure: string;
  /** Short text: `$49/month`, `free`. */
  readonly text: string;
  /** Whether the price says more than the amount. */
  readonly hasNote: boolean;
}

/** Null if the text does not begin with one amount. */
export function readAmount(text: string | null): Amount | null {
  if (text === null) return null;
  if (/^free$/i.test(text.trim())) return { ...free, hasNote: false };
  const { amount, per, note } = presentPrice(text);
  const [, bound = '', sign = '', digits, scale = ''] = /^(\D*?)([$€£¥]?)(\d[\d.,]*)([KMB]?)$/.exec(amount ?? '') ?? [];
  if (amount === null || digits === undefined) return null;
  const value = numberOf(digits) * (scales.get(scale) ?? 1);
  const hasNote = note !== null;
  if (value === 0) return { ...free, hasNote };
  return { value, measure: `${bound}${sign}${per ?? ''}`, text: `${amount}${per ?? ''}`, hasNote };
}

const free = { value: 0, measure: '', text: 'free' } as const;

const scales: ReadonlyMap<string, number> = new Map([
  ['K', 1e3],
  ['M', 1e6],
  ['B', 1e9],
]);

/** Commas separate thousands. */
function numberOf(digits: string): number {
  return Number(digits.replaceAll(',', '').replace(/\.$/, ''));
}

interface AmountChange {
  readonly before: Amount;
  readonly after: Amount;
}

/** Null unless both texts state an amount of the same currency and unit, and the amounts differ. */
export function compareAmounts(before: string | null, after: string | null): AmountChange | null {
  const [old, now] = [readAmount(before), readAmount(after)];
  if (old === null || now === null || old.value === now.value) return null;
  const isSame = old.measure === now.measure || old.value === 0 || now.value === 0;
  return isSame ? { before: old, after: now } : null;
}
