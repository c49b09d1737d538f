/**
 * A source folder -> its definitions, providers and tables. The only file of the pipeline that
 * reads sources.
 */

import { stat } from 'node:fs/promises';
import { describeFault, nullIfAbsent } from '../../common/faults.ts';
import { formatCount } from '../../common/format-count.ts';
import { groupBy } from '../../common/group-by.ts';
import { NameFinder } from '../../common/nearest-name.ts';
import { withoutReferrals } from '../../common/tracking.ts';
import { type ColumnDefinition, columnsOfProviders } from '../../model/columns.ts';
import { limitColumns, statedLimits } from '../../model/measures.ts';
import { periodColumns } from '../../model/periods.ts';
import { type ProviderDefinition, providerSchemaWith } from '../../model/providers.ts';
import { PipelineError } from '../errors.ts';
import { isNetworkLogo, networkLogos } from '../network-logos.ts';
import { type AddProblem, compareText } from '../problem.ts';
import {
  type Definition,
  type ListingEntry,
  lacksMeaning,
  type Meta,
  type Sources,
  sourcePaths,
} from '../sources.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import {
  type DefinitionShape,
  type ReadSource,
  readDefinitions,
  reportMissing,
} from './definitions/parse-definitions.ts';
import { hasOwnMeta, readMeta } from './definitions/read-meta.ts';
import { EntryReader, stripsReferrals } from './parse-entries.ts';
import { readFacts } from './read-facts.ts';
import { readLogos, readProjectLogos } from './read-logos.ts';
import {
  type EditedFiles,
  isDefinition,
  meantTable,
  placeOf,
  reportMisplaced,
  SourceFolder,
  type TablePlace,
} from './source-folder.ts';
import { type ReadContext, readTable, type TablesRead } from './tables/parse-table.ts';

export interface SourceFolders {
  readonly sources: string;
  /**
   * Its folder `meta/` is taken where `sources` has none; `sources` may have networks.csv alone.
   */
  readonly defaults: string;
  readonly edited?: EditedFiles;
  readonly tables?: TablesRead | undefined;
}

function providerShape(columns: readonly ColumnDefinition[]): DefinitionShape<ProviderDefinition> {
  const own = columnsOfProviders(columns).map(({ key, valueKind }) => [key, valueKind] as const);
  return {
    schema: providerSchemaWith(columns),
    kinds: { starred: 'boolean', tag: 'array', ...Object.fromEntries(own) },
    key: ['slug'],
    isRequired: true,
  };
}

function withoutCodes({ value, ...provider }: Definition<ProviderDefinition>) {
  const cells = Object.entries(value).map(([key, cell]) => [
    key,
    typeof cell === 'string' ? withoutReferrals(cell) : cell,
  ]);
  return { ...provider, value: Object.fromEntries(cells) as ProviderDefinition };
}

/** Whether a file of `meta/` is taken from the source folder, whatever its other definitions are. */
function isOwn(file: string, paths: readonly string[]): boolean {
  // Chains are those of the networks; what the project says of itself, and the rates of a day, are
  // not said of other data.
  const decides = file === sourcePaths.chains ? sourcePaths.networks : file;
  return file === sourcePaths.site || file === sourcePaths.rates || paths.includes(decides);
}

export async function readSources(
  { sources, defaults, edited, tables }: SourceFolders,
  add: AddProblem,
): Promise<Sources> {
  await assertFolder(sources);
  const context: ReadContext = { add, unreadable: new UnreadableInput(), clean: new Set(), tables };
  const { unreadable } = context;
  const folder = await SourceFolder.open(sources, context, edited);
  const paths = folder.files.filter((file) => /\.csv$/i.test(file));
  for (const file of folder.files) reportUnread(file, add);
  const files = new Map<string, Uint8Array>();
  const ownMeta = hasOwnMeta(paths);
  const metaFolder = ownMeta ? folder : await SourceFolder.open(defaults);
  const metaOf = (file: string) => (isOwn(file, paths) ? folder : metaFolder);
  const meta = readMeta((file) => noteFile(file, metaOf(file).read(file)), context);
  const listed = readDefinitions(sourcePaths.providers, read, providerShape(meta.columns), context);
  const providers = stripsReferrals(meta) ? listed.map(withoutCodes) : listed;
  const facts = readFacts(read, meta.columns, context);
  const images = new Set(filesIn(folder, sourcePaths.images));
  const networkImages = new Set(filesIn(folder, sourcePaths.networkImages).filter(isNetworkLogo));
  // Only a folder without definitions and logos of its own takes the project's logos, of the
  // networks that it lists.
  const defaultImages = new Set(
    networkImages.size > 0 || ownMeta ? [] : logosIn(metaFolder, folder.networks),
  );
  const { logo, picture } = meta.site?.value ?? {};
  const named = new Set([logo, picture, ...providers.map(({ value }) => value.logoPath)]);
  const reader = new EntryReader(meta, add, unreadable);
  for (const { file, place } of findTables(paths, meta, context, (name) => folder.read(name))) {
    const bytes = read(file);
    const table = bytes === null ? null : readTable(file, bytes, context);
    if (table !== null) reader.readTable(table, place);
  }
  reportMissingOffers(reader.listings, paths, context);
  const logos = new Map([
    ...(await readLogos(folder, {
      providers: [...images].filter((image) => named.has(image)),
      networks: networkLogos(networkImages).values(),
    })),
    ...readProjectLogos(metaFolder, defaultImages),
  ]);
  return {
    meta: { ...meta, columns: usedColumns(meta, reader.headers, facts.periods.length > 0) },
    hasOwnMeta: ownMeta,
    providers,
    ...facts,
    networks: folder.networks,
    offers: reader.offers,
    listings: reader.listings,
    headers: reader.headers,
    images,
    networkImages,
    defaultImages,
    logos,
    unreadable,
    files: Array.from(files, ([path, bytes]) => ({ path, bytes })).toSorted((a, b) =>
      compareText(a.path, b.path),
    ),
  };

  function read(file: string): Uint8Array | null {
    return noteFile(file, folder.read(file));
  }

  function noteFile(file: string, bytes: Uint8Array | null): Uint8Array | null {
    if (bytes !== null) files.set(file, bytes);
    return bytes;
  }
}

