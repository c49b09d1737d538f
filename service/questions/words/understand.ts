/**
 * A search in ordinary words -> the selection that they mean: network, category, filters, sort
 * order and text.
 */
import { type ColumnDefinition, isMoney, mentionsColumn } from '../../../model/columns.ts';
import { usualPreset, usualRequests } from '../../estimate/workloads.ts';
import { estimatedFor, type Filter, parseFilters } from '../../query/filters/index.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { WorkloadParameters } from '../workload.ts';
import { isEstimated, readWorkload, withArchive } from '../workload.ts';
import { mixIn } from './calls.ts';
import { findCategory } from './category.ts';
import { joinEither } from './either.ts';
import { knownStem, sameCodes, stemOf } from './features.ts';
import type { Interpretation, ReadCondition, Scope } from './interpretation.ts';
import { lexiconOf } from './lexicon.ts';
import { filterProviders, mergeFilters, uniqueSorts } from './merge.ts';
import type { Segment } from './phrases.ts';
import { nothing, type Read, type Reading, readSegment } from './readers.ts';
import { splitSearch } from './segments.ts';
import { sentenceOf } from './sentence.ts';
import { phraseOf } from './split.ts';

export function understand(snapshot: Snapshot, search: string, scope: Scope): Interpretation {
  const lexicon = lexiconOf(snapshot);
  const { vocabulary: texts } = snapshot.search;
  const { segments, corrected } = splitSearch(search, { lexicon, texts, asText: scope.asText });
  const sentence = sentenceOf(snapshot, segments, scope);
  const category = findCategory(sentence);
  const named = sentence.networks.flatMap(({ entry }) => entry?.network ?? []);
  const isEverywhere = segments.some(({ rule }) => rule === 'everywhere');
  const network = named.length > 1 ? null : (named[0] ?? (isEverywhere ? null : scope.network));
  const reading = { ...sentence, category, network };
  const single = withoutNames(
    segments.map((segment) => ({ segment, ...readSegment(segment, reading) })),
  ).map((each) => asMention(each, reading));
  const read = joinEither(single);
  return {
    ...interpret(read, reading),
    network,
    networks: named.length > 1 ? named : [],
    corrected,
  };
}

/** Sentences of several kinds, so that the first one of a reader takes no longer than others. */
const usual = [
  'cheapest archive rpc with 99.9% uptime under $50 a month',
  'wallet without custody, or bridge for 5M requests a month',
  'free rpc providr on ethereum except alchemy vs infura',
];

/** Makes the lexicon of a snapshot, and reads sentences once. */
export function prepareWords(snapshot: Snapshot): void {
  const scope = { network: null, category: null, asText: [] };
  for (const sentence of usual) understand(snapshot, sentence, scope);
}

type ReadSegment = Read & { readonly segment: Segment };

/**
 * Unknown words are looked for as whole words or their plurals, several of a name together:
 * `erc 20`. Quoted words stay text, also inside of words.
 */
function asMention(read: ReadSegment, { snapshot, category }: Reading): ReadSegment {
  const { segment, effect } = read;
  if (effect !== 'text' || segment.isPlain || category === null) return read;
  const value = sameCodes(stemsOf(segment, snapshot).join(' '));
  // The column of all texts is one of any list of columns.
  const filters = parseFilters([{ id: mentionsColumn.key, value }], []);
  return { ...read, meaning: { filters, sorting: [] } };
}

function interpret(read: readonly ReadSegment[], reading: Reading) {
  const { snapshot, category, networks, isEither, compared } = reading;
  const alternativesTo = category === null ? [] : reading.alternativesTo;
  const providers = filterProviders(snapshot, category, providersOf(read, reading));
  const filters = mergeFilters([
    ...read.flatMap(({ meaning }) => meaning?.filters ?? []),
    ...providers,
  ]);
  const workload = isCostAsked(read, reading) ? withArchive(workloadOf(reading), filters) : null;
  // With a volume, the cheapest is that of the estimates.
  const sorting = read
    .flatMap(({ meaning }) => meaning?.sorting ?? [])
    .filter(({ column, desc }) => workload === null || desc || !isMoney(column));
  return {
    onEach: networks.length > 1 && !isEither,
    workload,
    category,
    filters: workload === null ? filters : estimatedFor(filters, readWorkload(workload)),
    sorting: uniqueSorts(sorting),
    terms: [...new Set(read.flatMap((each) => termsOf(each, snapshot)))],
    compared,
    notUnderstood: read.flatMap(({ segment, effect }) => (effect === 'lost' ? segment.words : [])),
    alternativesTo,
    parts: read.flatMap(({ part }) => part ?? []),
    conditions: read.flatMap((each) => conditionOf(each, providers, snapshot) ?? []),
  };
}

