/** Types that stages exchange: sources as read, rows as resolved. */
import type { ApplicationDefinition } from '../model/application.ts';
import type { CategoryDefinition } from '../model/categories.ts';
import type { ChainDefinition } from '../model/chains.ts';
import type { ColumnDefinition } from '../model/columns.ts';
import type { Correction } from '../model/corrections.ts';
import type { NetworkDefinition } from '../model/networks.ts';
import type { Period } from '../model/periods.ts';
import type { ProviderDefinition } from '../model/providers.ts';
import type { Quotation } from '../model/quotations.ts';
import type { Rate } from '../model/rates.ts';
import type { Reading } from '../model/readings.ts';
import type { Scope, SourcePlace, Stated, Value, Values } from '../model/rows.ts';
import type { SetDefinition } from '../model/sets.ts';
import type { Site } from '../model/site.ts';
import type { UnitLine } from '../model/unit-costs.ts';
import type { WordDefinition } from '../model/words.ts';
import type { RuleName } from './rules.ts';
import type { UnreadableInput } from './unreadable-input.ts';

/** Paths below a source folder; sources/README.md describes them. */
export const sourcePaths = {
  categories: 'meta/categories.csv',
  columns: 'meta/columns.csv',
  networks: 'meta/networks.csv',
  /** May be missing. Taken from where networks.csv is taken. */
  chains: 'meta/chains.csv',
  /** May be missing. */
  sets: 'meta/sets.csv',
  /** May be missing. */
  words: 'meta/words.csv',
  /** May be missing. */
  application: 'meta/application.csv',
  site: 'meta/site.csv',
  /** May be missing. */
  units: 'meta/units.csv',
  /** May be missing. Never taken from elsewhere. */
  rates: 'meta/rates.csv',
  /** May be missing. */
  readings: 'meta/readings.csv',
  providers: 'references/providers/providers.csv',
  /** May be missing. */
  quotations: 'references/quotations.csv',
  /** May be missing. */
  corrections: 'references/corrections.csv',
  /** May be missing. */
  periods: 'references/periods.csv',
  offers: (category: string) => `references/offers/${category}.csv`,
  allNetworks: (category: string) => `listings/all-networks/${category}.csv`,
  network: (network: string) => `listings/specific-networks/${network}`,
  images: 'references/providers/images/',
  /** `<network>.<extension>`. */
  networkImages: 'networks/images/',
} as const;

/** Whether a file is one that a build may read: a table or an image. */
export function isSourceFile(file: string): boolean {
  const isImage = [sourcePaths.images, sourcePaths.networkImages].some((folder) =>
    file.startsWith(folder),
  );
  return isImage || /\.csv$/i.test(file);
}

/** Files that the meaning of all tables depends on. */
export const meaningPaths: readonly string[] = [sourcePaths.categories, sourcePaths.columns];

/** True if categories.csv or columns.csv has errors: no table is read then. */
export function lacksMeaning({ unreadable }: Pick<Sources, 'unreadable'>): boolean {
  return meaningPaths.some((file) => unreadable.hasFile(file));
}

export interface SourceFile {
  readonly path: string;
  /** Only builds hash them. */
  readonly bytes: Uint8Array;
}

/**
 * True for a column of lists in which the order says nothing. A list without a filter may be a
 * sequence, such as the arguments of a command.
 */
export function isFilteredList({ valueKind, filter }: ColumnDefinition): boolean {
  return valueKind === 'array' && filter !== null;
}

/**
 * True for a column of lists that may not repeat an item. Limits have fixed positions: one value may
 * stand for two measures.
 */
export function isSet(column: ColumnDefinition): boolean {
  return isFilteredList(column) && column.states !== 'limits';
}

/** Maximum size of a logo, which pages show at 36 pixels. */
export const maxLogoBytes = 256 * 1024;

export interface ShownLogo {
  readonly fault: null;
  readonly bytes: Uint8Array;
  /** A WebP image. Only a build scales logos, and only raster images. */
  readonly scaled?: Uint8Array;
}

/** A logo: its bytes, or why it is not shown. */
export type Logo =
  | ShownLogo
  /** `is` is the media type of the bytes; null if unknown. */
  | { readonly fault: 'kind'; readonly is: string | null }
  /** What stands there in place of an image, and what to do. */
  | { readonly fault: 'foreign'; readonly is: string; readonly fix: string }
  /** `held`: what an SVG file must not hold. */
  | { readonly fault: 'active'; readonly held: readonly string[] }
  | { readonly fault: 'pixels'; readonly width: number; readonly height: number }
  | { readonly fault: 'name' | 'size' | 'damaged' };

export interface Meta {
  readonly categories: readonly CategoryDefinition[];
  readonly columns: readonly ColumnDefinition[];
  /** Keys of columns that are only there if a table has them. */
  readonly optional: ReadonlySet<string>;
  readonly networks: readonly NetworkDefinition[];
  /** Lines of the networks in networks.csv, by key. */
  readonly networkLines: ReadonlyMap<string, number>;
  readonly chains: readonly ChainDefinition[];
  /** In display order. */
  readonly sets: readonly Definition<SetDefinition>[];
  /** Of several meanings of the same words, the first that a category can have applies. */
  readonly words: readonly Definition<WordDefinition>[];
  /** In display order. */
  readonly application: readonly ApplicationDefinition[];
  readonly units: readonly UnitLine[];
  readonly rates: readonly Rate[];
  /** Null without a line in site.csv. */
  readonly site: Definition<Site> | null;
  readonly readings: readonly Definition<Reading>[];
}

/** A checked line of a table whose columns the code knows: meta/*.csv, providers.csv. */
export interface Definition<T> {
  readonly value: T;
  readonly line: number;
}

