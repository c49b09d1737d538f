/** The changes that a snapshot carries, oldest first, in columns of integers: a search through 30,000 takes a millisecond. */
import type { Change, ChangeFact } from '../../../model/changes.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { IntegerLists } from '../memberships.ts';
import { factOf } from './facts.ts';
import type { Texts } from './numbered-texts.ts';

/** A change without its rows, which only the Parquet file has. */
export interface LoggedChange extends Omit<Change, 'rows' | 'scope'> {
  /** Null for a change of a version that did not store it. */
  readonly scope: Change['scope'] | null;
  /** Id of the snapshot that was built, null for a change from the git history. */
  readonly snapshot: string | null;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly revision: string | null;
  /** Chain of the first row if a chain was added or removed; otherwise null. */
  readonly chain: string | null;
  /** Chains of the rows on `networks`, in the order of the rows. */
  readonly chains: readonly string[];
  readonly fact: ChangeFact;
}

/** Columns of texts, and of JSON lists (`networks`, `files`, `places`: pairs of network and chain). */
export const textColumns = [
  ...(['snapshot', 'kind', 'category', 'provider', 'slug', 'networks', 'column', 'before', 'after'] as const),
  ...(['wholeOffer', 'scope', 'causeKind', 'files', 'revision', 'chain', 'places'] as const),
] as const;
export type TextColumn = (typeof textColumns)[number];

export interface ChangeColumns {
  readonly atMs: Float64Array;
  readonly numbers: Readonly<Record<TextColumn, Int32Array>>;
  /** Of all columns. */
  readonly texts: Texts;
}

type Place = readonly [network: string, chain: string | null];

export class ChangeLog {
  /** Number of changes. The index 0 is the oldest. */
  readonly length: number;
  /**
   * Number of the news item of each change, by index. Numbers rise with time. Within one moment they fall, so that items in
   * descending order are the newest first, and those of one moment in the order of the file.
   */
  readonly items: Int32Array;
  readonly #columns: ChangeColumns;
  /** By number of the text. */
  readonly #lists = new Map<number, readonly string[]>();
  /** By number of the text. */
  readonly #places = new Map<number, readonly Place[]>();
  readonly #definitions: ReadonlyMap<string, ColumnDefinition>;
  #facts: readonly ChangeFact[] | null = null;
  #bySlug: IntegerLists | null = null;
  #networkLists: ReadonlySet<number> | null = null;

  /** `definitions`: columns of the snapshot, by key. */
  constructor(columns: ChangeColumns, definitions: ReadonlyMap<string, ColumnDefinition>) {
    this.#columns = columns;
    this.#definitions = definitions;
    this.length = columns.atMs.length;
    this.items = groupItems(columns);
  }

  /** With the networks that count: those of `networks`, all if that is empty. */
  get(index: number, networks: readonly string[] = []): LoggedChange {
    const text = (column: TextColumn) => this.textOf(column, index);
    const counts = (key: string) => networks.length === 0 || networks.includes(key);
    const places = this.#placesOf(this.numberOf('places', index)).filter(([network]) => counts(network));
    return {
      snapshot: text('snapshot'),
      atMs: this.atMs(index),
      kind: text('kind') as Change['kind'],
      category: text('category') ?? '',
      provider: text('provider'),
      slug: text('slug') ?? '',
      networks: this.networksOf(this.numberOf('networks', index)).filter(counts),
      chains: [...new Set(places.flatMap(([, chain]) => chain ?? []))],
      column: text('column'),
      wholeOffer: this.#wholeOffer(index),
      scope: text('scope') as LoggedChange['scope'],
      fact: this.fact(index),
      before: text('before'),
      after: text('after'),
      cause: { kind: text('causeKind') as Change['cause']['kind'], files: JSON.parse(text('files') ?? '[]') },
      revision: text('revision'),
      chain: text('chain'),
    };
  }

  fact(index: number): ChangeFact {
    this.#facts ??= Array.from({ length: this.length }, (_, at) => this.#factOf(at));
    return this.#facts[index] ?? 'other';
  }

  #factOf(index: number): ChangeFact {
    const column = this.textOf('column', index);
    const [before, after] = [this.textOf('before', index), this.textOf('after', index)];
    const kind = this.textOf('kind', index) as Change['kind'];
    const told = { kind, wholeOffer: this.#wholeOffer(index), column, before, after };
    return factOf(told, this.#definitions.get(column ?? ''));
  }

  #wholeOffer(index: number): boolean | null {
    const text = this.textOf('wholeOffer', index);
    return text === null ? null : text === 'true';
  }

