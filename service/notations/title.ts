/** Title of a filtered view in words: `Archive APIs on Ethereum under $50`. */
import { labelsOnly } from '../../common/markdown-links.ts';
import { type ColumnDefinition, estimateFigure, quotaUnitOf } from '../../model/columns.ts';
import { aUnit, periodOf } from '../../model/price-period.ts';
import type { Terms } from '../../model/terms.ts';
import { readableText } from '../answers/readable.ts';
import { type Filter, kindOf } from '../query/filters/index.ts';
import { blank } from '../query/filters/presence.ts';
import { unitOf } from '../query/filters/range.ts';
import type { ListQuestion } from '../questions/list.ts';
import { type Place, placeName } from '../questions/place.ts';
import { isExcluding } from '../questions/words/codes.ts';
import { currencySigns, volumeLabel } from '../questions/words/labels.ts';
import { wordOfValues } from '../questions/words/value-words.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type PriceGroup, parseGroup } from '../snapshot/texts/price-groups.ts';
import { capitalize } from '../text/clip.ts';
import { joinNames, offeredForAll, recently } from '../text/counts.ts';

interface Subject {
  readonly category: string;
  /** Names of networks; null for all. */
  readonly place: string | null;
  readonly terms: Terms;
  /** Whether it is the list of a network. */
  readonly isNetwork: boolean;
  /**
   * Currency and unit that a price filter of the column compares; null if the column has no prices.
   */
  readonly comparedIn: (column: string) => Pick<PriceGroup, 'currency' | 'unit'> | null;
  /** The one word for all of the values of a filter; null if people have none. */
  readonly wordFor: (filter: Filter) => string | null;
  /** A value of a column as people read it. */
  readonly read?: (column: string, text: string) => string;
}

/**
 * Columns whose values stand before the category as words do, after the kind of the plan and in this
 * order, by role or key: Free Archive RPC.
 */
const adjectives: readonly string[] = ['history', 'apiType', 'serverType', 'hostingType'];
/** Words for flags that have some, and without the flag. */
const flagWords: ReadonlyMap<string, readonly [Phrase, Phrase]> = new Map([
  ['custodial', [{ before: 'Custodial' }, { before: 'Non-custodial' }]],
  ['openSource', [{ before: 'Open-source' }, { before: 'Closed-source' }]],
  // Most of them are apps that keep keys on a device of another maker.
  ['hardware', [{ after: 'that work with hardware wallets' }, { before: 'Software' }]],
]);
/** Single values that stand before the category: Hardware Wallets. */
const valueWords: ReadonlyMap<string, string> = new Map([['supportedPlatforms', 'Hardware']]);
/** Words between the category and values, where `with` and the label of the column say less. */
const prepositions: ReadonlyMap<string, string> = new Map([
  ['provider', 'of'],
  ['supportedPlatforms', 'for'],
  ['programmingLanguage', 'in'],
  ['availableApis', 'with'],
  ['supportedChains', 'to'],
]);

/** What a title says of a question. */
interface Titled extends Pick<ListQuestion, 'search'> {
  readonly query: Pick<ListQuestion['query'], 'category' | 'filters' | 'scope' | 'confirmed'>;
}

/** Title of a list at a place. */
export function titleOfView(
  snapshot: Snapshot,
  { network, networks, onEach }: Pick<Place, 'network' | 'networks' | 'onEach'>,
  question: Titled,
): string {
  const { catalog } = snapshot;
  const { category } = question.query;
  return describeView(question, {
    category: catalog.categoryLabel(category),
    place: placeName(snapshot, { networks, onEach }),
    terms: catalog.terms,
    isNetwork: network !== null,
    comparedIn: (column) => snapshot.pricesOf(network, category).get(column)?.main ?? null,
    wordFor: (filter) => wordOfValues(snapshot, filter),
    read: (column, text) => readableText(snapshot, column, text),
  });
}

/** The title, with all of the filters: it is how a search was read. */
export function describeView(
  { query, search }: Titled,
  { category, place, terms, isNetwork, ...subject }: Subject,
): string {
  const shown = query.filters.toSorted((a, b) => placeInTitle(a) - placeInTitle(b));
  const phrases = shown.map((filter) => filterPhrase(filter, subject));
  const before = [...new Set(phrases.flatMap((phrase) => phrase.before ?? []))];
  const after = phrases.flatMap((phrase) => phrase.after ?? []);
  const stated = phrases.flatMap((phrase) => phrase.stated ?? []);
  const chain = phrases.flatMap((phrase) => phrase.on ?? []);
  const places = [place ?? '', ...chain].filter((word) => word !== '').join(' ');
  const words = [
    ...before,
    category,
    ...(places === '' ? [] : [`${terms.on} ${places}`]),
    ...after,
    ...(stated.length === 0 ? [] : [`that state ${joinNames(stated)}`]),
  ];
  if (query.scope !== undefined)
    words.push(query.scope === 'network' ? scopeOf(isNetwork, terms) : offeredForAll(terms));
  if (query.confirmed === true) words.push(`confirmed ${recently}`);
  const title = words.join(' ');
  return search.trim() === '' ? title : `${title}: ${search.trim()}`;
}

