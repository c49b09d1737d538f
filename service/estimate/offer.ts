/** The facts of an offer that an estimate needs, from the cells of a row and their numbers. */
import * as z from 'zod';
import { parseJson } from '../../common/json.ts';
import { type CostColumns, furtherKey, stateKeys } from '../../model/columns.ts';
import { periodColumns } from '../../model/periods.ts';
import { inPeriod, periodSeconds } from '../../model/price-period.ts';
import type { PriceTerm, PriceTier } from '../../model/rows.ts';

export interface Price {
  readonly text: string;
  /** Null if the text states no amount, such as `Custom`. */
  readonly amount: Amount | null;
  /** Whether the text states an amount in a form that is not read. */
  readonly isUnread: boolean;
}

export interface Amount {
  readonly min: number;
  readonly max: number;
  /** Of the price that the text states first. */
  readonly first: number;
  readonly currency: string | null;
  readonly unit: string | null;
  readonly bound: string;
  /** Prices by volume; null if the text states none. */
  readonly tiers: readonly PriceTier[] | null;
  /** Payments of several months at once, and the least of a bill. */
  readonly terms: readonly PriceTerm[];
}

export interface Quota {
  /** Of the smallest and the largest tier; 0 if it is unlimited. */
  readonly min: number;
  readonly max: number;
  /** `requests/month`, `compute units`. */
  readonly unit: string;
  readonly bound: string;
}

export interface Offer {
  readonly provider: string;
  readonly technology: string | null;
  /** `Announced` or `Ended`; null on the days of the offer. */
  readonly availability: string | null;
  /** Null if nothing is stated. */
  readonly history: string | null;
  /** Null if the cell is blank. */
  readonly fee: Price | null;
  readonly use: Price | null;
  readonly included: Quota | null;
  /** Further amounts that it includes. */
  readonly further: readonly Quota[];
  /** Limits that were not read, as written; null if all were. */
  readonly unread: string | null;
  /** The texts of the limits; null if the cell is blank. */
  readonly limits: string | null;
  readonly rate: Quota | null;
}

type Cells = Readonly<Record<string, unknown>>;

/** `numbers`: those of the cells. Copies of both in one object take ten times as long to make. */
export function readOffer(cells: Cells, numbers: Cells, columns: CostColumns): Offer {
  const { fee, use, limits, history } = columns;
  return {
    provider: String(cells.provider),
    technology: textOf(cells.technology),
    availability: textOf(cells[periodColumns.availability]),
    history: history === null ? null : textOf(cells[history]),
    fee: perMonth(priceOf(fee, cells, numbers)),
    use: priceOf(use, cells, numbers),
    included: quotaOf(numbers, `${limits}Included`),
    further: limits === null ? [] : furtherOf(numbers, limits),
    unread: limits === null ? null : textOf(numbers[stateKeys(limits)[1]]),
    limits: limits === null ? null : limitsOf(cells[limits]),
    rate: quotaOf(numbers, `${limits}Rate`),
  };
}

function textOf(cell: unknown): string | null {
  return typeof cell === 'string' ? cell : null;
}

function priceOf(key: string | null, cells: Cells, numbers: Cells): Price | null {
  if (key === null) return null;
  const text = textOf(cells[key]);
  if (text === null) return null;
  const { [`${key}Min`]: min, [`${key}Max`]: max, [`${key}First`]: first } = numbers;
  const isUnread = numbers[stateKeys(key)[0]] === 'unread';
  if (typeof min !== 'number' || typeof max !== 'number') return { text, amount: null, isUnread };
  const [currency, unit] = ['Currency', 'Unit'].map((end) => textOf(numbers[`${key}${end}`]));
  const bound = textOf(numbers[`${key}Bound`]) ?? 'exact';
  const amount = {
    min,
    max,
    first: Number(first ?? min),
    currency: currency ?? null,
    unit: unit ?? null,
    bound,
    tiers: listOf(tiersSchema, numbers[`${key}Tiers`]),
    terms: listOf(termsSchema, numbers[`${key}Terms`]) ?? [],
  };
  return { text, amount, isUnread };
}

/** Estimates are those of a month, whatever prices are compared by. */
function perMonth(price: Price | null): Price | null {
  const { amount = null } = price ?? {};
  const seconds = amount && periodSeconds(amount.unit);
  if (price === null || amount === null || !seconds || amount.unit === 'month') return price;
  const scaled = (value: number) => inPeriod(value, seconds, 'month');
  const { min, max, first } = amount;
  const ends = { min: scaled(min), max: scaled(max), first: scaled(first) };
  return { ...price, amount: { ...amount, ...ends, unit: 'month' } };
}

const tiersSchema = z.array(
  z.object({ from: z.number(), to: z.number().nullable(), price: z.number() }),
);

const termsSchema = z.array(
  z.object({
    kind: z.enum(['paid', 'minimum']),
    months: z.number(),
    min: z.number(),
    max: z.number(),
  }),
);

function listOf<Item>(schema: z.ZodType<readonly Item[]>, cell: unknown): readonly Item[] | null {
  // A blank cell is common, and the error of a schema takes a tenth of a millisecond.
  if (typeof cell !== 'string') return null;
  const { data = null } = schema.safeParse(parseJson(cell));
  return data;
}

const quotasSchema = z.array(
  z.object({
    min: z.number().nullable(),
    max: z.number().nullable(),
    unit: z.string().nullable(),
    bound: z.string(),
  }),
);

function furtherOf(cells: Cells, limits: string): readonly Quota[] {
  const cell = cells[furtherKey(limits)];
  if (typeof cell !== 'string') return [];
  const { data = [] } = quotasSchema.safeParse(parseJson(cell));
  return data.map(({ min, max, unit, bound }) => {
    return { min: min ?? 0, max: max ?? 0, unit: unit ?? '', bound };
  });
}

function limitsOf(cell: unknown): string | null {
  const items = [cell].flat().filter((item) => typeof item === 'string');
  return items.length === 0 ? null : items.join(', ');
}

function quotaOf(cells: Cells, key: string): Quota | null {
  const bound = textOf(cells[`${key}Bound`]);
  if (bound === null) return null;
  return {
    min: Number(cells[`${key}Min`]),
    max: Number(cells[`${key}Max`]),
    unit: textOf(cells[`${key}Unit`]) ?? '',
    bound,
  };
}