  #placesOf(number: number): readonly Place[] {
    const places = this.#places.get(number) ?? (JSON.parse(this.textAt(number) ?? '[]') as Place[]);
    this.#places.set(number, places);
    return places;
  }

  atMs(index: number): number {
    return this.#columns.atMs[index] ?? 0;
  }

  /** Number of the text of a change; equal texts have equal numbers. */
  numberOf(column: TextColumn, index: number): number {
    return this.#columns.numbers[column][index] ?? 0;
  }

  textOf(column: TextColumn, index: number): string | null {
    return this.textAt(this.numberOf(column, index));
  }

  textAt(number: number): string | null {
    return this.#columns.texts.get(number);
  }

  /** Number of a text, -1 if no change has it. */
  find(text: string): number {
    return this.#columns.texts.find(text);
  }

  /** Distinct texts of a column. */
  textsOf(column: TextColumn): readonly string[] {
    return [...new Set(this.#columns.numbers[column])].flatMap((number) => this.textAt(number) ?? []);
  }

  /** Keys of a list of networks, by its number in the column `networks`. */
  networksOf(number: number): readonly string[] {
    const keys = this.#lists.get(number) ?? (JSON.parse(this.textAt(number) ?? '[]') as string[]);
    this.#lists.set(number, keys);
    return keys;
  }

  /** Keys of all networks that changes name. */
  networkKeys(): ReadonlySet<string> {
    return new Set([...this.#listNumbers()].flatMap((number) => this.networksOf(number)));
  }

  /** Numbers of the lists of networks that name one of the networks. */
  listsWith(networks: readonly string[]): ReadonlySet<number> {
    const wanted = new Set(networks);
    const isWanted = (number: number) => this.networksOf(number).some((key) => wanted.has(key));
    return new Set([...this.#listNumbers()].filter(isWanted));
  }

  #listNumbers(): ReadonlySet<number> {
    return (this.#networkLists ??= new Set(this.#columns.numbers.networks));
  }

  /** Indexes of the changes of a slug, oldest first. */
  withSlug(slug: string): Int32Array {
    const { numbers, texts } = this.#columns;
    this.#bySlug ??= new IntegerLists(texts.size, numbers.slug, Int32Array.from(numbers.slug.keys()));
    const number = texts.find(slug);
    return number === -1 ? new Int32Array() : this.#bySlug.of(number);
  }
}

/**
 * One item for each edit as a reader sees it: of a moment, all cells that changed in the same way in offers of a provider, all
 * offers of a provider that a category gained or lost, a network, a chain, a category or a column.
 */
function groupItems(columns: ChangeColumns): Int32Array {
  const { atMs, numbers } = columns;
  const { snapshot, revision } = numbers;
  const items = new Int32Array(atMs.length);
  const isSameMoment = (a: number, b: number) =>
    atMs[a] === atMs[b] && snapshot[a] === snapshot[b] && revision[a] === revision[b];
  const keyOf = itemKeys(columns);
  let first = 0;
  for (let start = 0, end = 0; start < items.length; start = end) {
    const known = new Map<string, number>();
    while (end < items.length && isSameMoment(start, end)) end++;
    const keys = joinAlike(
      columns,
      start,
      Array.from({ length: end - start }, (_, at) => keyOf(start + at)),
    );
    for (const [at, key] of keys.entries()) {
      const item = known.get(key) ?? known.size;
      known.set(key, item);
      items[start + at] = item;
    }
    for (let index = start; index < end; index++) items[index] = first + known.size - 1 - (items[index] ?? 0);
    first += known.size;
  }
  return items;
}

/** Gives offers of a provider one key if all their changes of a moment are the same, and on the same networks. */
function joinAlike({ numbers }: ChangeColumns, start: number, keys: readonly string[]): readonly string[] {
  const signatures = new Map<string, string>();
  for (const [at, key] of keys.entries()) {
    const index = start + at;
    const [subject, slug] = key.split(offerMark, 2);
    if (slug === undefined) continue;
    const cells = (['column', 'before', 'after', 'places'] as const).map((column) => numbers[column][index]);
    signatures.set(key, `${signatures.get(key) ?? subject} ${cells}`);
  }
  return keys.map((key) => signatures.get(key) ?? key);
}

/** Stands before the offer in the key of a changed cell. */
const offerMark = ' offer ';

/** Keys of changes, equal for those of a moment that belong to one item. */
function itemKeys({ numbers, texts }: ChangeColumns): (index: number) => string {
  const { kind, category, provider, slug, column, before, after, chain, causeKind, wholeOffer } = numbers;
  const [network, ofCategory, ofChain, ofColumn, probe] = ['network', 'category', 'chain', 'column', 'probe'].map(
    (word) => texts.find(word),
  );
  const changed = texts.find('changed');
  return (index) => {
    const cause = causeKind[index];
    if (cause === network) return `${cause} ${kind[index]}`;
    if (cause === ofCategory) return `${cause} ${kind[index]} ${category[index]}`;
    if (cause === ofChain) return `${cause} ${kind[index]} ${chain[index]}`;
    if (cause === ofColumn) return `${cause} ${category[index]} ${column[index]}`;
    const answers = cause === probe ? [cause, column[index], before[index] !== 0, after[index] !== 0] : [];
    const subject = [...answers, kind[index], category[index], provider[index]].join(' ');
    return kind[index] === changed ? `${subject}${offerMark}${slug[index]}` : `${subject} - ${wholeOffer[index]}`;
  };
}