/** What it costs comes first: Free Archive APIs. */
function placeInTitle({ column: { key, role } }: Filter): number {
  return role === 'plan' || key === 'price' ? -2 : adjectives.indexOf(role ?? key);
}

function scopeOf(isNetwork: boolean, { network, networks }: Terms): string {
  return isNetwork ? `for this ${network}` : `for single ${networks}`;
}

/** Words before the category, of the place, or after it. */
interface Phrase {
  readonly before?: string;
  readonly on?: string;
  readonly after?: string;
  /** What offers state, whatever it says. */
  readonly stated?: string;
}

function filterPhrase(
  filter: Filter,
  {
    comparedIn,
    wordFor,
    read = (_, text) => text,
  }: Pick<Subject, 'comparedIn' | 'wordFor' | 'read'>,
): Phrase {
  const { key, label } = filter.column;
  const texts = kindOf(filter)
    .parts(filter)
    .map(({ text }) => read(key, labelsOnly(text)));
  switch (filter.kind) {
    case 'range':
      return boundsPhrase(filter, comparedIn);
    case 'presence':
      return presencePhrase(filter);
    case 'flag':
      return flagPhrase(filter.column, texts);
    case 'mentions':
      return { after: mentionsPhrase(texts, wordFor(filter)) };
    case 'either':
      return { after: `with ${inText(label)} ${texts.join()}` };
    case 'anyOf': {
      const denied = deniedOf(filter).map((text) => read(key, text));
      const word = wordFor(filter);
      // `without excluded countries in Europe`
      const isPlace = word !== null && isExcluding(filter.column);
      return valuesPhrase(filter, {
        texts: oneWord(texts, word),
        denied: denied.length === 0 ? denied : oneWord(denied, isPlace ? `in ${word}` : word),
      });
    }
  }
}

function boundsPhrase(
  filter: Filter & { readonly kind: 'range' },
  comparedIn: Subject['comparedIn'],
): Phrase {
  const { key } = filter.column;
  const isEstimate = key === estimateFigure.key;
  const usual = isEstimate ? parseGroup(unitOf(filter.column) ?? '') : comparedIn(key);
  const group = filter.group === null ? usual : parseGroup(filter.group);
  if (key === 'price' && filter.max === 0 && group !== null) return { before: 'Free' };
  const phrase = rangePhrase(filter, group);
  return { after: isEstimate ? `with an estimate ${phrase}` : phrase };
}

function presencePhrase({ column, isBlank }: Filter & { readonly kind: 'presence' }): Phrase {
  if (column.key === estimateFigure.key)
    return { after: `${isBlank ? 'without' : 'with'} an estimate` };
  const unit = quotaUnitOf(column)?.replace('/', ' per ');
  const name = unit === undefined ? inText(column.label) : `limit of ${unit}`;
  return isBlank ? { after: `without a stated ${name}` } : { stated: name };
}

function valuesPhrase(
  filter: Filter & { readonly kind: 'anyOf' },
  { texts, denied }: Readonly<Record<'texts' | 'denied', readonly string[]>>,
): Phrase {
  const { key, label, cellType, role } = filter.column;
  if (denied.length > 0) return { after: deniedPhrase(filter.column, denied) };
  // What anyone may use costs nothing.
  const values = isFree(filter.column, texts) ? ['Free'] : texts;
  const named =
    values.length > 3
      ? `${values.slice(0, 2).join(', ')} or others`
      : joinNames(values, 'disjunction');
  if (cellType === 'chain') return { on: capitalize(named) };
  if (role === 'plan' || adjectives.includes(role ?? key)) return { before: named };
  if (named === 'None') return { after: `without ${inText(label)}` };
  if (valueWords.get(key) === named) return { before: named };
  const preposition = prepositions.get(key);
  if (preposition === undefined) return { after: `with ${inText(label)} ${named}` };
  return { after: `${preposition} ${preposition === 'to' ? capitalize(named) : named}` };
}

