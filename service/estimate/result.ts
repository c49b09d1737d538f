/** What an estimate says. */
import type { CostColumns } from '../../model/columns.ts';
import type { AmountState } from '../../model/rows.ts';

/**
 * Why a cost is unknown, or only the least is known. `short`: for a cell. `fact`: what is missing;
 * null if the plan does not suffice, so that its cost says nothing.
 */
const reasonTable = {
  custom: {
    text: 'The price is agreed with the provider.',
    short: 'Custom price',
    fact: 'the agreed price',
  },
  'no-price': { text: 'The offer states no price.', short: 'No price', fact: 'the price' },
  'no-period': {
    text: 'The price names no period.',
    short: 'Price without period',
    fact: 'the period of the price',
  },
  'no-currency': {
    text: 'The price names no currency.',
    short: 'Price without currency',
    fact: 'the currency of the price',
  },
  'other-unit': {
    text: 'The price is for something else than a month or requests.',
    short: 'Other unit',
    fact: 'the price of requests',
  },
  'per-unit': {
    text: 'The price is for one of several things, such as a project.',
    short: 'Price of one',
    fact: 'how many are needed',
  },
  'open-price': {
    text: 'The price is open: the text states the least of it, or adds something without an amount.',
    short: 'Open price',
    fact: 'what is added to the price',
  },
  'no-factor': {
    text: 'Not computable: no weights of its methods are documented in the unit of the plan.',
    short: 'No weights of its methods',
    fact: 'what a call costs in the unit of the plan',
  },
  'not-offered': {
    text: 'The plan is not offered on the day of the data.',
    short: 'Not offered',
    fact: null,
  },
  'too-small': {
    text: 'The plan includes less, and no price of more is known.',
    short: 'Too small',
    fact: null,
  },
  'no-archive': {
    text: 'The offer keeps recent states only.',
    short: 'No past states',
    fact: null,
  },
  'too-slow': {
    text: 'The plan allows fewer requests per second.',
    short: 'Too slow',
    fact: null,
  },
  'unknown-archive': {
    text: 'The offer does not say whether it has past states.',
    short: 'Past states not stated',
    fact: 'whether past states are served',
  },
  'unknown-rate': {
    text: 'The plan does not say what it allows per second.',
    short: 'Rate not stated',
    fact: 'how many requests a second are allowed',
  },
  'unknown-limit': {
    text: 'The plan does not say how much it includes.',
    short: 'Limit not stated',
    fact: 'how many requests are included',
  },
  'two-limits': {
    text: 'The plan includes less by one of its limits, and use has a price.',
    short: 'Two limits',
    fact: 'whether use can be paid for beyond each of the limits',
  },
  'two-units': {
    text: 'The plan includes an amount of one unit and has a price of another: the texts contradict, or a factor is missing.',
    short: 'Two units',
    fact: 'which of two units counts',
  },
  unread: {
    text: 'A price or a limit of the plan is written in a form that is not read.',
    short: 'Text not read',
    fact: 'what the text means',
  },
  'other-currency': {
    text: 'Fee and use are priced in different currencies.',
    short: 'Two currencies',
    fact: 'a price in one currency',
  },
} as const;

export type Reason = keyof typeof reasonTable;

function textsOf(part: 'text' | 'short'): Readonly<Record<Reason, string>> {
  const entries = Object.entries(reasonTable).map(([reason, words]) => [reason, words[part]]);
  return Object.fromEntries(entries) as Record<Reason, string>;
}

/** As sentences. */
export const reasons = textsOf('text');
/** In as many words as a cell has room for. */
export const shortReasons = textsOf('short');

/** A fact without which a cost is unknown. `detail`: the words or the unit that it is about. */
export interface Lack {
  readonly reason: Reason;
  readonly detail: string | null;
}

/** `how many requests are included`; null if the plan does not suffice. */
export function missingFact({ reason, detail }: Lack): string | null {
  const { fact } = reasonTable[reason];
  return fact === null || detail === null ? fact : `${fact}: ${detail}`;
}

/** What is known of a cost, as of an amount of a cell: a plan that does not suffice has none. */
export function stateOf(result: Result): AmountState {
  const lack = lackOf(result);
  if (lack === null) return 'read';
  if (missingFact(lack) === null) return 'notApplicable';
  return lack.reason === 'unread' ? 'unread' : 'notStated';
}

export const stepKinds = [
  'archive',
  'fee',
  'rate',
  'included',
  'contradiction',
  'factor',
  'need',
  'overage',
  'total',
] as const;

export interface Step {
  readonly kind: (typeof stepKinds)[number];
  readonly text: string;
  /** Address of the documentation of a factor of units.csv. */
  readonly source: string | null;
}

/** Columns whose cells the steps come from; null for those that come from no cell. */
export const columnOfStep: Readonly<Record<Step['kind'], keyof CostColumns | null>> = {
  archive: 'history',
  fee: 'fee',
  rate: 'limits',
  included: 'limits',
  need: null,
  factor: null,
  overage: 'use',
  contradiction: 'limits',
  total: null,
};

export function stepOf(kind: Step['kind'], text: string, source: string | null = null): Step {
  return { kind, text, source };
}

/** Words of a step, which few estimates need. */
export type Words = () => string;

export type Bound = 'exact' | 'range' | 'from' | 'upTo';

/** An amount of money a month. */
export interface Cost {
  readonly min: number;
  /** More than `min` if the texts state a range of prices. */
  readonly max: number;
  /** ISO 4217 code or token ticker; null if the text names none. What is free has USD. */
  readonly currency: string | null;
  /** `from` if it may cost more, `upTo` if it may cost less. */
  readonly bound: Bound;
}

/**
 * Cost of an offer, or the reason why it is unknown. `missing`: the fact without which only the
 * least is known.
 */
export type Result =
  | ({
      readonly kind: 'cost';
      readonly missing: Reason | null;
      readonly detail: string | null;
    } & Cost)
  | ({ readonly kind: 'none' } & Lack);

/** What a result lacks; null if the cost is known. */
export function lackOf(result: Result): Lack | null {
  if (result.kind === 'none') return result;
  const { missing, detail } = result;
  return missing === null ? null : { reason: missing, detail };
}

const amounts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

export function amountText(value: number): string {
  return amounts.format(value);
}

const shortAmounts = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumSignificantDigits: 4,
});

/** `40M`, `1.064B` */
export function shortText(value: number): string {
  return shortAmounts.format(value);
}

export function spanText(min: number, max: number): string {
  return min === max ? amountText(min) : `${amountText(min)} to ${amountText(max)}`;
}

/** Rounds to the hundredth of a cent. */
export function roundCost(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(4));
}