/** Cells of a record. Equal records share one object, so that it is resolved and checked once. */
export interface EntryCells {
  /** By column key. Blank cells are absent; `!none` is null. */
  readonly values: Values;
  /** Of the cell `offer`. */
  readonly reference: Reference;
  readonly faults: readonly CellFault[];
}

/** Reference of a listing to an offer of its category: `!offer:<slug>`. */
export type Reference =
  | { readonly kind: 'none' }
  | { readonly kind: 'offer'; readonly slug: string }
  | { readonly kind: 'malformed'; readonly text: string };

/** Fault of an unreadable cell; every place of the cell is reported. */
export interface CellFault {
  readonly rule: RuleName;
  readonly column: string;
  readonly value: string;
  readonly message: string;
  readonly suggestion: string;
}

export interface OfferEntry {
  readonly category: string;
  readonly source: SourcePlace;
  readonly cells: EntryCells;
}

/** A period with the value of its cell in place of the text; null if the cell is blank then. */
export interface DatedCell extends Omit<Period, 'value'> {
  readonly cell: Value;
}

/** A line of providers.csv, of offers or of listings. */
export interface Line {
  readonly source: SourcePlace;
  readonly cells: { readonly values: Values };
}

/** Lines of providers.csv, then of offers and of listings. */
export function linesOf<L extends Line>(tables: {
  readonly providers: readonly Definition<Values>[];
  readonly offers: readonly L[];
  readonly listings: readonly L[];
}): Line[] {
  const file = sourcePaths.providers;
  const ofProviders = tables.providers.map(({ value, line }) => ({
    source: { file, line },
    cells: { values: value },
  }));
  return [...ofProviders, ...tables.offers, ...tables.listings];
}

/**
 * Offers by category and slug. The first of two offers with the same slug; a check reports the
 * second.
 */
export type OfferBook = ReadonlyMap<string, ReadonlyMap<string, OfferEntry>>;

export interface ListingEntry extends OfferEntry {
  /** Null for an all-networks listing. */
  readonly network: string | null;
}

/** All sources, typed, with their places. */
export interface Sources {
  readonly meta: Meta;
  /**
   * False if the project's definitions are used, but for networks.csv, which a source folder may
   * have alone.
   */
  readonly hasOwnMeta: boolean;
  readonly providers: readonly Definition<ProviderDefinition>[];
  readonly quotations: readonly Definition<Quotation>[];
  readonly corrections: readonly Definition<Correction>[];
  readonly periods: readonly Definition<DatedCell>[];
  /** All network folders, even without files, sorted. */
  readonly networks: readonly string[];
  readonly offers: readonly OfferEntry[];
  readonly listings: readonly ListingEntry[];
  /** The columns of each table of offers and listings, by path. */
  readonly headers: ReadonlyMap<string, ReadonlySet<string>>;
  /** File names of provider logos. */
  readonly images: ReadonlySet<string>;
  /** File names of network logos. */
  readonly networkImages: ReadonlySet<string>;
  /** File names of the project's network logos, for a folder that has none. */
  readonly defaultImages: ReadonlySet<string>;
  /** Logos of providers and networks, by their paths below the images of a snapshot. */
  readonly logos: ReadonlyMap<string, Logo>;
  readonly unreadable: UnreadableInput;
  /** Every table that was read, sorted by path. */
  readonly files: readonly SourceFile[];
}

/** Cells of a row. Rows of many networks share one content. */
export interface Content {
  readonly category: string;
  /** Every column of the category, in the order of columns.csv. */
  readonly values: Readonly<Record<string, Value>>;
  /** Place of the referenced offer; null without a reference. */
  readonly offer: SourcePlace | null;
  /** Slug of the referenced offer; null without a reference. */
  readonly offerSlug: string | null;
  /** Slug of the listing as its line states it, without the chain that a copy for a chain adds. */
  readonly listingSlug: string;
  readonly scope: Scope;
  /**
   * Columns that the listing states itself; the others come from the offer. Empty without a
   * reference.
   */
  readonly overrides: readonly string[];
}

export interface Row {
  readonly content: Content;
  /** Place of the listing. */
  readonly source: SourcePlace;
}

export interface ResolvedNetwork {
  readonly key: string;
  /** Chains of its own listings, lowercase, sorted. */
  readonly chains: readonly string[];
  /** In the order of the source files: its own rows, then the all-networks rows by chain. */
  readonly rows: readonly Row[];
}

export interface Resolved {
  /** Each once. */
  readonly contents: readonly Content[];
  /** Sorted by key. */
  readonly networks: readonly ResolvedNetwork[];
  readonly offers: OfferBook;
  readonly numbers: StatedNumbers;
  /** Rows that the sources ask for, also if they are too many to be resolved. */
  readonly rowCount: number;
}

/** What a cell states; null if it states no number. */
export interface CellReading {
  readonly stated: Stated | null;
  /** The text or the items that were not understood, each with the part where reading ended. */
  readonly left: readonly { readonly text: string; readonly left: string }[];
  /**
   * Texts or items that state an amount that was not read: what is left, damaged texts, and amounts
   * of one kind of use, such as `20K protected reqs/day`, if nothing else states an amount of use.
   */
  readonly unread: readonly string[];
}

/** Readings of the cells of the sources, by column key and `textOfCell`. */
export type StatedNumbers = ReadonlyMap<string, ReadonlyMap<string, CellReading>>;

/** Text of a cell that numbers are read from: items on lines of their own; null without texts. */
export function textOfCell(cell: Value | undefined): string | null {
  if (typeof cell === 'string') return cell;
  return Array.isArray(cell) ? cell.join('\n') : null;
}
