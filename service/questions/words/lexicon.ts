/**
 * Phrases that a snapshot gives a meaning: words of the editors, and names of networks, categories,
 * providers and values.
 */
import { monthSeconds } from '../../../common/durations.ts';
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import { periodSeconds } from '../../../model/price-period.ts';
import { setFilterSchema, setSortingSchema } from '../../../model/sets.ts';
import type { WordDefinition } from '../../../model/words.ts';
import { type ApiFilter, withFigures } from '../../query/filters/index.ts';
import { chainPhrases } from '../../query/names.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { parseGroup } from '../../snapshot/texts/price-groups.ts';
import { Vocabulary } from '../../snapshot/texts/vocabulary.ts';
import type { PricedIn } from './bounds.ts';
import { type CallNames, callNames } from './calls.ts';
import { isExcluding, namesOfCodes } from './codes.ts';
import { type ColumnNames, columnNames } from './column-names.ts';
import { longestByFirst, phraseOf } from './split.ts';
import { numbers } from './typed.ts';

/** Words of the longest phrase. */
export const maxWords = 6;

/** A value of a text column. */
export interface ColumnValue {
  readonly category: string;
  readonly column: ColumnDefinition;
  readonly value: string;
}

/** A line of the editors, parsed; or the name of a category. */
export interface WordMeaning {
  readonly category: string | null;
  readonly filters: readonly ApiFilter[] | null;
  readonly sorting: readonly { readonly id: string; readonly desc: boolean }[] | null;
}

/** Everything that a phrase may mean. What applies depends on the other phrases of a search. */
export interface Entry {
  /** Key. */
  network: string | null;
  /** Name. */
  provider: string | null;
  /** Lines of the editors, and names of categories. */
  readonly words: WordMeaning[];
  readonly values: ColumnValue[];
}

export interface Lexicon {
  /** By phrase, as `phraseOf` writes it. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Words of the longest of these phrases, by the first one. */
  readonly longest: ReadonlyMap<string, number>;
  /** Phrases of several words or with signs, by their letters: `node.js` by `nodejs`. */
  readonly joined: ReadonlyMap<string, string>;
  /** Columns with numbers by the phrases that name them. */
  readonly columns: ColumnNames;
  /** Keys of the flags that are a disadvantage. */
  readonly drawbacks: ReadonlySet<string>;
  readonly pricedIn: PricedIn;
  readonly calls: CallNames;
  /** Seconds of the period by which prices are compared. */
  readonly compared: number;
  /**
   * Keys of the columns by their labels, and by the short names of those with numbers and prices, for
   * what an offer does not state.
   */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** Words of the phrases. */
  readonly words: ReadonlySet<string>;
  /** The same words, for typing errors. */
  readonly vocabulary: Vocabulary;
  /** Columns that a category uses, with figures. */
  readonly columnsOf: (category: string) => readonly ColumnDefinition[];
  /** Values that rows of a category have in a column, by lowercase spelling. */
  readonly valuesOf: (category: string, key: string) => ReadonlyMap<string, string>;
}

/** Kept with the snapshot. */
export function lexiconOf(snapshot: Snapshot): Lexicon {
  return snapshot.derived.of('lexicon', () => new LexiconBuilder(snapshot).build());
}

/** Whether the words mean nothing by themselves. */
export function isEmpty({ category, filters, sorting }: WordMeaning): boolean {
  return category === null && filters === null && sorting === null;
}

export function isNothing(entry: Entry | null): boolean {
  return entry !== null && entry.words.length > 0 && entry.words.every(isEmpty);
}

/** Shorter letters are near too many words. */
const minJoined = 5;

