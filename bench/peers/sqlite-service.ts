/**
 * Peer: SQLite in memory with FTS5, behind node:http alone. Needs Node 24. Argument: file of rows
 * (`sqlite-tables.ts`).
 */
import { createServer } from 'node:http';
import { type Counted, groupFacets, parseQuestion, type Question } from './question.ts';
import { loadTables } from './sqlite-tables.ts';

const database = await loadTables(process.argv[2] ?? '');
const statements = new Map<string, ReturnType<typeof database.prepare>>();
const jsonOf = database.prepare('SELECT json FROM rows WHERE id = ?');

function all<T>(sql: string, values: readonly (string | number)[]): T[] {
  const statement = statements.get(sql) ?? database.prepare(sql);
  statements.set(sql, statement);
  return statement.all(...values) as T[];
}

interface Found {
  readonly id: number;
  readonly provider: string;
}

/** Rows of the question without their order. */
function foundSql({ network, category, terms, filters }: Omit<Question, 'sorting'>) {
  const values = [network, category];
  let sql =
    'SELECT id, provider, folded_provider FROM listed JOIN rows USING (id) WHERE network = ? AND category = ?';
  if (terms.length > 0) {
    sql += ' AND id IN (SELECT rowid FROM texts WHERE texts MATCH ?)';
    values.push(terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND '));
  }
  for (const { id, value } of filters) {
    sql += ' AND EXISTS (SELECT 1 FROM cells WHERE cells.id = rows.id AND key = ? ';
    sql += 'AND lowercase IN (SELECT value FROM json_each(?)))';
    values.push(id, JSON.stringify(value));
  }
  return { sql, values };
}

function findRows(question: Question): Found[] {
  const { sql, values } = foundSql(question);
  const order: string[] = [];
  for (const { id, desc } of question.sorting) {
    order.push(
      `(SELECT lowercase FROM cells WHERE cells.id = rows.id AND key = ?) ${desc ? 'DESC' : 'ASC'} NULLS LAST`,
    );
    values.push(id);
  }
  if (order.length === 0 && question.terms.length > 0) {
    order.push(`(${question.terms.map(() => 'instr(folded_provider, ?) > 0').join(' AND ')}) DESC`);
    values.push(...question.terms);
  }
  return all(`${sql} ORDER BY ${[...order, 'id'].join(', ')}`, values);
}

function presentRows(question: Question): string {
  const { network, page, pageSize } = question;
  const found = findRows(question);
  const groups = new Map<string, number[]>();
  for (const { id, provider } of found) {
    const group = groups.get(provider);
    if (group) group.push(id);
    else groups.set(provider, [id]);
  }
  const shown = [...groups.values()].slice((page - 1) * pageSize, page * pageSize).flat();
  const head = `{"network":${JSON.stringify(network)},`;
  const rows = shown.map((id) => head + String(jsonOf.get(id)?.json).slice(1));
  const totals = { totalProviders: groups.size, totalOffers: found.length };
  const pagination = { page, pageSize, totalPages: Math.ceil(groups.size / pageSize), ...totals };
  return `{"result":{"version":2,"rows":[${rows.join()}],"pagination":${JSON.stringify(pagination)}}}`;
}

/** A column's own filter is ignored. */
function presentFacets(question: Question): string {
  const all = countValues(question, null);
  const filtered = new Set(question.filters.map(({ id }) => id));
  const others = [...filtered].flatMap((key) => {
    return countValues(
      { ...question, filters: question.filters.filter(({ id }) => id !== key) },
      key,
    );
  });
  const counted = [...all.filter(({ id }) => !filtered.has(id)), ...others];
  const facets = groupFacets([...new Set(counted.map(({ id }) => id))], counted);
  const found = findRows(question);
  const totals = {
    totalProviders: new Set(found.map(({ provider }) => provider)).size,
    totalOffers: found.length,
  };
  return JSON.stringify({ result: { version: 2, ...totals, facets } });
}

/** Of one column, or of all. */
function countValues(question: Question, key: string | null): Counted[] {
  const { sql, values } = foundSql(question);
  return all(
    `WITH found AS MATERIALIZED (${sql}) SELECT key AS id, lowercase AS value, count(*) AS count, count(DISTINCT provider) AS providersCount ` +
      `FROM found JOIN cells ON cells.id = found.id ${key === null ? '' : 'AND key = ?'} ` +
      'GROUP BY key, lowercase ORDER BY key, count DESC, lowercase',
    key === null ? values : [...values, key],
  );
}

createServer(({ url = '' }, response) => {
  const present = /\/(rows|facets)\?/.exec(url)?.[1] === 'rows' ? presentRows : presentFacets;
  if (!url.includes('/infrastructure-providers/')) response.writeHead(404).end();
  else response.setHeader('content-type', 'application/json').end(present(parseQuestion(url)));
}).listen(Number(process.env.PORT), '127.0.0.1');
