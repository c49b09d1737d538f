/**
 * Cells of an offer at a place. Its listings there can differ in a cell: then the cell is the range
 * or the values of all of them, never that of one listing.
 */
import { foldText } from '../../common/fold.ts';
import { groupBy } from '../../common/group-by.ts';
import { labelsOnly } from '../../common/markdown-links.ts';
import {
  type ColumnDefinition,
  isAddress,
  isMoney,
  numberKeys,
  priceKeys,
  quotaKind,
  wordKeys,
} from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { presenceOf } from '../query/offers.ts';
import type { Catalog, Row } from '../snapshot/catalog.ts';
import type { Offer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { textsOf, textsOfCell } from '../text/cells.ts';
import { joinNames, joinSome } from '../text/counts.ts';
import { blankWords } from './amount-state.ts';
import { moneyText } from './cost-text.ts';
import { readable, readableText } from './readable.ts';

/** A value of a cell, and the listings that state it. */
export interface ListedValue {
  readonly value: Row[string];
  /** In words; `not stated` or `not measured` for a blank cell. */
  readonly text: string;
  /** Keys, in the order of the snapshot. */
  readonly networks: readonly string[];
  readonly chains: readonly string[];
}

/** What tells listings apart. */
export type Difference = 'network' | 'network and chain' | 'chain' | 'listing';

/** A cell in which the listings of an offer differ. */
export interface VaryingCell {
  readonly column: ColumnDefinition;
  readonly difference: Difference;
  /** The difference in words: `by network`. */
  readonly by: string;
  /** Of most listings first. */
  readonly values: readonly ListedValue[];
  /** Items of all listings of a list whose items stand for themselves; null for other cells. */
  readonly items: readonly string[] | null;
  /** `$421 to $2,504 or Custom` */
  readonly summary: string;
}

export interface OfferCells {
  /** The cells; what varies is a text: `$421 to $2,504 or Custom, by network`. */
  readonly row: Row;
  /** By column key. */
  readonly varying: ReadonlyMap<string, VaryingCell>;
}

/** Values that a summary names. More are counted. */
const maxValues = 3;
const noneVary: ReadonlyMap<string, VaryingCell> = new Map();
/** Cells that say where a listing is. */
const placeKeys: ReadonlySet<string> = new Set(['slug', 'chain']);

/** `rows`: ids of an offer's rows at the place. `within`: keys of its networks; empty for all. */
export function offerCells(
  snapshot: Snapshot,
  rows: readonly number[],
  within: readonly string[] = [],
): OfferCells {
  const [first = 0] = rows;
  const varying = varyingCells(snapshot, rows, within);
  const row = snapshot.row(first);
  if (varying.size === 0) return { row, varying };
  const texts = Array.from(varying, ([key, cell]) => [key, varyingText(cell)] as const);
  return { row: { ...row, ...Object.fromEntries(texts) }, varying };
}

/** Cells in which rows of an offer differ, by column key. Kept with the snapshot. */
export function varyingCells(
  snapshot: Snapshot,
  rows: readonly number[],
  within: readonly string[] = [],
): ReadonlyMap<string, VaryingCell> {
  const [first, second] = rows;
  if (first === undefined || second === undefined) return noneVary;
  const keys = varyingKeys(snapshot, snapshot.offers.of(first));
  if (keys.length === 0) return noneVary;
  return snapshot.derived.of(`varying cells ${rows.join()} ${within.join()}`, () => {
    const columns = snapshot.catalog.columnsOf(snapshot.categoryOf(first));
    const cells = columns
      .filter(({ key }) => keys.includes(key))
      .flatMap((column) => readVarying(snapshot, column, { rows, within }) ?? []);
    return new Map(cells.map((cell) => [cell.column.key, cell]));
  });
}

/**
 * Keys of the cells in which the listings of an offer differ, besides slug and chain, in the order
 * of the columns. Kept with the snapshot.
 */
export function varyingKeys(snapshot: Snapshot, { rows }: Offer): readonly string[] {
  const [first = 0] = rows;
  return snapshot.derived.of(`varying keys ${first}`, () => {
    const [one = {}, ...others] = rows.map((id) => snapshot.row(id));
    return Object.keys(one).filter((key) => {
      if (placeKeys.has(key)) return false;
      const cell = JSON.stringify(one[key]);
      return others.some((row) => JSON.stringify(row[key]) !== cell);
    });
  });
}

interface Listings {
  readonly rows: readonly number[];
  readonly within: readonly string[];
}

/** Null if all rows mean the same. */
function readVarying(
  snapshot: Snapshot,
  column: ColumnDefinition,
  { rows, within }: Listings,
): VaryingCell | null {
  const listings = rows.map((id) => {
    const [value, numbers] = [snapshot.row(id)[column.key] ?? null, snapshot.numbers(id)];
    return { id, value, numbers, meaning: meaningOf(column, value, numbers) };
  });
  const groups = [...groupBy(listings, ({ meaning }) => meaning).values()];
  if (groups.length < 2) return null;
  const weighed = groups.map((group) => {
    const ids = group.map(({ id }) => id);
    const [{ value, numbers } = { value: null, numbers: {} }] = group;
    const { networks, chains } = presenceOf(snapshot, ids, within);
    return {
      value,
      numbers,
      text: wordsOf(column, readable(snapshot, column.key, value)),
      networks,
      chains,
    };
  });
  const values = weighed.toSorted((a, b) => b.networks.length - a.networks.length);
  const items = isUnited(column)
    ? unionOf(values).map((text) => readableText(snapshot, column.key, text))
    : null;
  const range = items === null ? rangeOf(column, values) : null;
  const rest =
    range === null ? values : values.filter(({ numbers }) => !hasNumber(column, numbers));
  const blank = rest.some(({ value }) => textsOf(value).length === 0) ? [blankWords(column)] : [];
  const texts = rest.flatMap(({ value, text }) => (textsOf(value).length === 0 ? [] : [text]));
  const summary =
    items === null
      ? alternatives([...(range === null ? [] : [range]), ...tellApart(texts)], blank)
      : [items.join(', '), ...blank].filter((text) => text !== '').join(' or ');
  const difference = differenceOf(values);
  return {
    column,
    difference,
    by: differenceText(difference, snapshot.catalog),
    values: values.map(({ numbers: _, ...value }) => value),
    items,
    summary,
  };
}

/** `0.1 ETH` and `0.1 without a unit`: two values, and not one that is repeated. */
export function tellApart(texts: readonly string[]): readonly string[] {
  const isRepeated = (text: string) =>
    /^[\d.,]+$/.test(text) && texts.some((other) => other.startsWith(`${text} `));
  return texts.map((text) => (isRepeated(text) ? `${text} without a unit` : text));
}

/** `a, b or c`; `a, b, 4 other values or not stated`. */
function alternatives(texts: readonly string[], blank: readonly string[]): string {
  const named = texts.length > maxValues ? texts.slice(0, maxValues - 1) : texts;
  const more = texts.length - named.length;
  const rest = more === 0 ? [] : [`${more} other values`];
  return joinNames([...named, ...rest, ...blank], 'disjunction');
}

/** `$421 to $2,504 or Custom, by network` */
export function varyingText({ summary, by }: VaryingCell): string {
  return `${summary}, ${by}`;
}

/** `$421: Base; $690: Polygon; Custom: Arbitrum One, Ethereum, Solana and 8 more` */
export function valuesText({ difference, values }: VaryingCell, snapshot: Snapshot): string {
  return values
    .map((value) => `${value.text}: ${placeText(snapshot, difference, value)}`)
    .join('; ');
}

type Places = Pick<ListedValue, 'networks' | 'chains'>;

/** Places of a value: networks, or chains of a network. */
export function placeText(
  { catalog }: Snapshot,
  difference: Difference,
  { networks, chains }: Places,
): string {
  const names =
    difference === 'chain' ? chains : networks.map((network) => catalog.networkName(network));
  return joinSome(names);
}

/** What tells listings apart. */
export function differenceOf(values: readonly Places[]): Difference {
  const isApart = (placesOf: (value: Places) => readonly string[]) => {
    const places = values.flatMap(placesOf);
    return places.length > 1 && new Set(places).size === places.length;
  };
  if (isApart(({ networks }) => networks)) return 'network';
  const onNetworks = new Set(values.map(({ networks }) => networks.join()));
  if (onNetworks.size > 1) return 'network and chain';
  return isApart(({ chains }) => chains) ? 'chain' : 'listing';
}

/** `by network`, `by region` */
export function differenceText(difference: Difference, { terms, facts }: Catalog): string {
  if (difference === 'network') return `by ${terms.network}`;
  if (difference !== 'network and chain') return `by ${difference}`;
  return facts.includes('chains') ? `by ${terms.network} and chain` : 'by listing';
}

function wordsOf(column: ColumnDefinition, value: Row[string]): string {
  const texts = textsOfCell(value, column).map((text) =>
    isAddress(column) ? text : labelsOnly(text).replace(/\s+/g, ' ').trim(),
  );
  return texts.length === 0 ? blankWords(column) : texts.join(', ');
}

/** Lists of links and of names. What a plan limits is a whole. */
function isUnited(column: ColumnDefinition): boolean {
  return column.valueKind === 'array' && quotaKind(column) === null;
}

/** Those of most listings first. */
function unionOf(values: readonly ListedValue[]): readonly string[] {
  const networksOfText = new Map(
    values.flatMap(({ value }) => textsOf(value)).map((text) => [text, 0]),
  );
  for (const { value, networks } of values)
    for (const text of new Set(textsOf(value)))
      networksOfText.set(text, (networksOfText.get(text) ?? 0) + networks.length);
  return [...networksOfText].toSorted(([, a], [, b]) => b - a).map(([text]) => text);
}

interface NumberedValue extends ListedValue {
  readonly numbers: Row;
}

function hasNumber({ key }: ColumnDefinition, numbers: Row): boolean {
  return typeof numbers[numberKeys(key)[0]] === 'number';
}

/** Of amounts that can be compared; null if there are not several. */
function rangeOf(column: ColumnDefinition, values: readonly NumberedValue[]): string | null {
  const stated = values.filter(({ numbers }) => hasNumber(column, numbers));
  const [minKey, maxKey] = numberKeys(column.key);
  const [currencyKey, unitKey] = priceKeys(column.key);
  const numberOf = (numbers: Row, key: string) => Number(numbers[key]);
  // Nothing costs nothing in each currency and per each unit.
  const paid = stated.filter(({ numbers }) => numberOf(numbers, maxKey) !== 0);
  const measures = new Set(
    paid.map(({ numbers }) => JSON.stringify([numbers[currencyKey], numbers[unitKey]])),
  );
  if (stated.length < 2 || measures.size !== 1) return null;
  const least = stated.reduce((a, b) =>
    numberOf(b.numbers, minKey) < numberOf(a.numbers, minKey) ? b : a,
  );
  const most = stated.reduce((a, b) =>
    numberOf(b.numbers, maxKey) > numberOf(a.numbers, maxKey) ? b : a,
  );
  if (!isMoney(column)) return least === most ? null : `${least.text} to ${most.text}`;
  const [currency, unit] = [currencyKey, unitKey].map((key) => paid[0]?.numbers[key] ?? null);
  const money = (amount: number) =>
    moneyText(amount, typeof currency === 'string' ? currency : null);
  const [min, max] = [numberOf(least.numbers, minKey), numberOf(most.numbers, maxKey)];
  const per = unit === null ? '' : unit === 'once' ? ' once' : `/${unit}`;
  return `${money(min)} to ${money(max)}${per}`;
}

/** Keys of the numbers of a column, without those that say a price as its text states it. */
function comparedKeys(column: ColumnDefinition): readonly string[] {
  const words = wordKeys(column.key);
  return companionsOf(column).flatMap(({ key }) => (words.includes(key) ? [] : key));
}

/**
 * Equal for values that mean the same: spelling, order of a list, and the form of an amount do not
 * matter. `numbers`: those that the row states.
 */
export function meaningOf(column: ColumnDefinition, value: Row[string], numbers: Row): string {
  const texts = textsOf(value);
  if (texts.length === 0) return '';
  const [min, max] = numberKeys(column.key);
  if (isMoney(column) && numbers[max] === 0) return 'free';
  if (typeof numbers[min] === 'number' && column.valueKind === 'string')
    return JSON.stringify(comparedKeys(column).map((key) => numbers[key] ?? null));
  const folded = texts.map((text) => foldText(text).replace(/\s+/g, ' ').trim());
  return JSON.stringify(folded.toSorted());
}