export function lettersOf(phrase: string): string {
  return phrase.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Long texts are not typed as a whole, and free texts are found as such. */
const maxValueWords = 4;
function isText({ key, role, states, cellType }: ColumnDefinition): boolean {
  const isName = key === 'provider' || role === 'name' || cellType === 'address';
  return isName || states === 'limits' || key.endsWith('Endpoint');
}
/** Keys that say what a chain is for, also where one network alone has it: `devnet`. */
const kindsOfChains: ReadonlySet<string> = new Set(['mainnet', 'testnet', 'devnet']);
/** Names of any column of prices. */
const moneyNames = ['price', 'pricing', 'cost', 'fee'];
/** Words at the end of a provider's name that people leave out. */
const suffixes: ReadonlySet<string> = new Set(
  'labs sas network protocol finance cloud foundation security ecosystem company prime'.split(' '),
);

class LexiconBuilder {
  readonly #snapshot: Snapshot;
  readonly #entries = new Map<string, Entry>();
  readonly #values = new Map<string, ReadonlyMap<string, string>>();
  readonly #columns: ReadonlyMap<string, readonly ColumnDefinition[]>;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    const { catalog } = snapshot;
    this.#columns = new Map(
      catalog.categoryKeys.map((category) => [
        category,
        withFigures(catalog.usedColumnsOf(category), catalog.terms),
      ]),
    );
  }

  build(): Lexicon {
    const { catalog } = this.#snapshot;
    this.#addNetworks();
    for (const { key, label } of catalog.categories)
      for (const name of [key, label])
        this.#entry(name).words.push({ category: key, filters: null, sorting: null });
    for (const word of catalog.words) this.#entry(word.words).words.push(parseWord(word));
    this.#addChains();
    this.#addProviders();
    this.#addFlags();
    for (const category of catalog.categoryKeys) this.#addValues(category);
    this.#addNumbers();
    const columns = columnNames(this.#snapshot);
    const counts = this.#countWords(columns);
    const labels = this.#findLabels(columns);
    return {
      entries: this.#entries,
      longest: longestByFirst(this.#entries.keys()),
      joined: this.#findJoined(),
      columns,
      labels,
      pricedIn: this.#findCurrencies(),
      calls: callNames(this.#snapshot),
      compared: periodSeconds(catalog.pricePeriod) ?? monthSeconds,
      words: new Set([...counts, ...labels].flatMap(([phrase]) => phrase.split(' '))),
      vocabulary: new Vocabulary([new Map([...counts].filter(([word]) => isTyped(word)))]),
      drawbacks: this.#drawbacks(),
      columnsOf: (category) => this.#columns.get(category) ?? [],
      valuesOf: (category, key) => this.#values.get(`${category} ${key}`) ?? new Map(),
    };
  }

  #drawbacks(): ReadonlySet<string> {
    const columns = [...this.#snapshot.catalog.columns.values()];
    return new Set(columns.flatMap(({ key, trueMeans }) => (trueMeans === 'bad' ? key : [])));
  }

  #findCurrencies(): PricedIn {
    const listed = this.#snapshot.catalog.categoryKeys.flatMap((category) => [
      ...this.#snapshot.pricesOf(null, category).values(),
    ]);
    const groups = listed.flatMap((prices) => prices.groups.map(({ id }) => parseGroup(id)));
    const codes = groups.flatMap((group) => group?.currency ?? []);
    return new Map(codes.map((code) => [code.toLowerCase(), code]));
  }

  #findLabels({ names }: ColumnNames): ReadonlyMap<string, readonly string[]> {
    const { catalog } = this.#snapshot;
    const labels = new Map(names);
    for (const column of withFigures([...catalog.columns.values()], catalog.terms))
      for (const name of columnNamesOf(column))
        for (const form of [name, ...otherNumbers(name)])
          labels.set(form, [...(labels.get(form) ?? []), column.key]);
    return labels;
  }

  /** Letters that are a phrase of their own stand for it. */
  #findJoined(): ReadonlyMap<string, string> {
    const joined = new Map<string, string>();
    for (const phrase of this.#entries.keys()) {
      const letters = lettersOf(phrase);
      if (
        letters.length >= minJoined &&
        letters !== phrase &&
        !this.#entries.has(letters) &&
        !joined.has(letters)
      )
        joined.set(letters, phrase);
    }
    return joined;
  }

  /**
   * Of several words near a typing error, names and words of the editors are more likely than
   * values.
   */
  #countWords({ names }: ColumnNames): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [phrase, { network, provider, words }] of this.#entries) {
      const weight = network !== null || provider !== null || words.length > 0 ? 1000 : 1;
      for (const word of phrase.split(' ')) counts.set(word, (counts.get(word) ?? 0) + weight);
    }
    for (const phrase of names.keys())
      for (const word of phrase.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  }

  #addNetworks(): void {
    for (const { network, name, aliases, caip2 } of this.#snapshot.catalog.networks.values())
      for (const form of [network, name, ...aliases, caip2 ?? '', ...chainPhrases(caip2)])
        this.#entry(form).network ??= network;
  }

  /**
   * Names of chains beside the main one mean the network and its chain: `amoy testnet`, `Base
   * Sepolia`, `chain 84532`. So does the key of a testnet that no other network has: `amoy`. A word
   * that several networks use for a chain, such as `sepolia`, names no network.
   */
  #addChains(): void {
    const { catalog } = this.#snapshot;
    const networks = [...catalog.networks.values()];
    const keys = networks.flatMap(({ chains }) => chains);
    const shared = new Set(keys);
    const isNamed = (form: string) => shared.has(form.toLowerCase());
    const isAlone = (key: string) => keys.indexOf(key) === keys.lastIndexOf(key);
    for (const { network, chain, name, aliases, caip2, status, testnet } of catalog.chains) {
      const main = catalog.networks.get(network)?.caip2;
      const isBeside = caip2 !== null && main !== undefined && caip2 !== main;
      if (!isBeside && status === null) continue;
      const filters = [{ id: 'chain', value: [chain] }];
      const forms = [name, ...aliases, caip2 ?? '', ...chainPhrases(caip2)];
      for (const form of forms.filter((spelling) => !isNamed(spelling)))
        this.#addChain(this.#entry(form), network, { category: null, filters, sorting: null });
      if (testnet && isAlone(chain) && !kindsOfChains.has(chain))
        this.#addChain(this.#entry(chain), network, { category: null, filters, sorting: null });
    }
  }

  /** What a word means already stays. */
  #addChain(entry: Entry, network: string, meaning: WordMeaning): void {
    if (entry.network !== null) return;
    entry.network = network;
    if (entry.words.length === 0) entry.words.push(meaning);
  }

  #entry(text: string): Entry {
    const phrase = phraseOf(text);
    const known = this.#entries.get(phrase) ?? {
      network: null,
      provider: null,
      words: [],
      values: [],
    };
    if (phrase !== '' && phrase.split(' ').length <= maxWords) this.#entries.set(phrase, known);
    return known;
  }

  /**
   * Whole names, and their beginnings that mean nothing else: `base pay` of Base Pay Desk, `ledger`
   * of Ledger SAS.
   */
  #addProviders(): void {
    const names = this.#snapshot.search.providers.map(({ provider }) => provider.name);
    for (const name of names) this.#entry(name).provider ??= name;
    const whole = new Set(this.#entries.keys());
    for (const name of names) {
      const library = libraryOf(phraseOf(name));
      if (library !== null && !whole.has(library)) this.#entry(library).provider ??= name;
    }
    this.#addBeginnings(names, whole);
  }

  #addBeginnings(names: readonly string[], whole: ReadonlySet<string>): void {
    for (const name of names) {
      const words = phraseOf(name).split(' ');
      for (let count = words.length - 1; count > 0; count--) {
        const begin = words.slice(0, count).join(' ');
        if (whole.has(begin) || (count === 1 && !suffixes.has(words[1] ?? ''))) continue;
        this.#entry(begin).provider ??= name;
      }
    }
  }

  /** A flag by the name of its column, such as `x402`: it says more than a tag of that name. */
  #addFlags(): void {
    for (const { key, label, valueKind, filter } of this.#snapshot.catalog.columns.values()) {
      if (valueKind !== 'boolean' || filter === null) continue;
      const { words } = this.#entry(label);
      if (words.length === 0)
        words.push({ category: null, filters: [{ id: key, value: ['true'] }], sorting: null });
    }
  }

  #addValues(category: string): void {
    if (this.#snapshot.rowsOfListing(null, category).length === 0) return;
    const columns = this.#snapshot.catalog.columnsOf(category);
    for (const index of this.#snapshot.facetIndex(category).columns) {
      const { column } = index;
      if (index.kind !== 'values' || column.valueKind === 'boolean' || !columns.includes(column))
        continue;
      const known = new Map(index.values.map((value) => [value.toLowerCase(), value]));
      this.#values.set(`${category} ${column.key}`, known);
      const namesOf = namesOfCodes(column);
      if (namesOf === null) this.#addTexts(category, column, index.values);
      else for (const code of known.values()) this.#addNames(column, code, namesOf(code));
    }
  }

  #addTexts(category: string, column: ColumnDefinition, values: readonly string[]): void {
    if (isText(column)) return;
    // A chain may have the name of a number: `one`.
    for (const value of values)
      if (!numbers.has(value) && phraseOf(value).split(' ').length <= maxValueWords)
        this.#entry(value).values.push({ category, column, value });
  }

  /**
   * `germany` means offers that do not exclude it, `german` those with the language. The codes are
   * words of other things: `in`, `id`.
   */
  #addNames(column: ColumnDefinition, code: string, names: readonly (string | undefined)[]): void {
    const filters = [{ id: column.key, value: [isExcluding(column) ? `!${code}` : code] }];
    for (const name of new Set(names))
      if (name !== undefined)
        this.#entry(name).words.push({ category: null, filters, sorting: null });
  }

  /**
   * The singular of plurals and the plural of singulars. A phrase of its own keeps its meaning, and
   * gets that of the editors.
   */
  #addNumbers(): void {
    for (const [phrase, entry] of [...this.#entries].filter(([, each]) => !isOfChains(each)))
      for (const form of otherNumbers(phrase)) {
        const known = this.#entries.get(form);
        if (known === undefined) this.#entries.set(form, entry);
        else if (known !== entry) addMeanings(known, entry);
      }
  }
}

