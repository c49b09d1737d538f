/**
 * What becomes of a segment: a table of readers by class of words. The first reader that knows the
 * segment decides; what none knows is text. The class alone says whether words may be left out:
 * fillers and names of places may, operators and numbers are named as not understood.
 */
import { wordOf } from '../../../common/amounts/lexicon.ts';
import { mentionsColumn } from '../../../model/columns.ts';
import { periodOf, periodSeconds } from '../../../model/price-period.ts';
import { type ApiFilter, parseFilters } from '../../query/filters/index.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { isFiller } from './fillers.ts';
import type { Part } from './interpretation.ts';
import { boundLabel, callLabel, columnBoundLabel, sortLabel, volumeLabel } from './labels.ts';
import { isNothing, type WordMeaning } from './lexicon.ts';
import { applyVolume, applyWord, deniedIn, type Meaning, meaningIn } from './meaning.ts';
import { isChain, placeWords } from './names.ts';
import { isJoint, isVersion, type Segment } from './phrases.ts';
import { ruleLength } from './rules.ts';
import { readerOf, type Sentence } from './sentence.ts';
import { numbers } from './typed.ts';
import { releasesOf } from './versions.ts';

/** Where segments are read. */
export interface Reading extends Sentence {
  readonly category: string | null;
  /** Key; null for all networks. */
  readonly network: string | null;
}

/** Meaning of a segment beside the others. */
export interface Read {
  /** `text`: for the search of rows. `lost`: a condition that is not applied. */
  readonly effect: 'means' | 'nothing' | 'text' | 'lost';
  readonly part: Part | null;
  readonly meaning: Meaning | null;
}

export const nothing: Read = { effect: 'nothing', part: null, meaning: null };
const text: Read = { ...nothing, effect: 'text' };
/** Of a condition or an operator that is not applied. */
export const lost: Read = { ...nothing, effect: 'lost' };

function means(part: Part | null, meaning: Meaning | null): Read {
  return { effect: 'means', part, meaning };
}

function partOf({ words }: Segment, kind: Part['kind'], label: string): Part {
  return { kind, words, label };
}

type Reader = (segment: Segment, reading: Reading) => Read | null;
/** Of words that mean something in a category only. */
type InCategory = Reading & { readonly category: string };

function inCategory(read: (segment: Segment, reading: InCategory) => Read | null): Reader {
  return (segment, reading) => {
    const { category } = reading;
    return category === null ? null : read(segment, { ...reading, category });
  };
}

const readers: readonly (readonly [words: string, read: Reader])[] = [
  ['denial', readDenied],
  ['number that no column has', ({ isUnbound }) => (isUnbound ? lost : null)],
  ['word before a network', readPlaceWord],
  ['operator on names', readRule],
  ['number of results', readCount],
  ['volume', inCategory(readVolume)],
  ['network', readNetwork],
  ['category', inCategory(readCategory)],
  ['provider', inCategory(readProvider)],
  ['category of another name', inCategory(readAdded)],
  ['word without meaning, joint', readNothing],
  ['condition', inCategory(readMeaning)],
  ['version', inCategory(readVersion)],
  ['period of changes', readDuring],
  ['number or operator that is left', readLeft],
  ['filler', readFiller],
];

export function readSegment(segment: Segment, reading: Reading): Read {
  for (const [, read] of readers) {
    const found = read(segment, reading);
    if (found !== null) return found;
  }
  return text;
}

function readDenied(segment: Segment, { snapshot, category }: Reading): Read | null {
  if (segment.denied === null) return null;
  const meaning = category === null ? null : deniedIn(snapshot, segment, category);
  if (meaning === null) return lost;
  const { denied, words } = segment;
  // The second name of `except alchemy or infura` is denied without a word of its own.
  return means(partOf(segment, 'filter', words === denied ? `without ${denied}` : words), meaning);
}

/** `en polygon`, where `en` is no language of wallets. */
function readPlaceWord(segment: Segment, { segments, networks }: Reading): Read | null {
  const next = segments[segments.indexOf(segment) + 1];
  const isBefore = placeWords.has(segment.words) && next !== undefined && networks.includes(next);
  return isBefore ? nothing : null;
}

