/** A source folder -> its tables as texts: what the generator varies. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compareText } from '../../pipeline/problem.ts';
import { parseTable } from '../../pipeline/read/tables/parse-table.ts';
import type { Table } from '../../pipeline/read/tables/table.ts';

export type Cells = Readonly<Record<string, string>>;

/** By category key. */
export type Tables = ReadonlyMap<string, Records>;

export interface Records {
  readonly header: readonly string[];
  readonly records: readonly Cells[];
}

export interface SourceTables {
  readonly categories: Records;
  readonly columns: Records;
  readonly describedNetworks: Records;
  readonly providers: Records;
  readonly offers: Tables;
  readonly everywhere: Tables;
  /** By network key; sorted. */
  readonly networks: ReadonlyMap<string, Tables>;
}

/** `defaults`: whose meta/ counts where the folder has none. */
export async function readTables(folder: string, defaults: string): Promise<SourceTables> {
  const meta = existsSync(path.join(folder, 'meta')) ? folder : defaults;
  const listings = path.join(folder, 'listings/specific-networks');
  const keys = (await readdir(listings)).toSorted(compareText);
  const networks = new Map<string, Tables>();
  for (const key of keys) networks.set(key, await readFolder(path.join(listings, key)));
  return {
    categories: await readRecords(path.join(meta, 'meta/categories.csv')),
    columns: await readRecords(path.join(meta, 'meta/columns.csv')),
    describedNetworks: await readRecords(path.join(meta, 'meta/networks.csv')),
    providers: await readRecords(path.join(folder, 'references/providers/providers.csv')),
    offers: await readFolder(path.join(folder, 'references/offers')),
    everywhere: await readFolder(path.join(folder, 'listings/all-networks')),
    networks,
  };
}

async function readFolder(folder: string): Promise<Tables> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.csv'))
    .toSorted(compareText);
  const tables = new Map<string, Records>();
  for (const name of names)
    tables.set(name.slice(0, -'.csv'.length), await readRecords(path.join(folder, name)));
  return tables;
}

async function readRecords(file: string): Promise<Records> {
  const table = parseTable(file, await readFile(file), () => undefined);
  if (table === null) throw new Error(`${file} cannot be read`);
  return {
    header: table.header,
    records: table.records.map((record) => named(table, record.cells)),
  };
}

function named({ header }: Table, cells: readonly string[]): Cells {
  return Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']));
}
