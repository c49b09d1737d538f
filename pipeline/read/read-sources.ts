/** A source folder -> its definitions, providers and tables. The only file of the pipeline that reads sources. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ProviderDefinition, providerSchema } from '../../model/providers.ts';
import { PipelineError } from '../errors.ts';
import { type AddProblem, compareText } from '../problem.ts';
import { type Definition, type SourceFile, type Sources, sourcePaths } from '../sources.ts';
import { parseTable } from './parse-csv.ts';
import { parseDefinitions } from './parse-definitions.ts';
import { EntryReader } from './parse-entries.ts';
import { readMeta } from './read-meta.ts';
import { placeOf } from './source-files.ts';

export interface SourceFolders {
  readonly sources: string;
  /** Its folder `meta/` is taken where `sources` has none. */
  readonly defaults: string;
}

/** Enough to keep the disk busy, few enough to keep little in memory. */
const filesAtOnce = 64;

export async function readSources(folders: SourceFolders, add: AddProblem): Promise<Sources> {
  await assertFolder(folders.sources);
  const paths = (await findFiles(folders.sources)).filter((file) => /\.csv$/i.test(file));
  const files: SourceFile[] = [];
  const ownMeta = paths.some((file) => file.startsWith('meta/'));
  const meta = await readMeta((file) => read(ownMeta ? folders.sources : folders.defaults, file), add);
  const providers = parseProviders(await read(folders.sources, sourcePaths.providers), add);
  const reader = new EntryReader(meta, add);
  const tables = paths.flatMap((file) => {
    const place = placeOf(file, meta.categories, add);
    return place === null ? [] : [{ file, place }];
  });
  for (let at = 0; at < tables.length; at += filesAtOnce) {
    const batch = tables.slice(at, at + filesAtOnce);
    const contents = await Promise.all(batch.map(({ file }) => read(folders.sources, file)));
    for (const [index, { file, place }] of batch.entries()) {
      const bytes = contents[index];
      const table = bytes ? parseTable(file, bytes, add) : null;
      if (table) reader.readTable(table, place);
    }
  }
  return {
    meta,
    providers,
    networks: await findNetworks(folders.sources),
    offers: reader.offers,
    listings: reader.listings,
    files: files.toSorted((a, b) => compareText(a.path, b.path)),
  };

  async function read(folder: string, file: string): Promise<Uint8Array | null> {
    const bytes = await readIfThere(path.join(folder, file));
    if (bytes !== null) files.push({ path: file, sha256: createHash('sha256').update(bytes).digest('hex') });
    return bytes;
  }
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

async function readIfThere(file: string): Promise<Uint8Array | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function parseProviders(bytes: Uint8Array | null, add: AddProblem): Definition<ProviderDefinition>[] {
  if (bytes === null) {
    const place = { file: sourcePaths.providers, line: null, column: null };
    add({ severity: 'error', rule: 'missing-file', ...place, message: 'the file is not there' });
    return [];
  }
  const table = parseTable(sourcePaths.providers, bytes, add);
  if (table === null) return [];
  const kinds = { starred: 'boolean', tag: 'array' } as const;
  return parseDefinitions(table, { schema: providerSchema, kinds, keyOf: ({ slug }) => slug, keyColumn: 'slug' }, add);
}