function readRule(segment: Segment, reading: Reading): Read | null {
  const { compared, alternativesTo, segments } = reading;
  const { rule } = segment;
  if (rule === 'everywhere') return means(partOf(segment, 'network', 'all networks'), null);
  // A list of a network has offers that are on others as well.
  if (rule === 'only') return isBesidePlace(segment, segments) ? lost : nothing;
  const isUsed =
    (rule === 'compare' && compared.length > 0) ||
    (rule === 'alternatives' && alternativesTo.length + compared.length > 0) ||
    (rule === 'excluded' && segments.some(({ denied }) => denied !== null));
  return isUsed ? nothing : null;
}

/** Whether a network or a chain stands beside: `only on solana`, `testnet only`. */
function isBesidePlace(segment: Segment, segments: readonly Segment[]): boolean {
  const at = segments.indexOf(segment);
  const next = segments.slice(at + 1).find(({ words }) => !placeWords.has(words));
  return [segments[at - 1], next].some(
    (beside) =>
      beside !== undefined && ((beside.entry?.network ?? null) !== null || isChain(beside)),
  );
}

/** `two cheapest`, `top 5`: a list has all, in their order. */
function readCount(segment: Segment, { segments }: Reading): Read | null {
  const { words, isPlain } = segment;
  if (isPlain || !(numbers.has(words) || /^\d{1,2}$/.test(words))) return null;
  const at = segments.indexOf(segment);
  const isSorted = segments[at + 1]?.entry?.words.some(({ sorting }) => sorting !== null) === true;
  return isSorted || segments[at - 1]?.words === 'top' ? nothing : null;
}

/** A category without estimates has no use for it. */
function readVolume(segment: Segment, { snapshot, category, estimated }: InCategory): Read | null {
  const { volume, call } = segment;
  if (!estimated.includes(category)) return null;
  if (call !== null) return means(partOf(segment, 'workload', callLabel(call)), null);
  if (volume === null) return null;
  const meaning = applyVolume(snapshot, volume, category);
  const kind = meaning === null ? 'workload' : 'filter';
  return means(partOf(segment, kind, volumeLabel(volume)), meaning);
}

/** The network of the page is no part, because it holds without the words. */
function readNetwork(segment: Segment, reading: Reading): Read | null {
  const { snapshot, networks, category, network, scope } = reading;
  const named = segment.entry?.network ?? null;
  if (named === null || !networks.some(({ entry }) => entry?.network === named)) return null;
  // The name of a testnet says the chain, too: `fuji`.
  const [word] = segment.entry?.words ?? [];
  const meaning = word && category !== null ? chainIn(snapshot, category, segment, word) : null;
  if (network !== null && network === scope.network)
    return means(meaning && partOf(segment, 'filter', segment.words), meaning);
  return means(partOf(segment, 'network', snapshot.catalog.networkName(named)), meaning);
}

/** A chain that no offer of the category has is a condition that nothing matches. */
function chainIn(
  snapshot: Snapshot,
  category: string,
  { words }: Segment,
  word: WordMeaning,
): Meaning | null {
  const known = applyWord(snapshot, word, category);
  const filters = word.filters ?? [];
  const columns = snapshot.catalog.columnsOf(category);
  const isChain = ({ id }: ApiFilter) => snapshot.catalog.columns.get(id)?.cellType === 'chain';
  if (known !== null || filters.length === 0 || !filters.every(isChain)) return known;
  const isColumn = filters.every(({ id }) => columns.some(({ key }) => key === id));
  const wanted = isColumn ? filters : [{ id: mentionsColumn.key, value: [words] }];
  return { filters: parseFilters(wanted, columns), sorting: [] };
}

function readCategory(segment: Segment, { snapshot, category }: InCategory): Read | null {
  const named = segment.entry?.words.filter((word) => word.category === category) ?? [];
  if (named.length === 0) return null;
  // Of several lines of a word, the first whose values the category has.
  const [meaning = null] = named.flatMap((word) => applyWord(snapshot, word, category) ?? []);
  const label = snapshot.catalog.categoryLabel(category);
  const isFiltered = meaning !== null && meaning.filters.length > 0;
  return means(
    partOf(segment, 'category', isFiltered ? `${label}: ${segment.words}` : label),
    meaning,
  );
}

function readProvider(segment: Segment, reading: InCategory): Read | null {
  const { snapshot, category, providers, alternativesTo } = reading;
  const name = segment.entry?.provider ?? null;
  if (name === null || !providers.includes(segment)) return null;
  // A provider without offers in the category is a word of the texts: `coinbase wallet`.
  const hasOffers = snapshot
    .rowsOfProvider(name)
    .some((id) => snapshot.categoryOf(id) === category);
  if (alternativesTo.length > 0)
    return means(partOf(segment, 'provider', `alternatives to ${name}`), null);
  return hasOffers ? means(partOf(segment, 'provider', name), null) : null;
}

