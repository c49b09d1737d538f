import { describe } from 'node:test';
import { itReports, lines, paths, providers } from '../../support/problem-cases.ts';
import { readSmallTree, type Tree } from '../../support/source-tree.ts';

const words = 'meta/words.csv';
const base: Tree = {
  ...(await readSmallTree('meta/')),
  ...providers,
  [paths.apis]: lines('slug,provider,chain,accessPrice', 'acme-mainnet,Acme,mainnet,$5/mo'),
};
const quote = (json: unknown) => (json === null ? '' : `"${JSON.stringify(json).replaceAll('"', '""')}"`);
const withWords = (text: string, category: string, filters: unknown = null, sorting: unknown = null) => ({
  ...base,
  [words]: lines('words,category,filters,sorting', `${text},${category},${quote(filters)},${quote(sorting)}`),
});
const at = (column: string) => `error ${words}:2 ${column}: `;

describe('checkSets, of words', () => {
  itReports(
    'accepts values that no row has, and prices of any category',
    withWords('archive node', '', [{ id: 'tag', value: ['archive'] }], [{ id: 'accessPrice' }]),
    [],
  );
  itReports('accepts words that mean nothing by themselves', withWords('for', ''), []);
  itReports('knows the categories', withWords('wallet app', 'walets'), [
    `${at('category')}no category "walets"; did you mean "wallets"? [unknown-category]`,
  ]);
  itReports('knows the columns to filter by', withWords('archive', '', [{ id: 'tags', value: ['archive'] }]), [
    `${at('filters')}no column to filter by "tags"; did you mean "tag"? [bad-definition]`,
  ]);
  itReports('wants lowercase words with single spaces', withWords('Archive  node', ''), [
    `${at('words')}"Archive  node" is not lowercase words with single spaces [bad-definition]`,
  ]);
});