/**
 * The columns without optional ones that no table has and nothing fills: periods fill two, and
 * measured limits stand beside stated ones.
 */
function usedColumns(
  { columns, optional }: Meta,
  headers: EntryReader['headers'],
  hasPeriods: boolean,
): Meta['columns'] {
  const used = new Set([...headers.values()].flatMap((keys) => [...keys]));
  const filled = [
    ...(hasPeriods ? Object.values(periodColumns) : []),
    ...(statedLimits.some((key) => used.has(key)) ? Object.entries(limitColumns).flat() : []),
  ];
  for (const key of filled) used.add(key);
  return columns.filter(({ key }) => !optional.has(key) || used.has(key));
}

/**
 * Reads no tables if definitions are faulty, because the meaning of their cells is unknown. `read`
 * gives the texts of files that have no place, so that checks know what may be in them.
 */
export function findTables(
  paths: readonly string[],
  { categories }: Meta,
  context: ReadContext,
  read: ReadSource = () => null,
) {
  const { unreadable } = context;
  const isCertain = !lacksMeaning({ unreadable });
  const keys = new Set(categories.map(({ key }) => key));
  const tables: { readonly file: string; readonly place: TablePlace }[] = [];
  const skipped: string[] = [];
  for (const file of paths) {
    const place = isCertain ? placeOf(file, keys) : null;
    if (place !== null) tables.push({ file, place });
    else if (!isDefinition(file)) skipped.push(file);
  }
  const report = isCertain ? context : { ...context, add: () => undefined };
  const layout = { present: new Set(paths), categories: new NameFinder(keys) };
  if (skipped.length > 0) skipTables(skipped, layout, report, isCertain ? read : () => null);
  return tables;
}

/** Reports the tables, and records them and the offers they may contain as unreadable. */
function skipTables(
  skipped: readonly string[],
  {
    present,
    categories,
  }: { readonly present: ReadonlySet<string>; readonly categories: NameFinder },
  { add, unreadable }: ReadContext,
  read: ReadSource,
): void {
  for (const file of skipped) {
    reportMisplaced(file, categories, add);
    const bytes = read(file);
    const text = bytes === null ? null : new TextDecoder().decode(bytes);
    unreadable.addFile(file, text);
    const meant = meantTable(file, categories);
    if (meant !== null && !present.has(meant)) unreadable.addFile(meant, text);
  }
}

/** A file of offers that listings need and that is not there. */
function reportMissingOffers(
  listings: readonly ListingEntry[],
  paths: readonly string[],
  context: ReadContext,
): void {
  const referring = listings.filter(({ cells }) => cells.reference.kind === 'offer');
  for (const [category, needing] of groupBy(referring, (listing) => listing.category)) {
    const file = sourcePaths.offers(category);
    // A single listing may mean another category.
    if (needing.length < 2 || paths.includes(file)) continue;
    const message = `the file is missing, and ${formatCount(needing.length)} listings need it`;
    reportMissing(file, message, context);
  }
}

/** Files beside the tables that are not read, although somebody edits them. */
const unread: readonly (readonly [name: RegExp, message: string, suggestion: string])[] = [
  [
    /^~\$/,
    'a spreadsheet program keeps this file while a workbook is open',
    'close the workbook, and delete the file',
  ],
  [
    /\.(?:xlsx|xlsm|xls|ods|numbers)$/i,
    'the spreadsheet is not read, only CSV files are',
    'save it as CSV UTF-8, or remove it; `make import` takes its rows',
  ],
  [
    /\.csv\.\w+$/i,
    'the table is not read, because its name does not end in ".csv"',
    'rename it to "{name}.csv", or remove it',
  ],
  [
    /\.(?:tsv|tab)$/i,
    'the table is not read, because its cells are separated by tabs',
    'save it as CSV UTF-8 with commas, or remove it',
  ],
];

function reportUnread(file: string, add: AddProblem): void {
  const [, name = ''] = /^(?:meta|references|listings)\/(?:.*\/)?([^/]+)$/.exec(file) ?? [];
  const found = unread.find(([pattern]) => pattern.test(name));
  if (found === undefined) return;
  const [, message, advice] = found;
  const suggestion = advice.replace('{name}', () => name.replace(/\.csv\.\w+$/i, ''));
  add({ rule: 'spreadsheet-file', file, line: null, column: null, message, suggestion });
}

/** Paths of the files below a folder, from there. */
function filesIn({ files }: SourceFolder, place: string): string[] {
  return files.filter((file) => file.startsWith(place)).map((file) => file.slice(place.length));
}

function logosIn(folder: SourceFolder, networks: readonly string[]): string[] {
  const files = networkLogos(filesIn(folder, sourcePaths.networkImages).filter(isNetworkLogo));
  return networks.flatMap((network) => files.get(network) ?? []);
}

async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder)
    .catch(nullIfAbsent)
    .catch((error: unknown) => {
      const message = `the source folder ${folder} cannot be read: ${describeFault(error)}`;
      throw new PipelineError('sources-unreadable', message, { cause: error });
    });
  if (found?.isDirectory()) return;
  throw new PipelineError(
    'sources-missing',
    `${folder} is not a folder; name the source folder with SOURCES=<folder>`,
  );
}
