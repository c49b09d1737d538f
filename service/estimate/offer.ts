/** The facts of an offer that an estimate needs, from the cells of a row and their numbers. */

export interface Price {
  readonly text: string;
  /** Null if the text states no amount, such as `Custom`. */
  readonly amount: Amount | null;
}

export interface Amount {
  readonly min: number;
  readonly max: number;
  /** Of the price that the text states first. */
  readonly first: number;
  readonly currency: string | null;
  readonly unit: string | null;
  readonly bound: string;
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
  /** Null if nothing is stated. */
  readonly historicalData: string | null;
  /** Null if the cell is blank. */
  readonly fee: Price | null;
  readonly use: Price | null;
  readonly included: Quota | null;
  readonly rate: Quota | null;
}

type Cells = Readonly<Record<string, unknown>>;

export function readOffer(cells: Cells): Offer {
  return {
    provider: String(cells.provider),
    technology: textOf(cells.technology),
    historicalData: textOf(cells.historicalData),
    fee: priceOf(cells, 'accessPrice'),
    use: priceOf(cells, 'queryPrice'),
    included: quotaOf(cells, 'limitationsIncluded'),
    rate: quotaOf(cells, 'limitationsRate'),
  };
}

function textOf(cell: unknown): string | null {
  return typeof cell === 'string' ? cell : null;
}

function priceOf(cells: Cells, key: string): Price | null {
  const text = textOf(cells[key]);
  if (text === null) return null;
  const { [`${key}Min`]: min, [`${key}Max`]: max, [`${key}First`]: first } = cells;
  if (typeof min !== 'number' || typeof max !== 'number') return { text, amount: null };
  const [currency, unit] = ['Currency', 'Unit'].map((end) => textOf(cells[`${key}${end}`]));
  const bound = textOf(cells[`${key}Bound`]) ?? 'exact';
  const amount = {
    min,
    max,
    first: Number(first ?? min),
    currency: currency ?? null,
    unit: unit ?? null,
    bound,
  };
  return { text, amount };
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
