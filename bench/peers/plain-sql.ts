/**
 * Questions of the plain design as SQL over the Parquet file of a category, which has a line for
 * each row of each network.
 */
import { quoteName, quoteText, readParquet } from '../../common/sql.ts';
import type { AnyOf, Question } from './question.ts';

export interface Column {
  readonly key: string;
  readonly isList: boolean;
  /** Whether the column has a facet, which counts its values. */
  readonly isCounted: boolean;
}

/** The file, and the columns of its category. */
export interface Table {
  readonly file: string;
  readonly columns: readonly Column[];
}

/** One page of whole providers, with the totals in each row. */
export function buildPageSql(table: Table, question: Question): string {
  const { filters, page, pageSize } = question;
  const conditions = [
    ...searchedSql(table, question),
    ...filters.map((filter) => anyOfSql(table, filter)),
  ];
  const names = table.columns.map(({ key }) => quoteName(key)).join(', ');
  return (
    `WITH matching AS (SELECT *, row_number() OVER (ORDER BY ${orderSql(question)}) AS _at ` +
    `FROM ${rowsOf(table)} WHERE ${conditions.join(' AND ')}), ` +
    'firsts AS (SELECT *, min(_at) OVER (PARTITION BY provider) AS _first FROM matching), ' +
    'placed AS (SELECT *, dense_rank() OVER (ORDER BY _first) AS _place FROM firsts) ' +
    `SELECT network, ${names}, ${totalsSql('true')} FROM placed ` +
    `WHERE _place > ${(page - 1) * pageSize} AND _place <= ${page * pageSize} ORDER BY _place, _at`
  );
}

/** Values in lowercase with their counts. A column's own filter is ignored. */
export function buildFacetsSql(table: Table, question: Question): string {
  const flags = question.filters
    .map((filter, at) => `, ${anyOfSql(table, filter)} AS _filter${at}`)
    .join('');
  const passed = (ignored: string | null) =>
    [
      'true',
      ...question.filters.flatMap(({ id }, at) => (id === ignored ? [] : [`_filter${at}`])),
    ].join(' AND ');
  const counted = table.columns
    .filter(({ isCounted }) => isCounted)
    .map(({ key, isList }) => {
      const values = isList
        ? `list_distinct([lower(item) FOR item IN ${quoteName(key)}])`
        : `[lower(${quoteName(key)})]`;
      return `SELECT ${quoteText(key)} AS id, provider, unnest(${values}) AS value FROM matching WHERE ${passed(key)}`;
    });
  return (
    `WITH matching AS MATERIALIZED (SELECT *${flags} FROM ${rowsOf(table)} WHERE ${searchedSql(table, question).join(' AND ')}) ` +
    `SELECT id, value, count(*)::INT AS count, count(DISTINCT provider)::INT AS "providersCount", ${totalsSql(passed(null))} ` +
    `FROM (${counted.join(' UNION ALL ')}) WHERE value IS NOT NULL GROUP BY id, value ORDER BY id, count DESC, value`
  );
}

function rowsOf({ file }: Table): string {
  return readParquet([file]);
}

function totalsSql(condition: string): string {
  return ['count(*)', 'count(DISTINCT provider)']
    .map(
      (count, at) =>
        `(SELECT ${count}::INT FROM matching WHERE ${condition}) AS ${at === 0 ? '_offers' : '_providers'}`,
    )
    .join(', ');
}

/** Addresses of links are no part of a text. */
function searchedSql({ columns }: Table, { network, terms }: Question): string[] {
  const cells = columns.map(({ key }) => `${quoteName(key)}::VARCHAR`).join(', ');
  const text = `strip_accents(lower(regexp_replace(concat_ws(chr(31), ${cells}), '\\]\\([^)]*\\)', '', 'g')))`;
  return [
    `network = ${quoteText(network)}`,
    ...terms.map((term) => `contains(${text}, ${quoteText(term)})`),
  ];
}

function anyOfSql({ columns }: Table, { id, value }: AnyOf): string {
  const name = quoteName(id);
  const wanted = `[${value.map(quoteText).join(', ')}]`;
  const isList = columns.some(({ key, isList }) => key === id && isList);
  const found = isList
    ? `list_has_any([lower(item) FOR item IN ${name}], ${wanted})`
    : `list_contains(${wanted}, lower(${name}))`;
  return `coalesce(${found}, false)`;
}

/** The default order is by provider. Those whose name has all terms are first in it. */
function orderSql({ terms, sorting }: Question): string {
  const sorted = sorting.map(
    ({ id, desc }) => `lower(${quoteName(id)}) ${desc ? 'DESC' : 'ASC'} NULLS LAST`,
  );
  const named = terms.map((term) => `contains(lower(provider), ${quoteText(term)})`);
  const namedFirst =
    sorting.length > 0 || terms.length === 0 ? [] : [`(${named.join(' AND ')}) DESC`];
  return [...sorted, ...namedFirst, 'lower(provider)', 'slug'].join(', ');
}
