/** Numbers inside texts sort by value: in SQL, in JavaScript, and in answers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { inNaturalOrder, naturalKey, naturalKeySql } from '../../../common/natural-order.ts';
import { compareNatural, naiveTables, sortedRows } from '../../support/interface-naive.ts';
import { corpusSlice } from '../../support/paths.ts';
import { queryOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

const ordered = [
  ['2h', '12h', '24h'],
  ['1.2.0', '1.9.0', '1.10.0', '1.10.1-beta.2', '1.10.1-beta.11', 'v1.0'],
  ['4 vCPU', '16 vCPU', '128 vCPU'],
  ['Team', 'team 2', 'Team 10', 'teams'],
  ['$9/mo', '$10/mo', '$1000000/mo'],
  // Longer numbers than any amount are no amounts.
  ['7', '0012', '999999999999', '1000000000000', 'a'],
  ['', ' ', '-1', '0', 'İ', 'z', 'ß', 'Σ 2', 'σ 10', '\u{ffee}', '\u{1f600}'],
];

async function keysInSql(texts: readonly string[]): Promise<unknown[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const values = texts.map((_, at) => `($${at + 1}::VARCHAR)`).join();
  const sql = `SELECT ${naturalKeySql('text')} FROM (VALUES ${values}) given(text)`;
  const rows = (await connection.runAndReadAll(sql, [...texts])).getRows();
  connection.closeSync();
  return rows.flat();
}

describe('the natural order', () => {
  for (const texts of ordered)
    it(texts.join(' < '), async () => {
      const found = inNaturalOrder(texts.toReversed(), (text) => text);
      assert.deepEqual(found, texts);
      assert.deepEqual(await keysInSql(texts), texts.map(naturalKey));
    });
});

describe('the texts of the slice of the corpus', () => {
  const { built, get } = useService(corpusSlice);
  const tables = () => {
    const { checked } = built();
    const networks = checked.resolved.networks.map(({ key }) => key);
    return naiveTables(checked, networks, Array.from(checked.sources.meta.categories, keyOf));
  };
  const keyOf = ({ key }: { readonly key: string }) => key;

  it('have one order in SQL, in JavaScript and piece by piece', async () => {
    const cells = tables().flatMap(({ rows }) => rows.flatMap((row) => Object.values(row).flat()));
    const texts = [...new Set(cells.filter((cell) => typeof cell === 'string'))];
    assert.ok(texts.length > 1000, `${texts.length} texts`);
    assert.deepEqual(await keysInSql(texts), texts.map(naturalKey));
    const short = texts.filter((text) => !/[0-9]{13}/.test(text));
    const found = inNaturalOrder(short, (text) => text);
    assert.deepEqual(found.map(naturalKey), short.toSorted(compareNatural).map(naturalKey));
  });

  it('sort each column of answers, in both directions, blank cells last', async () => {
    let asked = 0;
    for (const table of tables()) {
      const { network, category, columns, rows } = table;
      const texts = columns.filter(({ sorting }) => sorting === 'string').map(keyOf);
      const several = texts.filter((id) => new Set(rows.map((row) => row[id])).size > 1);
      for (const sorting of several.flatMap((id) => [false, true].map((desc) => [{ id, desc }]))) {
        const query = queryOf({ category, sorting });
        const address = `/networks/${network}/api/infrastructure-providers/export?${query}`;
        const { text } = await get(`${address}&format=ndjson`);
        const found = text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).slug);
        const wanted = sortedRows(table, { terms: [], filters: [], sorting });
        const slugs = wanted.map(({ slug }) => slug);
        assert.deepEqual(found, slugs, `${network} ${category} ${JSON.stringify(sorting)}`);
        asked++;
      }
    }
    assert.ok(asked > 100, `${asked} questions`);
  });
});

describe('the columns of faucets', () => {
  const { get } = useService();

  it('sort times by their length, and amounts inside each token', async () => {
    const read = async (id: string, desc: boolean) => {
      const query = queryOf({ category: 'faucets', sorting: [{ id, desc }], pageSize: 100 });
      const { text } = await get(`/api/offers?${query}&fields=${id}&meta=none`);
      const offers: Readonly<Record<string, string | null>>[] = JSON.parse(text).result.offers;
      return [...new Set(offers.map((offer) => offer[id]))];
    };
    assert.deepEqual(await read('dripLimitPeriod', false), ['2h', '8h', '12h', '24h', '72h', null]);
    const ether = ['0.01 ETH', '0.1 ETH', 'Up to 0.5 ETH'];
    const others = ['25 LINK', 'Up to 5 SOL', '20 USDC', null];
    assert.deepEqual(await read('dripLimitAmount', false), [...ether, ...others]);
    assert.deepEqual(await read('dripLimitAmount', true), [...ether.toReversed(), ...others]);
  });
});
