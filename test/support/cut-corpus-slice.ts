/**
 * Cuts test/fixtures/corpus-slice out of the corpus: some listings of two networks, and the offers and providers that
 * these name. Records keep their bytes. Run: `node --import tsx test/support/cut-corpus-slice.ts`.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { corpusFolder, corpusSlice } from './paths.ts';

const networks = ['filecoin', 'xdc'];
const listingsPerFile = 10;
/** The files and records that test/pipeline/data-mistakes.product.test.ts edits. */
const wholeFiles = ['listings/all-networks/storages.csv'];
const logo = 'references/providers/images/sequence.png';
const edited = /^(ankr-|allthatnode-calibnet-dedicated|beryx|akave$|alchemy$)/;

interface Line {
  readonly raw: string;
  readonly record: Readonly<Record<string, string>>;
}

async function main(): Promise<void> {
  for (const folder of ['listings', 'references'])
    await rm(path.join(corpusSlice, folder), { recursive: true, force: true });
  const folders = ['listings/all-networks', ...networks.map((network) => `listings/specific-networks/${network}`)];
  const kept: Line[] = [];
  for (const folder of folders) kept.push(...(await cutFolder(folder, isListingKept)));
  const offers = new Set(kept.map(({ record }) => record.offer?.replace('!offer:', '')));
  kept.push(...(await cutFolder('references/offers', ({ record }) => offers.has(record.slug))));
  const providers = new Set(kept.map(({ record }) => record.provider));
  await cutFolder('references/providers', ({ record }) => providers.has(record.name) || isEdited(record));
  await cp(path.join(corpusFolder, logo), path.join(corpusSlice, logo));
}

function isListingKept({ record }: Line, at: number, file: string): boolean {
  return at < listingsPerFile || wholeFiles.includes(file) || isEdited(record);
}

function isEdited({ slug = '' }: Line['record']): boolean {
  return edited.test(slug);
}

async function cutFolder(folder: string, isKept: (line: Line, at: number, file: string) => boolean): Promise<Line[]> {
  const names = (await readdir(path.join(corpusFolder, folder))).filter((name) => name.endsWith('.csv'));
  await mkdir(path.join(corpusSlice, folder), { recursive: true });
  const kept: Line[] = [];
  for (const name of names) {
    const text = await readFile(path.join(corpusFolder, folder, name), 'utf8');
    const lines: Line[] = parse(text, { columns: true, raw: true, relax_quotes: true, relax_column_count: true });
    const chosen = lines.filter((line, at) => isKept(line, at, `${folder}/${name}`));
    const header = text.slice(0, text.indexOf(lines[0]?.raw ?? '') || undefined);
    await writeFile(path.join(corpusSlice, folder, name), header + chosen.map(({ raw }) => raw).join(''));
    kept.push(...chosen);
  }
  return kept;
}

await main();