/** Null of words that say nothing. */
function conditionOf(
  read: ReadSegment,
  providers: readonly Filter[],
  snapshot: Snapshot,
): ReadCondition | null {
  const { segment, effect, part, meaning } = read;
  const { words } = segment;
  if (effect === 'lost')
    return { words, filters: [], terms: [], kind: segment.bound ? 'absent' : 'lost' };
  const filters = part?.kind === 'provider' ? providers : (meaning?.filters ?? []);
  if (effect === 'text') return { words, filters, terms: termsOf(read, snapshot), kind: effect };
  return part && { words, filters, terms: [], kind: part.kind };
}

/** Words for the search of texts. */
function termsOf({ segment, effect, meaning }: ReadSegment, snapshot: Snapshot): string[] {
  return effect === 'text' && meaning === null ? stemsOf(segment, snapshot) : [];
}

/** The singular of each word that texts have. */
function stemsOf({ isPlain, terms }: Segment, { search: { vocabulary } }: Snapshot): string[] {
  return terms.map((term) => (isPlain ? term : knownStem(vocabulary, term)));
}

/** Values of a filter on the names of providers. */
function providersOf(read: readonly ReadSegment[], { alternativesTo }: Reading): readonly string[] {
  if (alternativesTo.length > 0) return alternativesTo.map((name) => `!${name}`);
  return read.flatMap(({ segment, part }) =>
    part?.kind === 'provider' ? (segment.entry?.provider ?? []) : [],
  );
}

/**
 * A word that only names the column of another condition says nothing more: `BEP20 tokens`, `drip
 * every 12 hours`. Neither does for whom the search is: `for our startup`.
 */
function withoutNames(read: readonly ReadSegment[]): ReadSegment[] {
  const names = new Set(
    read.flatMap(({ meaning }) => meaning?.filters ?? []).flatMap(({ column }) => namesOf(column)),
  );
  let isOwn = false;
  return read.map((each) => {
    isOwn &&= each.effect === 'text';
    const isNamed = names.has(stemOf(each.segment.words));
    const isLeft = each.effect === 'text' && !each.segment.isPlain && (isNamed || isOwn);
    isOwn ||= /\b(?:my|our|your)$/.test(each.segment.words);
    return isLeft ? { ...each, ...nothing } : each;
  });
}

/** Words of the key and the label of a column, in the singular. */
function namesOf({ key, label }: ColumnDefinition): string[] {
  const words = phraseOf(`${key.replace(/(?=[A-Z])/g, ' ')} ${label}`).split(' ');
  return words.map(stemOf);
}

function workloadOf({ segments, scope }: Reading): WorkloadParameters {
  const volumes = segments.flatMap(({ volume }) => (volume?.bound === null ? volume : []));
  const amountOf = (asked: string) => volumes.find(({ period }) => period === asked)?.amount;
  const counted = segments.flatMap(({ call }) => call?.volume ?? []);
  const months = counted.flatMap(({ period, amount }) => (period === 'month' ? amount : []));
  const sum = months.reduce((total, amount) => total + amount, 0);
  return {
    requests: sum || (amountOf('month') ?? usualRequests),
    peak: amountOf('second'),
    workload: usualPreset,
    mix: mixIn(segments) ?? scope.mix,
    archive: '0',
  };
}

/** By a volume, or by own calls where there is a cost. */
function isCostAsked(
  read: readonly ReadSegment[],
  { snapshot, scope, category }: Reading,
): boolean {
  if (read.some(({ part }) => part?.kind === 'workload')) return true;
  return scope.mix !== undefined && category !== null && isEstimated(snapshot.catalog, category);
}
