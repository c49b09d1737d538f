/**
 * Peer: the plain design. Koa with router, one SQL statement over `read_parquet` for each request,
 * and row objects turned into JSON. Answers rows and facets with search, filters on texts, sort
 * orders of texts, and pages.
 */
import { DuckDBInstance } from '@duckdb/node-api';
import Router from '@koa/router';
import Koa from 'koa';
import { readParquet } from '../../common/sql.ts';
import { buildFacetsSql, buildPageSql, type Table } from './plain-sql.ts';
import { type Counted, groupFacets, parseQuestion } from './question.ts';

const folder = process.argv[2] ?? '';
const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const connections = await Promise.all(Array.from({ length: 4 }, () => instance.connect()));
let turn = 0;

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const reader = await connections[turn++ % connections.length]?.runAndReadAll(sql);
  return reader?.getRowObjectsJson() ?? [];
}

const tables = new Map<string, Table>();
for (const { category, columns } of await query(
  `SELECT category, list({key: key, isList: "valueKind" = 'array', isCounted: coalesce(filter = 'searchableMultiSelect', false)}) AS columns ` +
    `FROM (SELECT *, unnest(categories) AS category FROM ${readParquet([`${folder}/columns.parquet`])} WHERE kind = 'defined') GROUP BY category`,
))
  tables.set(String(category), {
    file: `${folder}/rows/${category}.parquet`,
    columns: columns as Table['columns'],
  });

function tableOf(category: string): Table {
  return tables.get(category) ?? { file: '', columns: [] };
}

function totalsOf([first]: readonly Record<string, unknown>[]) {
  return {
    totalOffers: Number(first?._offers ?? 0),
    totalProviders: Number(first?._providers ?? 0),
  };
}

const router = new Router();
router.get('/networks/:network/api/infrastructure-providers/rows', async (ctx) => {
  const question = parseQuestion(ctx.url);
  const { page, pageSize, category } = question;
  const found = await query(buildPageSql(tableOf(category), question));
  const totals = totalsOf(found);
  const rows = found.map(({ _offers, _providers, ...row }) => row);
  const pagination = {
    page,
    pageSize,
    totalPages: Math.ceil(totals.totalProviders / pageSize),
    ...totals,
  };
  ctx.body = { result: { version: 2, rows, pagination } };
});
router.get('/networks/:network/api/infrastructure-providers/facets', async (ctx) => {
  const question = parseQuestion(ctx.url);
  const table = tableOf(question.category);
  const found = await query(buildFacetsSql(table, question));
  const keys = table.columns.filter(({ isCounted }) => isCounted).map(({ key }) => key);
  const facets = groupFacets(keys, found as unknown as Counted[]);
  ctx.body = { result: { version: 2, ...totalsOf(found), facets } };
});

new Koa().use(router.routes()).listen(Number(process.env.PORT), '127.0.0.1');
