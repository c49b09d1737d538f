/** Breakages of the tables: keys, columns, references from one to another. */
import { rewrite } from '../support/forge.ts';
import type { Breakage } from './files.ts';

const memberships = 'serving/memberships.parquet';
const contents = 'serving/contents/apis.parquet';
const explorers = 'serving/contents/explorers.parquet';

export const tableBreakages: readonly Breakage[] = [
  table('a row of an unknown content', memberships, 'SELECT * REPLACE (_content + 1000 AS _content) FROM t'),
  table('a row of an unknown network', memberships, "SELECT * REPLACE ('zeta' AS network) FROM t"),
  table('a row of an unknown category', memberships, "SELECT * REPLACE ('zetas' AS category) FROM t"),
  table('a row of another category than its content', memberships, "SELECT * REPLACE ('explorers' AS category) FROM t"),
  table('a row twice', memberships, '(FROM t LIMIT 10) UNION ALL (FROM t LIMIT 1)'),
  table('a negative content', memberships, 'SELECT * REPLACE (-_content AS _content) FROM t'),
  table('rows without content', memberships, 'SELECT * REPLACE (NULL::INTEGER AS _content) FROM t'),
  table('no rows', memberships, 'FROM t LIMIT 0'),
  table('a gap in the contents', contents, 'SELECT * REPLACE (_content * 2 AS _content) FROM t'),
  table('contents in another order', contents, 'FROM t ORDER BY _content DESC'),
  table('a content of two categories', explorers, 'SELECT * REPLACE (0 AS _content) FROM t'),
  table('a content less', contents, 'FROM t LIMIT 3'),
  table('two contents of one slug', contents, "SELECT * REPLACE ('same' AS slug) FROM t"),
  table('contents without slug', contents, 'SELECT * REPLACE (NULL::VARCHAR AS slug) FROM t'),
  table('contents without provider', contents, 'SELECT * REPLACE (NULL::VARCHAR AS provider) FROM t'),
  table('contents without offer', contents, 'SELECT * REPLACE (NULL::VARCHAR AS _offer) FROM t'),
  table('contents with a text for endpoints', contents, `SELECT * REPLACE ('{"endpoints":"x"}' AS _connect) FROM t`),
  table('contents with ways to connect that are no JSON', contents, "SELECT * REPLACE ('{' AS _connect) FROM t"),
  table('contents without a column', contents, 'SELECT * EXCLUDE (chain) FROM t'),
  table('contents with a text for a list', contents, "SELECT * REPLACE ('x' AS tag) FROM t"),
  table('contents with a text for a number', contents, "SELECT * REPLACE ('x' AS accessPriceMin) FROM t"),
  table('contents with a list that holds nothing', contents, 'SELECT * REPLACE ([NULL::VARCHAR] AS tag) FROM t'),
  table('a network twice', 'networks.parquet', '(FROM t) UNION ALL (FROM t LIMIT 1)'),
  table('a network less', 'networks.parquet', "FROM t WHERE network <> 'cela'"),
  table(
    'a network that is no key',
    'networks.parquet',
    "FROM t UNION ALL BY NAME SELECT 'x\"y' AS network, ['a'] AS chains",
  ),
  table(
    'a network named __proto__',
    'networks.parquet',
    "FROM t UNION ALL BY NAME SELECT '__proto__' AS network, ['a'] AS chains",
  ),
  table(
    'a network with an address that is a script',
    'networks.parquet',
    "SELECT * REPLACE ('javascript:alert(1)' AS docs) FROM t",
  ),
  table('a category twice', 'categories.parquet', '(FROM t) UNION ALL (FROM t LIMIT 1)'),
  table(
    'a category that is a path',
    'categories.parquet',
    "FROM t UNION ALL BY NAME SELECT '../x' AS key, 'X' AS label",
  ),
  table(
    'a category without a table',
    'categories.parquet',
    "FROM t UNION ALL BY NAME SELECT 'more' AS key, 'More' AS label",
  ),
  table('no categories', 'categories.parquet', 'FROM t LIMIT 0'),
  table('a column twice', 'columns.parquet', '(FROM t) UNION ALL (FROM t LIMIT 1)'),
  table('a column that is no key', 'columns.parquet', "SELECT * REPLACE (key || '\"' AS key) FROM t"),
  table('a column of an unknown kind', 'columns.parquet', "SELECT * REPLACE ('number' AS valueKind) FROM t"),
  table('a column of an unknown filter', 'columns.parquet', "SELECT * REPLACE ('constructor' AS filter) FROM t"),
  table('a provider twice', 'providers.parquet', '(FROM t) UNION ALL (FROM t LIMIT 1)'),
  table('a provider whose slug is a path', 'providers.parquet', "SELECT * REPLACE ('../' || slug AS slug) FROM t"),
  table(
    'a provider with an address that is a script',
    'providers.parquet',
    "SELECT * REPLACE ('javascript:alert(1)' AS website) FROM t",
  ),
  table('rows for analysts that are others', 'rows/apis.parquet', "SELECT * REPLACE ('zeta' AS network) FROM t"),
  table('offers of another category', 'offers.parquet', "SELECT * REPLACE ('explorers' AS category) FROM t"),
  table('offers without their category', 'offers.parquet', 'SELECT * EXCLUDE (category) FROM t'),
];

function table(name: string, file: string, sql: string): Breakage {
  return { name, act: (folder) => rewrite(folder, file, sql) };
}
