/**
 * A source folder -> another one with `factor` times its rows, the same for the same seed.
 *
 * Directories grow in two directions: more networks, and more offers on each. Of a growth of 100,
 * `networks` = 0.5 gives 10 to each: as many networks as there are chains in public lists of them,
 * and ten times the rows on every page.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { foldNetworkName } from '../../common/network-names.ts';
import { sourcePaths } from '../../pipeline/sources.ts';
import { listOnNetwork, Multiplier } from './offers.ts';
import { randomOf, shuffle } from './random.ts';
import { type Records, readTables, type SourceTables, type Tables } from './read-tables.ts';
import { Vocabulary } from './vary.ts';

export interface GenerateOptions {
  readonly source: string;
  /** Whose meta/ counts where the source folder has none. */
  readonly defaults: string;
  readonly target: string;
  readonly factor: number;
  /** Which part of the growth is in networks, as an exponent from 0 to 1. */
  readonly networks: number;
  readonly seed: number;
}

export interface Generated {
  /** Rows that a build must give. */
  readonly rows: number;
  readonly networks: number;
}

interface Network {
  readonly key: string;
  readonly listings: Tables;
  readonly rows: number;
}

export async function generate(options: GenerateOptions): Promise<Generated> {
  const tables = await readTables(options.source, options.defaults);
  const vocabulary = new Vocabulary(tables, randomOf(options.seed, 'names'));
  const multiplier = new Multiplier(
    vocabulary,
    options.factor ** (1 - options.networks),
    options.seed,
  );
  const write = (file: string, table: Records) =>
    writeTable(path.join(options.target, file), table);
  await write(sourcePaths.categories, tables.categories);
  await write(sourcePaths.columns, tables.columns);
  await write(sourcePaths.providers, multiplier.providers(tables.providers));
  for (const [category, table] of tables.offers) {
    await write(sourcePaths.offers(category), multiplier.offers(category, table));
  }
  const everywhere = new Map<string, number>();
  for (const [category, table] of tables.everywhere) {
    const listings = multiplier.listings(category, table);
    everywhere.set(category, listings.records.length);
    await write(sourcePaths.allNetworks(category), listings);
  }
  const described = [...tables.describedNetworks.records];
  const made: Generated = { rows: 0, networks: 0 };
  for (const network of networksOf(tables, options, rowCounter(tables, everywhere), multiplier)) {
    for (const [category, listings] of network.listings) {
      await write(`${sourcePaths.network(network.key)}/${category}.csv`, listings);
    }
    if (!tables.networks.has(network.key)) {
      const { key } = network;
      described.push({ key, name: key.toUpperCase(), docs: `https://docs.${key}.example/` });
    }
    Object.assign(made, { rows: made.rows + network.rows, networks: made.networks + 1 });
  }
  await write(sourcePaths.networks, { ...tables.describedNetworks, records: described });
  return made;
}

type CountRows = (listings: Tables) => number;

/** The source's own networks, then new ones that resemble them, until there are enough rows. */
function* networksOf(
  tables: SourceTables,
  { factor, seed }: GenerateOptions,
  countRows: CountRows,
  multiplier: Multiplier,
): Generator<Network> {
  let left = factor * sourceRows(tables);
  const keys = new Set<string>();
  const names = namesOf(tables);
  const own = new Map<string, Network>();
  for (const [key, categories] of tables.networks) {
    const listings = new Map(
      [...categories].map(([category, table]) => [category, multiplier.listings(category, table)]),
    );
    const network = { key, listings, rows: countRows(listings) };
    keys.add(key);
    own.set(key, network);
    left -= network.rows;
    yield network;
  }
  for (let round = 1; ; round++) {
    const fitting = [...own.values()].filter(({ rows }) => rows <= left);
    if (fitting.length === 0) return;
    for (const model of shuffle(randomOf(seed, 'round', round), fitting)) {
      if (model.rows > left) continue;
      const key = newKey(model.key, [...tables.networks.keys()], { keys, names }, seed);
      const listings = new Map(
        [...model.listings].map(([category, each]) => [
          category,
          listOnNetwork(key, category, each, seed),
        ]),
      );
      left -= model.rows;
      yield { key, listings, rows: countRows(listings) };
    }
  }
}

/** Names of the source's networks, folded: a key must not be the name of another network. */
function namesOf({ describedNetworks, networks }: SourceTables): ReadonlySet<string> {
  const described = describedNetworks.records.flatMap(({ key = '', name = '', aliases = '' }) => {
    return [key, name, ...(aliases === '' ? [] : (JSON.parse(aliases) as string[]))];
  });
  return new Set([...networks.keys(), ...described].map(foldNetworkName));
}

interface Taken {
  readonly keys: Set<string>;
  readonly names: ReadonlySet<string>;
}

/** The beginning of one name and the end of another. */
function newKey(
  model: string,
  known: readonly string[],
  { keys, names }: Taken,
  seed: number,
): string {
  const random = randomOf(seed, 'network', model, keys.size);
  const other = known[Math.floor(random() * known.length)] ?? model;
  const stem = `${model.slice(0, Math.ceil(model.length / 2))}${other.slice(Math.floor(other.length / 2))}`;
  const plain = stem.replace(/-+/g, '');
  let key = plain;
  for (let number = 2; keys.has(key) || names.has(foldNetworkName(key)); number++)
    key = `${plain}${number}`;
  keys.add(key);
  return key;
}

/**
 * As resolving does: a listing of all networks counts once a network, or once for each of its
 * chains.
 */
function rowCounter(tables: SourceTables, everywhere: ReadonlyMap<string, number>): CountRows {
  const chained = chainedOf(tables);
  const sum = (perChain: boolean) =>
    [...everywhere].reduce(
      (all, [category, count]) => all + (chained.has(category) === perChain ? count : 0),
      0,
    );
  const [onNetworks, onChains] = [sum(false), sum(true)];
  return (listings) => {
    const own = [...listings.values()].flatMap(({ records }) => records);
    const chains = new Set(
      own.flatMap(({ chain = '' }) => (chain.trim() === '' ? [] : [chain.trim().toLowerCase()])),
    );
    return own.length + onNetworks + onChains * chains.size;
  };
}

function chainedOf({ columns }: SourceTables): ReadonlySet<string> {
  const cell = columns.records.find(({ key }) => key === 'chain')?.categories ?? '';
  return new Set<string>(cell === '' ? [] : JSON.parse(cell));
}

function sourceRows(tables: SourceTables): number {
  const everywhere = new Map(
    [...tables.everywhere].map(([category, { records }]) => [category, records.length]),
  );
  const countRows = rowCounter(tables, everywhere);
  return [...tables.networks.values()].reduce((sum, listings) => sum + countRows(listings), 0);
}

async function writeTable(file: string, { header, records }: Records): Promise<void> {
  const lines = records.map((cells) => header.map((name) => cells[name] ?? ''));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, stringify(lines, { header: true, columns: [...header] }));
}
