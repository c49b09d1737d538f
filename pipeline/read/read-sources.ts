/** A source folder -> its definitions, providers and tables. The only file of the pipeline that reads sources. */
import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../common/hash.ts';
import { type ProviderDefinition, providerSchema } from '../../model/providers.ts';
import { PipelineError } from '../errors.ts';
import { type AddProblem, compareText } from '../problem.ts';
import { type Definition, type Meta, type SourceFile, type Sources, sourcePaths } from '../sources.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import { parseDefinitions } from './parse-definitions.ts';
import { EntryReader } from './parse-entries.ts';
import { type ReadContext, readTable } from './parse-table.ts';
import { readLogos } from './read-logos.ts';
import { readMeta } from './read-meta.ts';
import { isDefinition, meantOffers, placeOf } from './source-files.ts';

export interface SourceFolders {
  readonly sources: string;
  /** Its folder `meta/` is taken where `sources` has none. */
  readonly defaults: string;
}

export async function readSources(folders: SourceFolders, add: AddProblem): Promise<Sources> {
  await assertFolder(folders.sources);
  const found = await findFiles(folders.sources);
  const paths = found.filter((file) => /\.csv$/i.test(file));
  const context: ReadContext = { add, unreadable: new UnreadableInput() };
  const { unreadable } = context;
  const files: SourceFile[] = [];
  const ownMeta = paths.some((file) => file.startsWith('meta/'));
  const meta = readMeta((file) => read(ownMeta ? folders.sources : folders.defaults, file), context);
  const providers = parseProviders(read(folders.sources, sourcePaths.providers), context);
  const images = new Set(found.filter(isImage).map((file) => file.slice(sourcePaths.images.length)));
  const named = providers.map(({ value }) => value.logoPath ?? '').filter((name) => images.has(name));
  // Images arrive while tables are read.
  const logos = readLogos(folders.sources, named);
  const reader = new EntryReader(meta, add, unreadable);
  const tables = findTables(paths, meta, context);
  for (const { file, place } of tables) {
    const bytes = read(folders.sources, file);
    const table = bytes ? readTable(file, bytes, context) : null;
    if (table) reader.readTable(table, place);
  }
  return {
    meta,
    providers,
    networks: await findNetworks(folders.sources),
    offers: reader.offers,
    listings: reader.listings,
    headers: reader.headers,
    images,
    logos: await logos,
    unreadable,
    files: files.toSorted((a, b) => compareText(a.path, b.path)),
  };

  function read(folder: string, file: string): Uint8Array | null {
    const bytes = readIfThere(path.join(folder, file));
    if (bytes !== null) files.push({ path: file, sha256: sha256(bytes) });
    return bytes;
  }
}

/** Reads no tables if definitions are faulty, because the meaning of their cells is unknown. */
function findTables(paths: readonly string[], { categories }: Meta, { add, unreadable }: ReadContext) {
  const sure = !unreadable.hasFile(sourcePaths.categories) && !unreadable.hasFile(sourcePaths.columns);
  return paths.flatMap((file) => {
    const place = placeOf(file, categories, sure ? add : () => undefined);
    if (place !== null && sure) return [{ file, place }];
    const meant = meantOffers(file, categories);
    if (!isDefinition(file)) unreadable.addFile(file, null);
    if (meant !== null && !paths.includes(meant)) unreadable.addFile(meant, null);
    return [];
  });
}

function isImage(file: string): boolean {
  return file.startsWith(sourcePaths.images);
}

async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return;
  throw new PipelineError('sources-missing', `${folder} is not a folder; name the source folder with SOURCES=<folder>`);
}

/** Relative paths with `/`, sorted, so that the file system's order changes nothing. */
async function findFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted(compareText);
}

async function findNetworks(folder: string): Promise<string[]> {
  const listings = path.join(folder, 'listings/specific-networks');
  const entries = await readdir(listings, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted(compareText);
}

/** At once: a thousand small files one after the other take a fifth of the time that promises take. */
function readIfThere(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parseProviders(bytes: Uint8Array | null, context: ReadContext): Definition<ProviderDefinition>[] {
  if (bytes === null) {
    const place = { file: sourcePaths.providers, line: null, column: null };
    context.add({ rule: 'missing-file', ...place, message: 'the file is missing' });
    context.unreadable.addFile(sourcePaths.providers, null);
    return [];
  }
  const table = readTable(sourcePaths.providers, bytes, context);
  if (table === null) return [];
  const kinds = { starred: 'boolean', tag: 'array' } as const;
  return parseDefinitions(
    table,
    { schema: providerSchema, kinds, keyOf: ({ slug }) => slug, keyColumn: 'slug' },
    context,
  );
}
