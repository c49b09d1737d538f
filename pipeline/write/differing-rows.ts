/** Rows that differ between the previous snapshot and the tables of a build. DuckDB compares them: few rows reach JavaScript. */
import path from 'node:path';
import { columnsOfCategory } from '../../model/columns.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { valueTypes } from '../../model/tables.ts';
import {
  offersOfRows,
  type Presence,
  placeKey,
  presenceKey,
  type RowState,
  rowStateOfSources,
  withoutChain,
} from '../diff/state.ts';
import { compareText } from '../problem.ts';
import { type Content, type Resolved, type ResolvedNetwork, type Row, type Sources, sourcePaths } from '../sources.ts';
import { parseContent } from './read-snapshot.ts';
import { hashOf, parquet, quoteName, quoteText, type Staging } from './staging.ts';

export interface DifferingRows {
  readonly before: RowState;
  readonly after: RowState;
}

interface Comparison {
  readonly staging: Staging;
  /** Folder of the previous snapshot. */
  readonly previous: string;
  readonly sources: Pick<Sources, 'meta' | 'offers'>;
  readonly resolved: Resolved;
}

/**
 * The two states without the rows that both have. Needs the tables of `writeTables` in the staging database. Null if no row
 * differs. Throws if the previous snapshot cannot be read.
 */
export async function findDifferingRows(comparison: Comparison): Promise<DifferingRows | null> {
  const previous = new PreviousTables(comparison);
  const old = await previous.describe();
  await numberContents(comparison, old);
  const { staging, resolved, sources } = comparison;
  await staging.query(`CREATE TABLE gone AS ${differing(oldPlaces(comparison), newPlaces)}`);
  await staging.query(`CREATE TABLE came AS ${differing(newPlaces, oldPlaces(comparison))}`);
  const [[gone, came] = []] = await staging.query('SELECT (SELECT count(*) FROM gone), (SELECT count(*) FROM came)');
  if (Number(gone) + Number(came) === 0) return null;
  const networks = await previous.readGone(old);
  const { presence, offers } = await readPresence(comparison, old);
  const before = {
    networks,
    offers: new Map([...offers, ...offersOfRows(networks)]),
    presence: () => presence,
  };
  const after = rowStateOfSources(sources, resolved.networks);
  return { before, after: { ...after, networks: await readCame(comparison) } };
}

/** Contents of both sides have one number if they have the same slug and their cells the same hash. */
async function numberContents(comparison: Comparison, old: readonly OldCategory[]): Promise<void> {
  const { staging, sources } = comparison;
  await staging.query('CREATE TABLE numbered (id BIGINT, number BIGINT)');
  for (const { key, source, columns } of old) {
    if (!sources.meta.categories.some((category) => category.key === key)) continue;
    const now = columnsOfCategory(sources.meta.columns, key).map(
      (column) => [column.key, valueTypes[column.valueKind]] as const,
    );
    const types = { old: columns, now: new Map<string, string>(now) };
    const names = [...new Set([...columns.keys(), ...types.now.keys()])];
    // Only contents of one slug are compared, so 64 bits tell them apart; grouping by all columns takes 1.7 times as long.
    const compared = new Map(names.map((name) => [name, comparedType(name, types)]));
    const side = (of: 'old' | 'now') => names.map((name) => comparedCell(name, types, of)).join(', ');
    await staging.query(
      `INSERT INTO numbered SELECT unnest(ids), number FROM (SELECT list(id) AS ids, min(id) AS number FROM (
         SELECT _content * 2 AS id, _offer, ${side('old')} FROM ${source}
         UNION ALL SELECT _content * 2 + 1, _offer, ${side('now')} FROM ${quoteName(`contents_${key}`)}
       ) GROUP BY slug, _offer, ${hashOf(compared)})`,
    );
  }
}

/** DuckDB type in which both sides of a column are compared. */
function comparedType(name: string, { old, now }: Record<'old' | 'now', ReadonlyMap<string, string>>): string {
  const [was = now.get(name), is = old.get(name)] = [old.get(name), now.get(name)];
  return was === is ? String(was) : 'VARCHAR';
}

/** A cell as SQL. A column that one side lacks is blank there; columns whose type changed are compared as texts. */
function comparedCell(name: string, types: Record<'old' | 'now', ReadonlyMap<string, string>>, side: 'old' | 'now') {
  const [own, other] = [types[side].get(name), types[side === 'old' ? 'now' : 'old'].get(name)];
  if (own === undefined) return `NULL::${other} AS ${quoteName(name)}`;
  if (other === undefined || own === other) return quoteName(name);
  return `to_json(${quoteName(name)})::VARCHAR AS ${quoteName(name)}`;
}

/** Rows of the first side whose network has no row of this number on the second. */
function differing(rows: string, others: string): string {
  return `FROM (${rows}) ANTI JOIN (${others}) USING (network, number)`;
}

function oldPlaces({ previous }: Comparison): string {
  const file = parquet(path.join(previous, snapshotPaths.memberships));
  return (
    'SELECT m.network, m.category, m._content, coalesce(d.number, m._content * 2) AS number ' +
    `FROM ${file} m LEFT JOIN numbered d ON d.id = m._content * 2`
  );
}

const newPlaces =
  'SELECT n.name AS network, m._content, m.sourceFile, m.sourceLine, coalesce(d.number, m._content * 2 + 1) AS number ' +
  'FROM memberships m JOIN names_of_network n ON n.number = m.network LEFT JOIN numbered d ON d.id = m._content * 2 + 1';

