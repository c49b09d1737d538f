import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseJson } from '../../../common/json.ts';
import { type Filter, kindOf, parseFilters } from '../../../service/query/filters/index.ts';
import type { SqlValue } from '../../../service/snapshot/database/database.ts';
import { Database } from '../../../service/snapshot/database/database.ts';
import { FacetIndexBuilder } from '../../../service/snapshot/texts/facet-index.ts';
import { refusalOf, someColumns } from '../../support/service-columns.ts';
import { openOptions } from '../../support/service-server.ts';

const { provider, regions, supportSla, trial, accessPrice } = someColumns;
const columns = Object.values(someColumns);
const filterable = ['provider', 'chain', 'supportSla', 'trial', 'regions', 'accessPrice'];

describe('parseFilters', () => {
  const cases: readonly (readonly [name: string, text: string, filters: readonly Filter[]])[] = [
    ['an empty list', '[]', []],
    ['white space around JSON', ' [ ] ', []],
    [
      'one value',
      '[{"id":"provider","value":["Alchemy"]}]',
      [{ kind: 'anyOf', column: provider, values: ['Alchemy'] }],
    ],
    ['keys in any order', '[{"value":["x"],"id":"provider"}]', [{ kind: 'anyOf', column: provider, values: ['x'] }]],
    [
      'values as they are written',
      '[{"id":"provider","value":[" A%_","a"]}]',
      [{ kind: 'anyOf', column: provider, values: [' A%_', 'a'] }],
    ],
    [
      'a list column',
      '[{"id":"regions","value":["Asia","EU"]}]',
      [{ kind: 'anyOf', column: regions, values: ['Asia', 'EU'] }],
    ],
    [
      'a text select',
      '[{"id":"supportSla","value":["24/7"]}]',
      [{ kind: 'anyOf', column: supportSla, values: ['24/7'] }],
    ],
    [
      'every word for true, in any case',
      '[{"id":"trial","value":["true","1","Yes","TRUE","yes"]}]',
      [{ kind: 'flag', column: trial, values: [true] }],
    ],
    [
      'every word for false, in any case',
      '[{"id":"trial","value":["false","0","No","False","NO"]}]',
      [{ kind: 'flag', column: trial, values: [false] }],
    ],
    [
      'both ends of a range',
      '[{"id":"accessPrice","value":["1","2.5"]}]',
      [{ kind: 'range', column: accessPrice, min: 1, max: 2.5, group: null }],
    ],
    [
      'a range open below',
      '[{"id":"accessPrice","value":["","10"]}]',
      [{ kind: 'range', column: accessPrice, min: null, max: 10, group: null }],
    ],
    [
      'a range open above',
      '[{"id":"accessPrice","value":["-1e2",""]}]',
      [{ kind: 'range', column: accessPrice, min: -100, max: null, group: null }],
    ],
    [
      'a range open at both ends',
      '[{"id":"accessPrice","value":["",""]}]',
      [{ kind: 'range', column: accessPrice, min: null, max: null, group: null }],
    ],
    [
      'a range of one number',
      '[{"id":"accessPrice","value":["+.5","0.50"]}]',
      [{ kind: 'range', column: accessPrice, min: 0.5, max: 0.5, group: null }],
    ],
    [
      'a range of prices in one currency and unit',
      '[{"id":"accessPrice","value":["","5","EUR/month"]}]',
      [{ kind: 'range', column: accessPrice, min: null, max: 5, group: 'EUR/month' }],
    ],
    [
      'an id that comes twice',
      '[{"id":"provider","value":["a"]},{"id":"provider","value":["b"]}]',
      [
        { kind: 'anyOf', column: provider, values: ['a'] },
        { kind: 'anyOf', column: provider, values: ['b'] },
      ],
    ],
  ];
  for (const [name, text, filters] of cases) {
    it(`reads ${name}`, () => {
      assert.deepEqual(parseFilters(parseJson(text), columns), filters);
    });
  }

  it('takes twenty filters and no more', () => {
    const list = (count: number) => Array.from({ length: count }, () => ({ id: 'provider', value: ['x'] }));
    assert.equal(parseFilters(list(20), columns).length, 20);
    assert.match(refusalOf(() => parseFilters(list(21), columns)).message, /21 items; 20 are allowed/);
  });
});

