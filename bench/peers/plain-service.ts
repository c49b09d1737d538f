/**
 * Peer: the plain design. Koa with router, one SQL statement over the flat rows in memory, and row objects turned into JSON
 * for each request. Serves the rows endpoint by category, search, filters on provider, and pages.
 */

import { DOUBLE, DuckDBInstance, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import Router from '@koa/router';
import Koa from 'koa';

const folder = process.argv[2] ?? '';
const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const setup = await instance.connect();
const categories = await setup.runAndReadAll(`SELECT key FROM read_parquet('${folder}/categories.parquet')`);
for (const [key] of categories.getRows()) {
  await setup.run(`CREATE TABLE "${key}" AS FROM read_parquet('${folder}/rows/${key}.parquet')`);
}
const connections = await Promise.all(Array.from({ length: 4 }, () => instance.connect()));

const hidden = 'EXCLUDE (sourceFile, sourceLine, offerSlug, offerFile, offerLine, overrides)';
let turn = 0;

const router = new Router();
router.get('/networks/:network/api/infrastructure-providers/rows', async (ctx) => {
  const {
    category = '',
    search = '',
    page = '1',
    pageSize = '10',
    filters = '[]',
  } = ctx.query as Record<string, string>;
  const providers =
    (JSON.parse(filters) as { id: string; value: string[] }[]).find(({ id }) => id === 'provider')?.value ?? [];
  const connection = connections[turn++ % connections.length];
  const table = `"${category.replace(/\W/g, '')}"`;
  const sql =
    `WITH matching AS (SELECT * ${hidden} FROM ${table} WHERE network = $1 ` +
    `AND ($2 = '' OR contains(lower(${table}::VARCHAR), lower($2))) AND (len($3) = 0 OR list_contains($3, provider))), ` +
    'ranked AS (SELECT *, dense_rank() OVER (ORDER BY lower(provider)) AS place FROM matching), ' +
    'totals AS (SELECT count(*)::INT AS offers, count(DISTINCT provider)::INT AS providers FROM matching) ' +
    'SELECT * FROM ranked, totals WHERE place > ($4 - 1) * $5 AND place <= $4 * $5 ORDER BY place, slug';
  const values = [ctx.params.network ?? '', search, listValue(providers), Number(page), Number(pageSize)];
  const reader = await connection?.runAndReadAll(sql, values, [VARCHAR, VARCHAR, LIST(VARCHAR), DOUBLE, DOUBLE]);
  const rows = reader?.getRowObjectsJson() ?? [];
  ctx.body = { result: { version: 2, rows, pagination: { page: Number(page), pageSize: Number(pageSize) } } };
});

new Koa().use(router.routes()).listen(Number(process.env.PORT), '127.0.0.1');
