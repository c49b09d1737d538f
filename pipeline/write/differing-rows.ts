/** Rows that differ between the previous snapshot and the tables of a build. DuckDB compares them: few rows reach JavaScript. */

import path from 'node:path';
import { settleAll } from '../../common/settle.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import { columnsOfCategory } from '../../model/columns.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { valueTypes } from '../../model/tables.ts';
import { offersOfRows, type RowState, rowStateOfSources } from '../diff/state.ts';
import type { Resolved, ResolvedNetwork, Sources } from '../sources.ts';
import { type ComparedSnapshot, type OldCategory, PreviousTables, RowsByNetwork } from './previous-tables.ts';
import { hashOf, parquet } from './staging.ts';

export interface DifferingRows {
  readonly before: RowState;
  readonly after: RowState;
}

/** The tables of the new state's categories are in the staging database. */
interface Comparison extends ComparedSnapshot {
  readonly sources: Pick<Sources, 'meta' | 'offers'>;
  readonly resolved: Resolved;
}

/** The two states without the rows that both have. Null if no row differs. Throws if the previous snapshot cannot be read. */
export async function findDifferingRows(comparison: Comparison): Promise<DifferingRows | null> {
  if (comparison.categories.size === 0) return null;
  const previous = new PreviousTables(comparison);
  const old = await previous.describe();
  await numberContents(comparison, old);
  const { staging, resolved, sources } = comparison;
  const [was, is] = [oldPlaces(comparison), newPlaces(comparison)];
  await settleAll([
    staging.query(`CREATE TABLE gone AS ${differing(was, is)}`),
    staging.query(`CREATE TABLE came AS ${differing(is, was)}`),
  ]);
  const [[gone, came] = []] = await staging.query('SELECT (SELECT count(*) FROM gone), (SELECT count(*) FROM came)');
  if (Number(gone) + Number(came) === 0) return null;
  const [networks, { presence, offers }, added] = await settleAll([
    previous.readGone(old),
    previous.readPresence(old),
    readCame(comparison),
  ]);
  const before = {
    networks,
    offers: new Map([...offers, ...offersOfRows(networks)]),
    presence: () => presence,
  };
  const after = rowStateOfSources(sources, resolved.networks);
  return { before, after: { ...after, networks: added } };
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

function oldPlaces({ previous, categories }: Comparison): string {
  const file = parquet(path.join(previous, snapshotPaths.memberships));
  return (
    'SELECT m.network, m.category, m._content, coalesce(d.number, m._content * 2) AS number ' +
    `FROM ${file} m LEFT JOIN numbered d ON d.id = m._content * 2 WHERE m.category IN (${listTexts(categories)})`
  );
}

function newPlaces({ categories }: Comparison): string {
  return (
    'SELECT n.name AS network, m._content, m.sourceFile, m.sourceLine, coalesce(d.number, m._content * 2 + 1) AS number ' +
    'FROM memberships m JOIN names_of_network n ON n.number = m.network JOIN names_of_category k ON k.number = m.category ' +
    `LEFT JOIN numbered d ON d.id = m._content * 2 + 1 WHERE k.name IN (${listTexts(categories)})`
  );
}

function listTexts(texts: Iterable<string>): string {
  return Array.from(texts, quoteText).join(', ');
}

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