/** `with WebSocket`, `without webhook`. */
function mentionsPhrase(texts: readonly string[], word: string | null): string {
  const denied = texts.flatMap((text) => (text.startsWith('not ') ? [text.slice(4)] : []));
  const isDenied = denied.length === texts.length;
  const named = isDenied ? denied : texts;
  const words = oneWord(named, word);
  return `${isDenied ? 'without' : 'with'} ${joinNames(words, 'disjunction')}`;
}

function oneWord(texts: readonly string[], word: string | null): readonly string[] {
  return word === null ? texts : [word];
}

/** Values that offers must not have, if the filter asks for nothing else. */
function deniedOf({ values }: Filter & { readonly kind: 'anyOf' }): readonly string[] {
  const isDenied = values.every((value) => value.startsWith('!') && value !== blank);
  return isDenied ? values.map((value) => labelsOnly(value.slice(1))) : [];
}

/** `without PayPal`, `with KYC level other than full` */
function deniedPhrase(column: ColumnDefinition, denied: readonly string[]): string {
  const [name, others] = [inText(column.label), joinNames(denied, 'disjunction')];
  if (isAttribute(column)) return `with ${name} other than ${others}`;
  return `without ${isExcluding(column) ? `${name} ` : ''}${others}`;
}

/** Whether a value says little without the label: `full` of `KYC level`. */
function isAttribute({ key, role, valueKind }: ColumnDefinition): boolean {
  const isWord = role === 'plan' || adjectives.includes(role ?? key) || prepositions.has(key);
  return valueKind !== 'array' && !isWord;
}

function isFree({ role }: ColumnDefinition, values: readonly string[]): boolean {
  return (
    role === 'plan' &&
    values.length === 2 &&
    ['Free', 'Public'].every((value) => values.includes(value))
  );
}

/** A label within a sentence; an abbreviation keeps its case. */
function inText(label: string): string {
  return /^.[a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/**
 * `under $50`, `from $10 to $50`; with the unit if it is not a month: `under $1 per million
 * requests`.
 */
function rangePhrase(
  { column, min, max, group: priceGroup }: Filter & { readonly kind: 'range' },
  group: Pick<PriceGroup, 'currency' | 'unit'> | null,
): string {
  const quota = quotaUnitOf(column);
  if (quota !== null && min !== null && max === null)
    return `with ${leastLabel(min, priceGroup ?? quota)}`;
  const { currency, unit } = group ?? { currency: null, unit: null };
  const symbol = currencySigns.get(currency ?? '') ?? '';
  const amount = (value: number | null) =>
    `${symbol}${value ?? ''}${symbol === '' && currency ? ` ${currency}` : ''}`;
  const what = group === null ? `with ${inText(column.label)} ` : '';
  if (max === 0 && group !== null) return `with ${inText(column.label)} 0`;
  // $500 a year is compared as $41.67 a month: amounts with cents name their period.
  const isWhole = [min, max].every((value) => Number.isInteger(value ?? 0));
  const period = unit === 'month' && isWhole ? null : unit;
  return `${what}${spanText(min, max, amount)}${perText(period, column)}`;
}

function perText(unit: string | null, column: ColumnDefinition): string {
  if (unit === null || unit === 'once') return '';
  return unit === periodOf(column) ? ` ${aUnit(unit)}` : ` per ${unit}`;
}

/** `more than 1M requests a month`: a bound above a round number is that of `more than`. */
function leastLabel(min: number, per: string): string {
  const [unit = '', period] = per.split('/');
  const isStrict = min > 10 && min % 10 === 1;
  const bound = isStrict ? 'more than' : 'at least';
  return volumeLabel({
    amount: min - Number(isStrict),
    unit,
    period: period === 'second' ? period : 'month',
    bound,
  });
}

function spanText(
  min: number | null,
  max: number | null,
  amount: (value: number | null) => string,
): string {
  if (min === null) return max === null ? `in ${amount(null)}` : `under ${amount(max)}`;
  return max === null ? `from ${amount(min)}` : `from ${amount(min)} to ${amount(max)}`;
}

/** `without login` of `Login required`. */
function flagPhrase({ key, label }: ColumnDefinition, values: readonly string[]): Phrase {
  const name = inText(label).replace(/ required$/, '');
  const [text = '', ...others] = values;
  if (others.length > 0) return { after: `by ${name}` };
  // A blank cell does not say that it is.
  const isSet = text === 'Yes';
  if (!isSet && text !== 'No' && text !== 'No or blank') return { after: `with ${name} ${text}` };
  const word = flagWords.get(key)?.[isSet ? 0 : 1];
  if (word !== undefined) return word;
  return { after: `${isSet ? 'with' : 'without'} ${name}` };
}
