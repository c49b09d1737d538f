/**
 * A search in ordinary words -> the selection that they mean: network, category, filters, sort
 * order and text.
 */
import { groupBy } from '../../../common/group-by.ts';
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import { usualPreset, usualRequests } from '../../estimate/workloads.ts';
import { estimatedFor, type Filter, parseFilters } from '../../query/filters/index.ts';
import { networkTest } from '../../query/offers.ts';
import type { Sort } from '../../query/selection.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { limitsOf } from '../place.ts';
import type { WorkloadParameters } from '../workload.ts';
import { estimatedCategories, isEstimated, readWorkload, withArchive } from '../workload.ts';
import { knownStem, stemOf } from './features.ts';
import { fillers } from './fillers.ts';
import { boundLabel, columnBoundLabel, sortLabel, volumeLabel } from './labels.ts';
import { isEmpty, isNothing, lexiconOf } from './lexicon.ts';
import {
  applyVolume,
  applyWord,
  deniedIn,
  type Meaning,
  meaningIn,
  type Reader,
} from './meaning.ts';
import { filterProviders, mergeFilters, uniqueSorts } from './merge.ts';
import { ruleLength } from './rules.ts';
import { isSupported, type Segment, splitSearch } from './segments.ts';
import { phraseOf, quoteTerms } from './split.ts';

/** Words with a meaning, which a reader can take back. */
export interface Part {
  readonly kind: 'network' | 'category' | 'filter' | 'sorting' | 'provider' | 'workload';
  /** As understood: folded, without typing errors. */
  readonly words: string;
  readonly label: string;
}

/** Words with a condition, and how they were read. */
export interface ReadCondition {
  /**
   * `text`: for the search of rows. `lost`: nothing is known to do with them. `absent`: an amount of
   * money in which nothing is priced.
   */
  readonly kind: Part['kind'] | 'text' | 'lost' | 'absent';
  readonly words: string;
  readonly filters: readonly Filter[];
  /** Of a text. */
  readonly terms: readonly string[];
}

export interface Interpretation {
  /** Key; null for all networks, and for several. */
  readonly network: string | null;
  /** Keys of several named networks, in the order of the words; empty otherwise. */
  readonly networks: readonly string[];
  /** Whether an offer must be on each of them: unless the words say `or`. */
  readonly onEach: boolean;
  /**
   * What plans must hold; null if the words state no volume, and in a category without estimates.
   */
  readonly workload: WorkloadParameters | null;
  /** The search without typing errors; null if it has none. */
  readonly corrected: string | null;
  /** Key; null if the words name none. Filters and sort order need one. */
  readonly category: string | null;
  readonly filters: readonly Filter[];
  readonly sorting: readonly Sort[];
  /** Folded words without another meaning. */
  readonly terms: readonly string[];
  /** Names of providers that are compared. */
  readonly compared: readonly string[];
  /** Words with a condition that nothing can be done with, as they were typed. */
  readonly notUnderstood: readonly string[];
  /** Name of the provider to which the words want alternatives. */
  readonly alternativeTo: string | null;
  /** In the order of the words. */
  readonly parts: readonly Part[];
  /** Everything that the words ask for, in their order. */
  readonly conditions: readonly ReadCondition[];
}

export interface Scope {
  /** Key of the network of the page, null on the site. */
  readonly network: string | null;
  /** Key of the category of the page. */
  readonly category: string | null;
  /** Phrases that are text. */
  readonly asText: readonly string[];
  /** Own calls of the workload. */
  readonly mix?: string | undefined;
}

/** The text that the interpretation leaves for the search of rows. */
export function textOf({ terms }: Pick<Interpretation, 'terms'>): string {
  return quoteTerms(terms);
}

export function understand(snapshot: Snapshot, search: string, scope: Scope): Interpretation {
  const lexicon = lexiconOf(snapshot);
  const { vocabulary: texts } = snapshot.search;
  const { segments, corrected } = splitSearch(search, { lexicon, texts, asText: scope.asText });
  return { ...new Reading(snapshot, segments, scope).interpret(), corrected };
}

/** Meaning of a segment beside the others. */
interface Read {
  readonly part: Part | null;
  readonly meaning: Meaning | null;
  /** Whether the words are text for the search of rows. */
  readonly isText: boolean;
  /** Whether the words are a condition that is not applied. */
  readonly isLost: boolean;
}