/** `rest api` of bridges, where the word before it says what is wanted. */
function readAdded(segment: Segment, { segments, category }: InCategory): Read | null {
  const before = segments[segments.indexOf(segment) - 1];
  const names = (named: Segment | undefined) =>
    named?.entry?.words.some((word) => word.category === category) === true;
  const isMentioned = before?.entry?.words.some(({ filters }) =>
    filters?.some(({ id }) => id === mentionsColumn.key),
  );
  const isFeature = isMentioned || ((before?.entry?.values ?? []).length > 0 && !names(before));
  return segment.rule === 'added' && !names(segment) && isFeature ? nothing : null;
}

function readNothing(segment: Segment): Read | null {
  const isSign = !/[\p{L}\p{N}]/u.test(segment.words);
  return isNothing(segment.entry) || isSign || isJoint(segment) ? nothing : null;
}

function readMeaning(segment: Segment, reading: InCategory): Read | null {
  const meaning = meaningIn(segment, readerOf(reading, reading.category, reading.network));
  if (meaning === null) return null;
  const [sort] = meaning.sorting;
  if (meaning.filters.length === 0 && sort !== undefined)
    return means(partOf(segment, 'sorting', sortLabel(sort)), meaning);
  return means(partOf(segment, 'filter', filterLabel(segment, meaning)), meaning);
}

function filterLabel({ bound, columnBound, words }: Segment, { filters }: Meaning): string {
  const [filter] = filters;
  if (filter !== undefined && columnBound?.columns.includes(filter.column.key))
    return columnBoundLabel(columnBound, filter.column.label);
  const period = filter === undefined ? 'month' : periodOf(filter.column);
  // An amount of another period stays as it was written: `under $500 a year`.
  const isOther =
    bound !== null && bound.hours !== null && bound.hours * 3600 !== periodSeconds(period);
  return bound === null || isOther ? words : boundLabel(bound, period);
}

/** The releases that a version names; lost if the category states none. */
function readVersion(segment: Segment, reading: InCategory): Read | null {
  if (segment.isPlain || !isVersion(segment)) return null;
  const found = releasesOf(segment.words, reading);
  if (found === null) return lost;
  const { label, filters } = found;
  return means(partOf(segment, 'filter', `${label} ${segment.words}`), { filters, sorting: [] });
}

/** A word that editors gave a meaning is none, even if the category has no use for it: `eu`. */
function readFiller(segment: Segment, { snapshot }: Reading): Read | null {
  const isMeant = segment.entry !== null && segment.entry.words.length > 0;
  return !isMeant && isFiller(snapshot, segment) ? nothing : null;
}

function hasRole({ words, isPlain }: Segment, ...roles: readonly string[]): boolean {
  return !isPlain && wordOf(words)?.roles.some((role) => roles.includes(role)) === true;
}

/** A number with its signs: `$50`, `99.9%+`, `100k`. */
const amountForm = /^[<>=≤≥~]*[$€£]?v?\d[\d.,]*(?:[kmb%]|\.x)?\+?$/;

/**
 * A denial that the category has no use for is no text, and a number is found in any other. An
 * operator on names says nothing without them: `compare rpc`.
 */
/** `this week`: the page of changes answers it. */
function readDuring(segment: Segment, { segments }: Reading): Read | null {
  const before = segments[segments.indexOf(segment) - 1]?.words ?? '';
  return hasRole(segment, 'period') && duringWords.has(before) ? nothing : null;
}
const duringWords = new Set(['this', 'last', 'past']);

function readLeft(segment: Segment, { providers }: Reading): Read | null {
  if (segment.rule === 'supports') return nothing;
  if (segment.rule === 'compare' || segment.rule === 'alternatives')
    return providers.length === 0 ? nothing : lost;
  if (segment.rule === 'excluded' || segment.rule === 'unstated') return lost;
  // `once a month`
  const isPeriod = hasRole(segment, 'period', 'adverb');
  const isCondition = isPeriod || segment.columnBound !== null || segment.bound !== null;
  const isNumber = !segment.isPlain && amountForm.test(segment.words);
  return isCondition || isNumber || ruleLength(segment.terms, 'not') > 0 ? lost : null;
}
