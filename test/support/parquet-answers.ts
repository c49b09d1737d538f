/**
 * Answers from the published Parquet files, by SQL in DuckDB: no code of the service computes them.
 */
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { readParquet } from '../../common/sql.ts';
import type { Built } from './service-server.ts';

export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * `listed` has the rows of all categories with `offer_id`, the slug of the offer, and `place`, what
 * sets offers apart.
 */
const listed = `
  CREATE TABLE listed AS SELECT *, concat_ws(chr(10), category, provider, offer_id) AS place FROM (
    SELECT *, coalesce(offerSlug, CASE WHEN scope = 'all-networks' AND "chain" IS NOT NULL
      THEN slug[1:-(length("chain") + 2)] ELSE slug END) AS offer_id FROM offers)`;

const connections = new Map<string, Promise<DuckDBConnection>>();

/**
 * Runs one statement over the current snapshot of a build: numbers, texts and lists as JSON has
 * them.
 */
export async function askParquet({ build }: Pick<Built, 'build'>, sql: string): Promise<SqlRow[]> {
  const connecting = connections.get(build) ?? connect(build);
  connections.set(build, connecting);
  const found = await (await connecting).runAndReadAll(
    `SELECT to_json(found)::VARCHAR FROM (${sql}) found`,
  );
  return found.getRows().map(([json]) => JSON.parse(String(json)) as SqlRow);
}

async function connect(build: string): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  for (const name of ['networks', 'providers', 'categories', 'changes']) {
    const file = path.join(build, 'current', `${name}.parquet`);
    await connection.run(`CREATE TABLE ${name} AS FROM ${readParquet([file])}`);
  }
  const rows = readParquet([path.join(build, 'current/rows/*.parquet')], 'union_by_name = true');
  await connection.run(`CREATE TABLE offers AS FROM ${rows}`);
  await connection.run(listed);
  return connection;
}