describe('parseFilters: refusals', () => {
  const cases: readonly (readonly [name: string, text: string, message: RegExp])[] = [
    ['nothing', '', /not a JSON list/],
    ['what is not JSON', '[{"id":', /not a JSON list/],
    ['JSON in single quotes', "[{'id':'provider','value':['x']}]", /not a JSON list/],
    ['an object', '{"id":"provider","value":["x"]}', /not a JSON list/],
    ['null', 'null', /not a JSON list/],
    ['a text', '"provider"', /not a JSON list/],
    ['a list of texts', '["provider"]', /^filters\[0\] is not \{"id"/],
    ['the second of two', '[{"id":"provider","value":["x"]},7]', /^filters\[1\] is not \{"id"/],
    ['an item without a value', '[{"id":"provider"}]', /^filters\[0\] is not/],
    ['an item without an id', '[{"value":["x"]}]', /^filters\[0\] is not/],
    ['a key too many', '[{"id":"provider","value":["x"],"op":"not"}]', /^filters\[0\] is not/],
    ['a value that is no list', '[{"id":"provider","value":"x"}]', /^filters\[0\] is not/],
    ['a number among the values', '[{"id":"accessPrice","value":[1,2]}]', /^filters\[0\] is not/],
    ['null among the values', '[{"id":"accessPrice","value":[null,"2"]}]', /^filters\[0\] is not/],
    ['an unknown id', '[{"id":"colour","value":["x"]}]', /no column "colour" in this category/],
    ['an inherited property as id', '[{"id":"constructor","value":["x"]}]', /no column "constructor"/],
    ['a column without filter', '[{"id":"slug","value":["x"]}]', /the column "slug" has no filter/],
    ['no value at all', '[{"id":"provider","value":[]}]', /the filter "provider" has no value/],
    ['an empty value', '[{"id":"provider","value":["a",""]}]', /the filter "provider" has an empty value/],
    ['a blank value', '[{"id":"regions","value":["  "]}]', /the filter "regions" has an empty value/],
    ['an empty value of a select', '[{"id":"supportSla","value":[""]}]', /the filter "supportSla" has an empty value/],
    [
      'a flag that is none',
      '[{"id":"trial","value":["maybe"]}]',
      /the filter "trial" expects true or false, not "maybe"/,
    ],
    ['an empty flag', '[{"id":"trial","value":[""]}]', /the filter "trial" expects true or false/],
    ['an inherited property as flag', '[{"id":"trial","value":["constructor"]}]', /expects true or false/],
    ['a range of words', '[{"id":"accessPrice","value":["cheap",""]}]', /expects numbers, not "cheap"/],
    ['a number with its unit', '[{"id":"accessPrice","value":["$5",""]}]', /expects numbers, not "\$5"/],
    ['a number in hexadecimal', '[{"id":"accessPrice","value":["0x10",""]}]', /expects numbers, not "0x10"/],
    ['infinity', '[{"id":"accessPrice","value":["","Infinity"]}]', /expects numbers, not "Infinity"/],
    ['a number too great to be one', '[{"id":"accessPrice","value":["","1e999"]}]', /expects numbers, not "1e999"/],
    ['not a number', '[{"id":"accessPrice","value":["NaN",""]}]', /expects numbers, not "NaN"/],
    ['a range of one value', '[{"id":"accessPrice","value":["1"]}]', /expects \[min, max\]/],
    ['a range of four values', '[{"id":"accessPrice","value":["1","2","EUR/","4"]}]', /expects \[min, max\] or/],
    [
      'a group that is none',
      '[{"id":"accessPrice","value":["1","2","EUR"]}]',
      /expects "<currency>\/<unit>".*not "EUR"/,
    ],
    ['a range upside down', '[{"id":"accessPrice","value":["2","1"]}]', /expects min <= max, not \[2, 1\]/],
  ];
  for (const [name, text, message] of cases) {
    it(`says what is wrong with ${name}`, () => {
      const refusal = refusalOf(() => parseFilters(parseJson(text), columns));
      assert.match(refusal.message, message);
      assert.equal(refusal.parameter, 'filters');
      assert.equal(refusal.code, 'bad-parameter');
    });
  }

  it('names the filterable columns, and the nearest to an unknown one', () => {
    const refusal = refusalOf(() => parseFilters([{ id: 'Providr', value: ['x'] }], columns));
    assert.deepEqual(refusal.allowed, filterable);
    assert.equal(refusal.suggestion, 'provider');
  });

  it('suggests nothing where nothing is near', () => {
    const refusal = refusalOf(() => parseFilters([{ id: 'zzzzzzzz', value: ['x'] }], columns));
    assert.equal('suggestion' in refusal, false);
  });

  it('names the words that a flag takes', () => {
    const refusal = refusalOf(() => parseFilters([{ id: 'trial', value: ['on'] }], columns));
    assert.deepEqual(refusal.allowed, ['true', 'false', '1', '0', 'Yes', 'No']);
  });
});

describe('filters as conditions of SQL', () => {
  // As snapshots store them: texts in lowercase, numbers with their group.
  const table = `CREATE TABLE rows AS FROM (VALUES
    (0, 'alchemy', ['asia', 'eu'], true, 10.0, 20.0, 'USD/month'),
    (1, 'alchemy', ['africa', 'asia'], false, 20.0, 20.0, 'EUR/month'),
    (2, 'zephyr', [], NULL, 0.0, 0.0, 'USD/month'),
    (3, NULL, NULL, false, NULL, NULL, NULL)
  ) t(_id, provider, regions, trial, accessPriceMin, accessPriceMax, _accessPriceGroup)`;
  let database: Database;

  before(async () => {
    database = await Database.create(openOptions);
    await database.connect((connection) => connection.run(table));
    await database.lock();
  });
  after(() => database.close());

  async function idsOf(id: string, value: readonly string[]): Promise<readonly number[]> {
    const [filter] = parseFilters([{ id, value }], columns);
    assert.ok(filter);
    const values: SqlValue[] = [];
    const add = (value: SqlValue) => `$${values.push(value)}`;
    const sql = `SELECT _id FROM rows WHERE ${kindOf(filter).toSql(filter, add, 'USD/month')} ORDER BY _id`;
    const [ids = []] = await database.query({ sql, values });
    return ids;
  }

  it('hold no text of a request', () => {
    const text = `x' OR '1'='1`;
    const filters = parseFilters([{ id: 'provider', value: [text] }], columns);
    const values: SqlValue[] = [];
    const add = (value: SqlValue) => `$${values.push(value)}`;
    const sql = filters.map((filter) => kindOf(filter).toSql(filter, add, null)).join();
    assert.deepEqual([sql, values], ['list_contains($1, "provider")', [[text.toLowerCase()]]]);
  });

  const cases: readonly (readonly [name: string, id: string, value: readonly string[], ids: readonly number[]])[] = [
    ['a text without regard to case', 'provider', ['alchemy'], [0, 1]],
    ['any of several texts', 'provider', ['Zephyr', 'Alchemy'], [0, 1, 2]],
    ['no part of a text', 'provider', ['alch'], []],
    ['an unknown text', 'provider', ['nobody'], []],
    ['an item of a list', 'regions', ['eu', 'AFRICA'], [0, 1]],
    ['an item with a spelling in capitals before the lowercase one', 'regions', ['ASIA'], [0, 1]],
    ['a true flag', 'trial', ['true'], [0]],
    ['a false flag', 'trial', ['no'], [1, 3]],
    ['any stated flag', 'trial', ['yes', 'no'], [0, 1, 3]],
    ['a range that overlaps at its lower end', 'accessPrice', ['20', ''], [0]],
    ['a range that overlaps at its upper end', 'accessPrice', ['1', '10'], [0]],
    ['a range below all numbers but what is free', 'accessPrice', ['', '9'], [2]],
    ['a range in a group, and what is free in any', 'accessPrice', ['', '20', 'EUR/month'], [1, 2]],
    ['a range in an unknown group', 'accessPrice', ['', '20', 'SQT/'], [2]],
    ['an open range: any number', 'accessPrice', ['', ''], [0, 1, 2]],
  ];
  for (const [name, id, value, ids] of cases) {
    it(`match ${name}`, async () => {
      assert.deepEqual(await idsOf(id, value), ids);
    });
  }
});

describe('FacetIndexBuilder', () => {
  it('tells a text without a number from no text', () => {
    const builder = new FacetIndexBuilder(columns);
    for (const accessPrice of ['Custom', null, '$10'])
      builder.add({ accessPrice }, accessPrice === '$10' ? { accessPriceMin: 10, accessPriceMax: 10 } : {});
    const { filled } = builder.build((id) => id);
    assert.deepEqual(filled.get('accessPrice')?.filled, Uint8Array.of(1, 0, 1));
    assert.equal(filled.has('provider'), false, 'the values of the index tell it');
  });
});
