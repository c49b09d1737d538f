import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRows } from '../../../support/service-answers.ts';
import { rowsOf } from '../../../support/service-paths.ts';
import { useService } from '../../../support/service-server.ts';
import { tinyTree } from '../../../support/service-tiny-sources.ts';

describe('rows: search', () => {
  const { get } = useService(tinyTree);

  async function find(search: string, category = 'apis'): Promise<unknown[]> {
    const { rows } = readRows(await get(rowsOf('aria', { category, search, pageSize: 100 })));
    return rows.map(({ slug }) => slug);
  }

  const alchemy = ['alchemy-free-mainnet', 'alchemy-growth-mainnet', 'alchemy-growth-testnet'];
  const zephyr = ['zephyr-mainnet', 'zephyr-testnet'];

  const cases: readonly (readonly [name: string, search: string, slugs: readonly string[]])[] = [
    ['a part of the provider name', 'lchem', alchemy],
    ['the plan', 'Mega plan', ['node-s-mainnet']],
    ['the offer', 'crème', ['eclair-mainnet']],
    ['the slug', 'growth-test', ['alchemy-growth-testnet']],
    ['the chain', 'testnet alchemy', ['alchemy-growth-testnet']],
    ['a price as it is written', '$1499', ['eclair-mainnet']],
    ['an element of a list', 'North America', ['node-s-mainnet']],
    ['a part of an element of a list', 'off', ['bison-mainnet']],
    ['without regard to case', 'ALCHEMY', alchemy],
    ['without regard to accents in the data', 'eclair', ['eclair-mainnet']],
    ['without regard to accents in the term', 'álchémy', alchemy],
    ['with accents on both sides, composed or not', 'E\u0301clair Cafe\u0301', ['eclair-mainnet']],
    ['rows that have every term, each in any cell', 'alchemy archive', alchemy.slice(0, 2)],
    ['no row where one term is missing', 'alchemy nothing', []],
    ['terms in any order', 'archive alchemy', alchemy.slice(0, 2)],
    ['one term twice as once', 'alchemy alchemy', alchemy],
    ['quoted words as one term', '"Mega plan"', ['node-s-mainnet']],
    ['quoted words only in this order', '"plan Mega"', []],
    ['quoted words not across cells', '"Alchemy Free"', []],
    ['quoted words not across elements of a list', '"Europe Asia"', []],
    ['words that are not quoted across cells', 'Alchemy Free', alchemy.slice(0, 1)],
    ['a quoted word beside another', '"growth" testnet', ['alchemy-growth-testnet']],
    ['the label of a link', 'debug', ['alchemy-free-mainnet']],
    ['text around a link', 'see the terms', ['aardvark-mainnet']],
    ['not the address of a link', 'secretpath', []],
    ['not the address of an action button', 'configurations', []],
    ['the label of an action button', 'send requests', ['alchemy-free-mainnet']],
    ['a percent sign', '0%', ['node-s-mainnet', 'bison-mainnet']],
    ['an underscore', '_', ['node-s-mainnet']],
    ['an asterisk', '*', ['node-s-mainnet']],
    ['a backslash', '5\\6', ['bison-mainnet']],
    ['an apostrophe', "it's", ['bison-mainnet']],
    ['angle brackets', '<blink>bold</blink>', ['lens-mainnet']],
    ['a quotation mark', '"Sons"', ['lens-mainnet']],
    ['no pattern', 'alch%', []],
    ['no other pattern', 'alch_my', []],
    ['no wildcard', 'alch*', []],
    ['no regular expression', 'alch.my', []],
    ['no SQL', "x' OR '1'='1", []],
    ['a letter that has no plain form', 'straße', ['eclair-mainnet']],
  ];
  for (const [name, search, slugs] of cases) {
    it(`finds ${name}: ${JSON.stringify(search)}`, async () => {
      assert.deepEqual(await find(search), slugs);
    });
  }

  it('finds everything where nothing is searched', async () => {
    assert.equal((await find('')).length, 12);
    assert.equal((await find('   ')).length, 12);
  });

  it('puts providers first whose name matches, each group in the default order', async () => {
    assert.deepEqual(await find('zephyr'), [...zephyr, 'aardvark-mainnet']);
    assert.deepEqual(await find('a'), [
      'aardvark-mainnet',
      ...alchemy,
      'beacon-free-mainnet',
      'beacon-free-testnet',
      'eclair-mainnet',
      'node-s-mainnet',
      'bison-mainnet',
      'lens-mainnet',
      'zephyr-mainnet',
    ]);
  });

  it('searches the columns that only one category has', async () => {
    assert.deepEqual(await find('fr', 'wallets'), ['keyring-app']);
    assert.deepEqual(await find('card', 'wallets'), ['keyring-card']);
  });

  it('does not search flags', async () => {
    assert.deepEqual(await find('true', 'wallets'), []);
    assert.deepEqual(await find('false', 'wallets'), []);
  });

  it('counts what it finds', async () => {
    const { pagination } = readRows(await get(rowsOf('aria', { category: 'apis', search: 'zephyr', pageSize: 1 })));
    assert.deepEqual([pagination.totalPages, pagination.totalProviders, pagination.totalOffers], [2, 2, 3]);
  });
});