async function readCame({ staging, resolved }: Comparison): Promise<ResolvedNetwork[]> {
  const found = await staging.query(
    'SELECT c.network, c._content, f.name, c.sourceLine::INTEGER ' +
      'FROM came c JOIN names_of_sourceFile f ON f.number = c.sourceFile ORDER BY ALL',
  );
  const rows = new RowsByNetwork();
  for (const [network, id, file, line] of found) {
    rows.add(String(network), resolved.contents[Number(id)], String(file), Number(line));
  }
  return resolved.networks.map((network) => ({ ...network, rows: rows.of(network.key) }));
}

interface OldCategory {
  readonly key: string;
  /** SQL of its contents. */
  readonly source: string;
  /** Types by column; without companions. */
  readonly columns: ReadonlyMap<string, string>;
}

class PreviousTables {
  readonly #staging: Staging;
  readonly #folder: string;

  constructor({ staging, previous }: Comparison) {
    this.#staging = staging;
    this.#folder = previous;
  }

  async describe(): Promise<OldCategory[]> {
    const known = await this.#staging.query(
      `SELECT "key" FROM ${parquet(path.join(this.#folder, snapshotPaths.columns))} WHERE kind = 'defined'`,
    );
    const keys = new Set(known.map(([key]) => String(key)));
    const categories = await this.#staging.query(
      `SELECT "key" FROM ${parquet(path.join(this.#folder, snapshotPaths.categories))}`,
    );
    return Promise.all(
      categories.map(async ([key]) => {
        const source = parquet(path.join(this.#folder, snapshotPaths.contents(String(key))));
        const columns = (await this.#staging.query(`DESCRIBE FROM ${source}`)).map(
          ([name, type]) => [String(name), String(type)] as const,
        );
        return { key: String(key), source, columns: new Map(columns.filter(([name]) => keys.has(name))) };
      }),
    );
  }

  /** The networks of the previous snapshot with the rows that are gone. */
  async readGone(categories: readonly OldCategory[]): Promise<ResolvedNetwork[]> {
    const affected = await this.#staging.query('SELECT DISTINCT category FROM gone');
    const names = new Set(affected.map(([name]) => String(name)));
    const rows = new RowsByNetwork();
    for (const category of categories) if (names.has(category.key)) await this.#readCategory(category, rows);
    const networks = await this.#staging.query(
      `SELECT network, to_json(chains)::VARCHAR FROM ${parquet(path.join(this.#folder, snapshotPaths.networks))}`,
    );
    return networks
      .map(([key, chains]) => ({
        key: String(key),
        chains: JSON.parse(String(chains)) as string[],
        rows: rows.of(String(key)),
      }))
      .toSorted((a, b) => compareText(a.key, b.key));
  }

  async #readCategory({ key, source, columns }: OldCategory, rows: RowsByNetwork): Promise<void> {
    const values = [...columns.keys()].map((name) => `${quoteText(name)}: k.${quoteName(name)}`).join(', ');
    const found = await this.#staging.query(
      `SELECT g.network, g._content, r.sourceFile, r.sourceLine::INTEGER,
         to_json({values: {${values}}, offerSlug: r.offerSlug, offerFile: r.offerFile, offerLine: r.offerLine, overrides: r.overrides})::VARCHAR
       FROM gone g JOIN ${source} k ON k._content = g._content
       JOIN ${parquet(path.join(this.#folder, snapshotPaths.rows(key)))} r ON r.network = g.network AND r.slug = k.slug
       WHERE g.category = ${quoteText(key)} ORDER BY 1, 2`,
    );
    const contents = new Map<number, Content>();
    for (const [network, id, file, line, json] of found) {
      const content = contents.get(Number(id)) ?? parseContent(key, String(json));
      contents.set(Number(id), content);
      rows.add(String(network), content, String(file), Number(line));
    }
  }
}

class RowsByNetwork {
  readonly #rows = new Map<string, Row[]>();

  add(network: string, content: Content | undefined, file: string, line: number): void {
    if (content === undefined) return;
    const rows = this.#rows.get(network);
    const row = { content, source: { file, line } };
    if (rows) rows.push(row);
    else this.#rows.set(network, [row]);
  }

  of(network: string): readonly Row[] {
    return this.#rows.get(network) ?? [];
  }
}

/** Categories, offers and all-networks listings of the previous snapshot. */
async function readPresence({ staging, previous }: Comparison, categories: readonly OldCategory[]) {
  const rowsOf = ({ key }: OldCategory) => parquet(path.join(previous, snapshotPaths.rows(key)));
  const offerRows = await staging.query(
    categories
      .map(
        (category) =>
          `SELECT DISTINCT ${quoteText(category.key)}, offerFile, offerLine::INTEGER, offerSlug FROM ${rowsOf(category)}`,
      )
      .join(' UNION ALL '),
  );
  const copies = await staging.query(
    categories
      .map((category) => {
        const file = quoteText(sourcePaths.allNetworks(category.key));
        return `SELECT DISTINCT ${quoteText(category.key)}, slug, "chain" FROM ${rowsOf(category)} WHERE sourceFile = ${file}`;
      })
      .join(' UNION ALL '),
  );
  const offers: RowState['offers'] = new Map(
    offerRows.flatMap(([category, file, line, slug]) =>
      file === null
        ? []
        : [
            [
              placeKey({ file: String(file), line: Number(line) }),
              { category: String(category), slug: String(slug), values: {} },
            ],
          ],
    ),
  );
  const presence: Presence = {
    categories: new Set(offerRows.map(([category]) => String(category))),
    offers: new Set(offers.keys()),
    everywhere: new Set(
      copies.map(([category, slug, chain]) => presenceKey(String(category), withoutChain(String(slug), chain))),
    ),
  };
  return { presence, offers };
}