const nothing: Read = { part: null, meaning: null, isText: false, isLost: false };
const text: Read = { ...nothing, isText: true };
const lost: Read = { ...nothing, isLost: true };

function partOf({ words }: Segment, kind: Part['kind'], label: string): Part {
  return { kind, words, label };
}

class Reading {
  readonly #snapshot: Snapshot;
  readonly #segments: readonly Segment[];
  readonly #scope: Scope;
  /** One for each network. */
  readonly #networks: readonly Segment[];
  readonly #providers: readonly Segment[];
  readonly #compared: readonly string[];
  readonly #isAlternative: boolean;
  /** Categories in which a volume has a meaning; none without a volume. */
  readonly #estimated: readonly string[];

  constructor(snapshot: Snapshot, segments: readonly Segment[], scope: Scope) {
    this.#snapshot = snapshot;
    this.#segments = segments;
    this.#scope = scope;
    this.#networks = namedNetworks(segments);
    this.#estimated = segments.some(({ volume }) => volume !== null)
      ? estimatedCategories(snapshot.catalog)
      : [];
    this.#providers = segments.filter(
      (segment, at) =>
        !this.#networks.includes(segment) &&
        segment.denied === null &&
        isProvider(segment) &&
        !isSupported(segments.slice(0, at)),
    );
    const has = (rule: Segment['rule']) => segments.some((segment) => segment.rule === rule);
    this.#isAlternative = has('alternatives') && this.#providers.length > 0;
    const names = [...new Set(this.#providers.flatMap(({ entry }) => entry?.provider ?? []))];
    // `quicknode or alchemy for solana`
    const isList = segments.every(
      (segment) =>
        this.#providers.includes(segment) ||
        this.#networks.includes(segment) ||
        segment.volume !== null ||
        isConnector(segment) ||
        isFiller(snapshot, segment) ||
        isNothing(segment.entry),
    );
    this.#compared = (has('compare') || isList) && names.length > 1 ? names : [];
  }

  interpret(): Omit<Interpretation, 'corrected'> {
    const category = this.#findCategory();
    const isEverywhere = this.#segments.some(({ rule }) => rule === 'everywhere');
    const named = this.#networks.flatMap(({ entry }) => entry?.network ?? []);
    const network =
      named.length > 1 ? null : (named[0] ?? (isEverywhere ? null : this.#scope.network));
    const read = this.#withoutNames(
      this.#segments.map((segment) => ({ segment, ...this.#read(segment, category, network) })),
    );
    const terms = read.flatMap(({ segment, isText }) =>
      isText ? segment.terms.map((term) => this.#stemOf(segment, term)) : [],
    );
    const filters = read.flatMap(({ meaning }) => meaning?.filters ?? []);
    const names = read.flatMap(({ segment, part }) =>
      part?.kind === 'provider' && !this.#isAlternative ? (segment.entry?.provider ?? []) : [],
    );
    const alternativeTo = this.#isAlternative
      ? (this.#providers[0]?.entry?.provider ?? null)
      : null;
    const wanted = alternativeTo === null ? names : [`!${alternativeTo}`];
    const providers = filterProviders(this.#snapshot, category, wanted);
    const isAsked = this.#isCostAsked(read, category);
    const merged = mergeFilters([...filters, ...providers]);
    const workload = isAsked ? withArchive(this.#readWorkload(), merged) : null;
    // With a volume, the cheapest is that of the estimates.
    const sorting = read
      .flatMap(({ meaning }) => meaning?.sorting ?? [])
      .filter(({ column, desc }) => workload === null || desc || !isMoney(column));
    return {
      network,
      networks: named.length > 1 ? named : [],
      onEach: named.length > 1 && !this.#isEither(),
      workload,
      category,
      filters: workload === null ? merged : estimatedFor(merged, readWorkload(workload)),
      sorting: uniqueSorts(sorting),
      terms: [...new Set(terms)],
      compared: this.#compared,
      notUnderstood: read.flatMap(({ segment, isLost }) => (isLost ? segment.words : [])),
      alternativeTo: category === null ? null : alternativeTo,
      parts: read.flatMap(({ part }) => part ?? []),
      conditions: read.flatMap(({ segment, part, ...rest }) => {
        const { words } = segment;
        const own = { words, filters: rest.meaning?.filters ?? [], terms: [] };
        if (rest.isLost)
          return { ...own, kind: segment.bound ? ('absent' as const) : ('lost' as const) };
        if (rest.isText)
          return {
            ...own,
            kind: 'text' as const,
            terms: segment.terms.map((term) => this.#stemOf(segment, term)),
          };
        if (part === null) return [];
        return {
          ...own,
          kind: part.kind,
          ...(part.kind === 'provider' ? { filters: providers } : {}),
        };
      }),
    };
  }

  /**
   * A word that only names the column of another condition says nothing more: `BEP20 tokens`, `drip
   * every 12 hours`. Neither does for whom the search is: `for our startup`.
   */
  #withoutNames<T extends Read & { readonly segment: Segment }>(read: readonly T[]): T[] {
    const names = new Set(
      read
        .flatMap(({ meaning }) => meaning?.filters ?? [])
        .flatMap(({ column }) => namesOf(column)),
    );
    return read.map((each, at) => {
      const isOwn = /\b(?:my|our|your)$/.test(read[at - 1]?.segment.words ?? '');
      const isNamed = names.has(stemOf(each.segment.words));
      return each.isText && !each.segment.isPlain && (isNamed || isOwn)
        ? { ...each, ...nothing }
        : each;
    });
  }

  /**
   * The first that is named, but for `api` beside another; else the page's, or the one in which all
   * words have a meaning.
   */
  #findCategory(): string | null {
    const named = this.#segments.flatMap((segment) => {
      const category =
        segment.entry?.words.find((word) => word.category !== null)?.category ?? null;
      return category === null || segment.denied !== null || this.#networks.includes(segment)
        ? []
        : [{ category, words: segment.words }];
    });
    const chosen = named.find(({ words }) => !generic.has(words)) ?? named[0];
    if (chosen !== undefined) return chosen.category;
    if (this.#scope.category !== null) return this.#scope.category;
    if (this.#isAlternative || this.#compared.length > 0 || this.#isProviderThere())
      return this.#commonCategories()[0] ?? null;
    // A volume is that of requests, whatever else has a price.
    if (this.#hasWorkload) return this.#estimated[0] ?? null;
    const [first = null, another] = this.#meantCategories();
    if (first !== null && (another === undefined || this.#isTold(first))) return first;
    return this.#estimated[0] ?? null;
  }

  /**
   * Whether a word of the editors that few categories know says the category beside other words:
   * `websocket`, but not `free`.
   */
  #isTold(category: string): boolean {
    const { categoryKeys } = this.#snapshot.catalog;
    return this.#segments.some(({ entry }, _, { length }) => {
      const knows = (each: string) =>
        entry?.words.some(
          (word) => !isEmpty(word) && applyWord(this.#snapshot, word, each) !== null,
        );
      return (
        length > 1 && knows(category) && categoryKeys.filter(knows).length < categoryKeys.length / 2
      );
    });
  }

  /** `quicknode pricing on base`, `web3.js 4` */
  #isProviderThere(): boolean {
    const others = this.#segments.filter((segment) => !this.#networks.includes(segment));
    const isOnly = others.every(
      (segment) =>
        this.#providers.includes(segment) || isNothing(segment.entry) || isVersion(segment),
    );
    const isAsked = this.#networks.length === 1 || this.#segments.some(isVersion);
    return isAsked && this.#providers.length === 1 && isOnly;
  }

  /** `base or arbitrum` */
  #isEither(): boolean {
    const [first, last] = [this.#networks[0], this.#networks.at(-1)];
    if (first === undefined || last === undefined) return false;
    const between = this.#segments.slice(
      this.#segments.indexOf(first),
      this.#segments.indexOf(last),
    );
    return between.some(({ rule }) => rule === 'or');
  }

  #readWorkload(): WorkloadParameters {
    const volumes = this.#segments.flatMap(({ volume }) => (volume?.bound === null ? volume : []));
    const amountOf = (asked: string) => volumes.find(({ period }) => period === asked)?.amount;
    return {
      requests: amountOf('month') ?? usualRequests,
      peak: amountOf('second'),
      workload: usualPreset,
      mix: this.#scope.mix,
      archive: '0',
    };
  }

  /** By a volume, or by own calls where there is a cost. */
  #isCostAsked(read: readonly Pick<Read, 'part'>[], category: string | null): boolean {
    if (read.some(({ part }) => part?.kind === 'workload')) return true;
    const { mix } = this.#scope;
    return mix !== undefined && category !== null && isEstimated(this.#snapshot.catalog, category);
  }

  /** Categories in which all compared providers have offers, most offers first. */
  #commonCategories(): string[] {
    const names =
      this.#compared.length > 0
        ? this.#compared
        : this.#providers.slice(0, 1).map(({ entry }) => entry?.provider ?? '');
    const counts = names.map((name) => this.#countRows(name));
    const [first = new Map<string, number>()] = counts;
    return [...first.keys()]
      .filter((category) => counts.every((each) => each.has(category)))
      .toSorted((a, b) => (first.get(b) ?? 0) - (first.get(a) ?? 0));
  }

  /** Rows of a provider in the categories that it has on the network of the words. */
  #countRows(provider: string): ReadonlyMap<string, number> {
    const isThere = networkTest(
      this.#snapshot,
      limitsOf(this.#networks[0]?.entry?.network ?? this.#scope.network),
    );
    const rows = groupBy(this.#snapshot.rowsOfProvider(provider), (id) =>
      this.#snapshot.categoryOf(id),
    );
    return new Map(
      [...rows].flatMap(([category, ids]) => (ids.some(isThere) ? [[category, ids.length]] : [])),
    );
  }

  /** Categories in which each word with a filter has a meaning, those of most offers first. */
  #meantCategories(): string[] {
    const all = this.#segments.filter(
      (segment) =>
        segment.denied === null &&
        !this.#networks.includes(segment) &&
        !isProvider(segment) &&
        hasMeaning(segment),
    );
    const meant = [...new Map(all.map((segment) => [segment.words, segment])).values()];
    // A value alone may be a word of anything: `base app`.
    if (
      !meant.some(
        ({ entry, bound, columnBound }) =>
          bound !== null || columnBound !== null || (entry !== null && entry.words.length > 0),
      )
    )
      return [];
    const { categoryKeys } = this.#snapshot.catalog;
    const counts = this.#providers.map(({ entry }) => this.#countRows(entry?.provider ?? ''));
    const found = categoryKeys.filter(
      (category) =>
        counts.every((each) => each.has(category)) &&
        meant.every((segment) => meaningIn(segment, this.#readerOf(category, null)) !== null),
    );
    const size = (category: string) => this.#snapshot.offers.rowsOfCategory(category).length;
    return found.toSorted((a, b) => size(b) - size(a));
  }

  #read(segment: Segment, category: string | null, network: string | null): Read {
    if (segment.denied !== null) return this.#readDenied(segment, category);
    if (segment.isUnbound) return lost;
    if (this.#isBeforeNetwork(segment)) return nothing;
    return (
      this.#readRule(segment) ??
      this.#readVolume(segment, category) ??
      this.#readNetwork(segment, category, network) ??
      (category === null
        ? null
        : (this.#readCategory(segment, category) ?? this.#readProvider(segment, category))) ??
      (isNothing(segment.entry) || this.#isConnector(segment) ? nothing : null) ??
      (category === null ? null : this.#readMeaning(segment, category, network)) ??
      this.#readVersion(segment, category) ??
      this.#readRest(segment)
    );
  }

  /** `en polygon`, where `en` is no language of wallets. */
  #isBeforeNetwork(segment: Segment): boolean {
    const next = this.#segments[this.#segments.indexOf(segment) + 1];
    return placeWords.has(segment.words) && next !== undefined && this.#networks.includes(next);
  }

  #readerOf(category: string, network: string | null): Reader {
    const isEstimated = this.#estimated.includes(category) && this.#hasWorkload;
    return { snapshot: this.#snapshot, category, network, isEstimated };
  }

  /** Whether the words state requests, and not only what plans must include. */
  get #hasWorkload(): boolean {
    return this.#segments.some(({ volume }) => volume !== null && volume.bound === null);
  }

  /** A sign, or a word between the names of a list. */
  #isConnector(segment: Segment): boolean {
    return (
      !/[\p{L}\p{N}]/u.test(segment.words) || (isConnector(segment) && this.#networks.length > 1)
    );
  }

  /** The singular of a term if texts have it. */
  #stemOf({ isPlain }: Segment, term: string): string {
    return isPlain ? term : knownStem(this.#snapshot.search.vocabulary, term);
  }

  /** The releases that a version names, `2.1` those of 2.1.0; lost if the category states none. */
  #readVersion(segment: Segment, category: string | null): Read | null {
    if (segment.isPlain || !isVersion(segment) || category === null) return null;
    const version = segment.words.replace(/^v/, '');
    const { catalog } = this.#snapshot;
    for (const column of catalog.usedColumnsOf(category)) {
      if (column.filter === null || !/\bversion\b/i.test(column.label)) continue;
      const known = [...lexiconOf(this.#snapshot).valuesOf(category, column.key).values()];
      const stated = this.#cellsOf(category, column.key);
      const value = known.filter(
        (text) =>
          `${text.replace(/^v/i, '')}.`.startsWith(`${version}.`) &&
          (stated === null || stated.has(text)),
      );
      if (value.length === 0) return lost;
      const filters = parseFilters([{ id: column.key, value }], catalog.columnsOf(category));
      const part = partOf(segment, 'filter', `${column.label} ${segment.words}`);
      return { ...nothing, meaning: { filters, sorting: [] }, part };
    }
    return lost;
  }

  /** Cells of the named providers; null if the words name none. */
  #cellsOf(category: string, key: string): ReadonlySet<unknown> | null {
    if (this.#providers.length === 0 || this.#isAlternative) return null;
    const rows = this.#providers.flatMap(({ entry }) => [
      ...this.#snapshot.rowsOfProvider(entry?.provider ?? ''),
    ]);
    const own = rows.filter((id) => this.#snapshot.categoryOf(id) === category);
    return new Set(own.map((id) => this.#snapshot.row(id)[key]));
  }

  #readRest(segment: Segment): Read {
    // A denial that the category has no use for is no text, and a number is found in any other.
    const isCondition = segment.columnBound !== null || segment.bound !== null;
    const isNumber = !segment.isPlain && isVersion(segment);
    if (isCondition || isNumber || ruleLength(segment.terms, 'not') > 0) return lost;
    return isFiller(this.#snapshot, segment) ? nothing : text;
  }

  #readDenied(segment: Segment, category: string | null): Read {
    const meaning = category === null ? null : deniedIn(this.#snapshot, segment, category);
    if (meaning === null) return lost;
    return { ...nothing, meaning, part: partOf(segment, 'filter', `without ${segment.denied}`) };
  }

  #readRule(segment: Segment): Read | null {
    const { rule } = segment;
    if (rule === 'everywhere')
      return { ...nothing, part: partOf(segment, 'network', 'all networks') };
    const isCompared = rule === 'compare' && this.#compared.length > 0;
    return isCompared || (rule === 'alternatives' && this.#isAlternative) ? nothing : null;
  }

  /** A category without estimates has no use for it. */
  #readVolume(segment: Segment, category: string | null): Read | null {
    const { volume } = segment;
    if (volume === null || category === null || !this.#estimated.includes(category)) return null;
    const meaning = applyVolume(this.#snapshot, volume, category);
    return {
      ...nothing,
      meaning,
      part: partOf(segment, meaning === null ? 'workload' : 'filter', volumeLabel(volume)),
    };
  }

  /** The network of the page is no part, because it holds without the words. */
  #readNetwork(segment: Segment, category: string | null, network: string | null): Read | null {
    const named = segment.entry?.network ?? null;
    if (named === null || !this.#networks.some(({ entry }) => entry?.network === named))
      return null;
    // The name of a testnet says the chain, too: `fuji`.
    const [word] = segment.entry?.words ?? [];
    const meaning = word && category !== null ? applyWord(this.#snapshot, word, category) : null;
    if (network !== null && network === this.#scope.network) return { ...nothing, meaning };
    return {
      ...nothing,
      meaning,
      part: partOf(segment, 'network', this.#snapshot.catalog.networkName(named)),
    };
  }

  #readCategory(segment: Segment, category: string): Read | null {
    const named = segment.entry?.words.find((word) => word.category === category);
    if (named === undefined) return null;
    const meaning = applyWord(this.#snapshot, named, category);
    const label = this.#snapshot.catalog.categoryLabel(category);
    const isFiltered = meaning !== null && meaning.filters.length > 0;
    return {
      ...nothing,
      meaning,
      part: partOf(segment, 'category', isFiltered ? `${label}: ${segment.words}` : label),
    };
  }

  #readProvider(segment: Segment, category: string): Read | null {
    const name = segment.entry?.provider ?? null;
    if (name === null || !this.#providers.includes(segment)) return null;
    // A provider without offers in the category is a word of the texts: `coinbase wallet`.
    const hasOffers = this.#snapshot
      .rowsOfProvider(name)
      .some((id) => this.#snapshot.categoryOf(id) === category);
    if (!this.#isAlternative && !hasOffers) return null;
    return {
      ...nothing,
      part: partOf(segment, 'provider', this.#isAlternative ? `alternatives to ${name}` : name),
    };
  }

  #readMeaning(segment: Segment, category: string, network: string | null): Read | null {
    const meaning = meaningIn(segment, this.#readerOf(category, network));
    if (meaning === null) return null;
    const [sort] = meaning.sorting;
    const part =
      meaning.filters.length === 0 && sort !== undefined
        ? partOf(segment, 'sorting', sortLabel(sort))
        : partOf(segment, 'filter', filterLabel(segment, meaning));
    return { ...nothing, meaning, part };
  }
}

/** Whether a word is a number, or a version with its letter: `4`, `2.1.0`, `v6`. */
function isVersion({ words }: Segment): boolean {
  return /^v?\d[\d.,]*$/.test(words);
}

/** Words of the key and the label of a column, in the singular. */
function namesOf({ key, label }: ColumnDefinition): string[] {
  const words = phraseOf(`${key.replace(/(?=[A-Z])/g, ' ')} ${label}`).split(' ');
  return words.map(stemOf);
}

/** Words between the names of a list: `base and arbitrum`. */
function isConnector({ rule }: Segment): boolean {
  return rule === 'and' || rule === 'or';
}

/** Words of other languages that texts have more often may mean something: `ai`. */
const maxFound = 20;

/** Whether a word says nothing: `the`, `please`, `für`. */
function isFiller({ search: { vocabulary } }: Snapshot, { words, isPlain }: Segment): boolean {
  if (isPlain) return false;
  return (
    fillers.english.has(words) ||
    (fillers.others.has(words) && vocabulary.countOf(words) < maxFound)
  );
}

/**
 * The first network and those that are listed with it. Another one, such as in `from ethereum to
 * base`, has a meaning of its own.
 */
function namedNetworks(segments: readonly Segment[]): readonly Segment[] {
  const isNetwork = ({ entry, denied }: Segment) =>
    entry !== null && entry.network !== null && denied === null;
  const start = segments.findIndex(isNetwork);
  if (start < 0) return [];
  // `polygon amoy and base sepolia`
  const isChain = ({ entry }: Segment) =>
    entry?.values.some(({ column }) => column.key === 'chain') === true;
  const isWithin = (segment: Segment, at: number) =>
    isNetwork(segment) ||
    isChain(segment) ||
    isConnector(segment) ||
    // `on optimism and also on scroll`
    (placeWords.has(segment.words) && segments.slice(at - 1, at).some(isConnector));
  const end = segments.findIndex((segment, at) => at > start && !isWithin(segment, at));
  const listed = segments.slice(start, end < 0 ? undefined : end).filter(isNetwork);
  return [...new Map(listed.map((segment) => [segment.entry?.network, segment])).values()];
}

/** Words before a network. */
const placeWords: ReadonlySet<string> = new Set('on for in auf fur sur pour en para'.split(' '));

/** Names of categories that people add to names of others: `explorer api`. */
const generic: ReadonlySet<string> = new Set(['api', 'apis']);

function isProvider({ entry }: Segment): boolean {
  return (
    entry !== null && entry.provider !== null && entry.network === null && entry.words.length === 0
  );
}

function hasMeaning({ entry, bound, columnBound }: Segment): boolean {
  return (
    bound !== null ||
    columnBound !== null ||
    (entry !== null && (entry.values.length > 0 || entry.words.some((word) => !isEmpty(word))))
  );
}

function filterLabel({ bound, columnBound, words }: Segment, { filters }: Meaning): string {
  const [filter] = filters;
  if (filter !== undefined && columnBound?.columns.includes(filter.column.key))
    return columnBoundLabel(columnBound, filter.column.label);
  return bound === null ? words : boundLabel(bound);
}
