/** Source folders with each hostile text in each text column of rows and providers. */
import path from 'node:path';
import { type ColumnDefinition, columnsOfCategory } from '../../../model/columns.ts';
import type { Problem } from '../../../pipeline/problem.ts';
import { checkFolder } from '../../support/check-tree.ts';
import { unbounded } from '../../support/lane.ts';
import { projectDefinitions, tinyTree, toCsv } from '../../support/service-tiny-sources.ts';
import { type Tree, writeTree } from '../../support/source-tree.ts';

type Cell = string | boolean | readonly string[];
export type HostileRecord = Record<string, Cell>;
/** Records by file; a record of `null` was refused as a whole. */
export type Files = Map<string, (HostileRecord | null)[]>;

const providersFile = 'references/providers/providers.csv';
const providerColumns =
  'slug name logoPath description website docs x github discord telegram linkedin supportEmail starred tag'.split(' ');
const usual: HostileRecord = {
  provider: 'Acme',
  planName: 'Basic',
  planType: 'Free',
  apiType: 'RPC',
  technology: 'EVM JSON-RPC',
  chain: 'mainnet',
  hostingType: 'Self-hosted',
  selfHostedCommand: 'npx',
  name: 'Agent',
};

/** Definitions of networks, categories and columns. */
export const definitionFiles: Tree = {
  'meta/networks.csv': tinyTree['meta/networks.csv'] ?? null,
  'meta/categories.csv': tinyTree['meta/categories.csv'] ?? null,
  'meta/columns.csv': tinyTree['meta/columns.csv'] ?? null,
  ...(unbounded ? projectDefinitions : {}),
};

/** Text columns whose attack would refuse the row as a whole: the slug and the chain are keys. */
const keys: ReadonlySet<string> = new Set(['slug', 'chain']);

export interface Definitions {
  readonly categories: readonly string[];
  readonly columns: readonly ColumnDefinition[];
}

/** `width`: hostile cells of a row. */
export function hostileFiles({ categories, columns }: Definitions, texts: readonly string[], width: number): Files {
  const files: Files = new Map([[providersFile, providersWith(texts, width)]]);
  const met = new Set<string>();
  for (const category of categories) {
    const own = columnsOfCategory(columns, category).filter(({ categories: used }) => used.includes(category));
    const attacked = own.filter(({ key, valueKind }) => !met.has(key) && !keys.has(key) && valueKind !== 'boolean');
    for (const { key } of attacked) met.add(key);
    const base = baseOf(own, category);
    const rows = chunks(attacked, width).flatMap((chunk, part) =>
      texts.map((text, at) => ({ ...base, slug: `${category}-${part}-${at}`, ...cellsOf(chunk, text) })),
    );
    const plain = { ...base, slug: `${category}-plain` };
    // A provider without an offer has no page.
    const offered =
      category !== 'apis' ? [] : providersOf(files).map((name, at) => ({ ...plain, slug: `of-${at}`, provider: name }));
    files.set(`listings/specific-networks/aria/${category}.csv`, [plain, ...offered, ...rows]);
  }
  return files;
}

function providersOf(files: Files): string[] {
  return (files.get(providersFile) ?? []).map((record) => String(record?.name));
}

function providersWith(texts: readonly string[], width: number): HostileRecord[] {
  const attacked = providerColumns.filter((key) => !['slug', 'name', 'logoPath', 'starred'].includes(key));
  const hostile = chunks(attacked, width).flatMap((chunk, part) =>
    texts.map((text, at): HostileRecord => {
      const name = part === 0 && text.length < 100 ? text : `Provider ${part}-${at}`;
      const cells = chunk.map((key) => [key, key === 'tag' ? [text] : text]);
      return { slug: `hostile-${part}-${at}`, name, ...Object.fromEntries(cells) };
    }),
  );
  return [{ slug: 'acme', name: 'Acme' }, ...hostile].map((record) => ({
    ...Object.fromEntries(providerColumns.map((key) => [key, ''])),
    ...record,
  }));
}

function baseOf(columns: readonly ColumnDefinition[], category: string): HostileRecord {
  return Object.fromEntries(columns.map((column) => [column.key, usualCell(column, category)]));
}

function usualCell({ key, valueKind, requiredIn, nullable }: ColumnDefinition, category: string): Cell {
  const isRequired = requiredIn.includes(category) || !nullable;
  if (valueKind !== 'boolean' && usual[key] !== undefined) return usual[key];
  const required = { boolean: false, array: ['x'], string: 'x', number: '1' }[valueKind];
  return isRequired ? required : '';
}

function cellsOf(columns: readonly ColumnDefinition[], text: string): HostileRecord {
  return Object.fromEntries(columns.map(({ key, valueKind }) => [key, valueKind === 'array' ? [text] : text]));
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  const tables = Array.from(files, ([name, records]) => [name, toCsv(records.filter((record) => record !== null))]);
  await writeTree(folder, { ...definitionFiles, ...Object.fromEntries(tables) });
}

export interface Accepted {
  readonly files: Files;
  /** Cells and records that `check` refused. */
  readonly refused: readonly string[];
  /** Longest time that a check took. */
  readonly checkMs: number;
}

/** Removes the cells that `check` refuses, until it accepts the folder: a build publishes the others. */
export async function removeRefused(folder: string, files: Files): Promise<Accepted> {
  const refused: string[] = [];
  let checkMs = 0;
  for (let round = 0; round < 20; round++) {
    await writeFiles(folder, files);
    const begun = performance.now();
    const { problems } = await checkFolder(folder);
    checkMs = Math.max(checkMs, performance.now() - begun);
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return { files, refused, checkMs };
    for (const error of errors) refused.push(removeOne(files, error));
    for (const [name, records] of files)
      files.set(
        name,
        records.filter((record) => record !== null),
      );
  }
  throw new Error(`check refuses ${folder} all the same`);
}

function removeOne(files: Files, { file, line, column, rule, message }: Problem): string {
  const records = files.get(file);
  const record = line === null ? undefined : records?.[line - 2];
  if (records === undefined || record === undefined || line === null) throw new Error(`${file}:${line} ${message}`);
  const cell = column === null ? undefined : record?.[column];
  if (record === null || column === null || cell === '' || column === 'slug' || usual[column] !== undefined)
    records[line - 2] = null;
  else record[column] = '';
  return `${path.basename(file)}:${column ?? ''} ${rule}`;
}