/** Its label, its key, and what any price is called. */
function columnNamesOf(column: ColumnDefinition): ReadonlySet<string> {
  const { key, label } = column;
  const names = [label, key.replace(/(?=[A-Z])/g, ' '), ...(isMoney(column) ? moneyNames : [])];
  const short = names.map((name) => name.replace(/ (?:performed|required|supported)$/i, ''));
  return new Set([...names, ...short].map(phraseOf));
}

/** Whether a word may be meant by one of letters alone: `decent` is not `d'cent`. */
function isTyped(word: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(word);
}

/** Whether a phrase is the name of a chain and nothing else: `ones` is no plural of `one`. */
function isOfChains({ network, provider, words, values }: Entry): boolean {
  const isName = network !== null || provider !== null || words.length > 0;
  return !isName && values.every(({ column }) => column.cellType === 'chain');
}

/** `ethers` of `ethers.js`; null for other names, and for short ones. */
function libraryOf(phrase: string): string | null {
  const name = phrase.replace(/\.js$/, '');
  return name !== phrase && name.length >= minJoined ? name : null;
}

function addMeanings(entry: Entry, other: Entry): void {
  if (entry.words.length === 0) entry.words.push(...other.words);
  entry.values.push(...other.values.filter((value) => !entry.values.includes(value)));
}

export function parseWord({ category, filters, sorting }: WordDefinition): WordMeaning {
  return {
    category,
    filters: filters === null ? null : setFilterSchema.parse(JSON.parse(filters)),
    sorting: sorting === null ? null : setSortingSchema.parse(JSON.parse(sorting)),
  };
}

function otherNumbers(phrase: string): string[] {
  if (phrase.length < 3 || /\d$/.test(phrase)) return [];
  if (phrase.endsWith('ies')) return [`${phrase.slice(0, -3)}y`];
  // `ams` is a place, and no plural of `am`.
  if (phrase.length < 4 && phrase.endsWith('s')) return [];
  if (phrase.endsWith('s')) return phrase.endsWith('ss') ? [`${phrase}es`] : [phrase.slice(0, -1)];
  return phrase.endsWith('y') ? [`${phrase}s`, `${phrase.slice(0, -1)}ies`] : [`${phrase}s`];
}
