/** Title of a filtered view in words: `Archive APIs on Ethereum under $50`. */
import { labelsOnly } from '../../common/markdown-links.ts';
import { type Filter, kindOf } from '../query/filters/index.ts';
import { currencySigns } from '../query/understand/labels.ts';
import type { View } from '../query/view.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type PriceGroup, parseGroup } from '../snapshot/texts/price-groups.ts';
import { offeredForAll, recently } from '../text/counts.ts';

interface Subject {
  readonly category: string;
  /** Null for all networks. */
  readonly network: string | null;
  /** Currency and unit that a price filter of the column compares; null if the column has no prices. */
  readonly comparedIn: (column: string) => Pick<PriceGroup, 'currency' | 'unit'> | null;
}

/** More would not fit into a title. */
const maxPhrases = 3;
/** Columns whose values stand before the category as words do, in this order: Free Archive RPC. */
const adjectives: readonly string[] = ['planType', 'historicalData', 'apiType', 'serverType', 'hostingType'];

/** Title of a view of a network; of all networks for null. `place`: the name of the network, or those of several. */
export function titleOfView(
  snapshot: Snapshot,
  network: string | null,
  view: View,
  place = network === null ? null : snapshot.catalog.networkName(network),
): string {
  const { catalog } = snapshot;
  const { category } = view.query;
  return describeView(view, {
    category: catalog.categoryLabel(category),
    network: place,
    comparedIn: (column) => snapshot.pricesOf(network, category).get(column)?.main ?? null,
  });
}

/** The title, with at most three of the filters; `more` says that there are others. */
export function describeView({ query, search }: View, { category, network, comparedIn }: Subject): string {
  const place = (filter: Filter) => adjectives.indexOf(filter.column.key);
  const shown = query.filters.slice(0, maxPhrases).toSorted((a, b) => place(a) - place(b));
  const phrases = shown.map((filter) => phraseOf(filter, comparedIn));
  const before = phrases.flatMap((phrase) => phrase.before ?? []);
  const after = phrases.flatMap((phrase) => phrase.after ?? []);
  const words = [...before, category, ...(network === null ? [] : [`on ${network}`]), ...after];
  if (query.scope !== undefined) words.push(query.scope === 'network' ? 'for this network' : offeredForAll);
  if (query.confirmed === true) words.push(`confirmed ${recently}`);
  if (query.filters.length > maxPhrases) words.push('and more filters');
  const title = words.join(' ');
  return search.trim() === '' ? title : `${title}: ${search.trim()}`;
}

function phraseOf(filter: Filter, comparedIn: Subject['comparedIn']) {
  const { key, label, cellType } = filter.column;
  if (filter.kind === 'range')
    return { after: rangePhrase(filter, filter.group === null ? comparedIn(key) : parseGroup(filter.group)) };
  const values = kindOf(filter)
    .parts(filter)
    .map(({ text }) => labelsOnly(text));
  if (filter.kind === 'flag') return { after: flagPhrase(values, label) };
  const named = values.length > 2 ? `${values.slice(0, 2).join(', ')} or others` : values.join(' or ');
  if (cellType === 'chain') return { after: `on ${named.charAt(0).toUpperCase()}${named.slice(1)}` };
  return adjectives.includes(key) ? { before: named } : { after: `with ${label} ${named}` };
}

/** `under $50`, `from $10 to $50`; with the unit if it is not a month: `under $1 per million requests`. */
function rangePhrase(
  { column, min, max }: Filter & { readonly kind: 'range' },
  group: Pick<PriceGroup, 'currency' | 'unit'> | null,
): string {
  const { currency, unit } = group ?? { currency: null, unit: null };
  const symbol = currencySigns.get(currency ?? '') ?? '';
  const amount = (value: number | null) => `${symbol}${value ?? ''}${symbol === '' && currency ? ` ${currency}` : ''}`;
  const per = unit === null || unit === 'month' || unit === 'once' ? '' : ` per ${unit}`;
  const what = group === null ? `with ${column.label} ` : '';
  if (max === 0 && group !== null) return `with ${column.label} 0`;
  if (min === null) return `${what}under ${amount(max)}${per}`;
  return max === null ? `${what}from ${amount(min)}${per}` : `${what}from ${amount(min)} to ${amount(max)}${per}`;
}

function flagPhrase(values: readonly string[], label: string): string {
  if (values.length !== 1) return `by ${label}`;
  return `${values[0] === 'Yes' ? 'with' : 'without'} ${label}`;
}
