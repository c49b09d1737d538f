import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson } from '../../../common/json.ts';
import { parseFilters } from '../../../service/query/filters/index.ts';
import { indexFacets } from '../../../service/snapshot/texts/facet-index.ts';
import { refusalOf, someColumns } from '../../support/service-columns.ts';

const columns = Object.values(someColumns);
const filterable = ['provider', 'chain', 'supportSla', 'trial', 'regions', 'accessPrice'];

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
    [
      'an inherited property as id',
      '[{"id":"constructor","value":["x"]}]',
      /no column "constructor"/,
    ],
    ['a column without filter', '[{"id":"slug","value":["x"]}]', /the column "slug" has no filter/],
    ['no value at all', '[{"id":"provider","value":[]}]', /the filter "provider" has no value/],
    [
      'an empty value',
      '[{"id":"provider","value":["a",""]}]',
      /the filter "provider" has an empty value/,
    ],
    [
      'a blank value',
      '[{"id":"regions","value":["  "]}]',
      /the filter "regions" has an empty value/,
    ],
    [
      'an empty value of a select',
      '[{"id":"supportSla","value":[""]}]',
      /the filter "supportSla" has an empty value/,
    ],
    [
      'a flag that is none',
      '[{"id":"trial","value":["maybe"]}]',
      /the filter "trial" expects true or false, not "maybe"/,
    ],
    ['an empty flag', '[{"id":"trial","value":[""]}]', /the filter "trial" expects true or false/],
    [
      'an inherited property as flag',
      '[{"id":"trial","value":["constructor"]}]',
      /expects true or false/,
    ],
    [
      'a range of words',
      '[{"id":"accessPrice","value":["cheap",""]}]',
      /expects numbers, not "cheap"/,
    ],
    [
      'a number with its unit',
      '[{"id":"accessPrice","value":["$5",""]}]',
      /expects numbers, not "\$5"/,
    ],
    [
      'a number in hexadecimal',
      '[{"id":"accessPrice","value":["0x10",""]}]',
      /expects numbers, not "0x10"/,
    ],
    [
      'infinity',
      '[{"id":"accessPrice","value":["","Infinity"]}]',
      /expects numbers, not "Infinity"/,
    ],
    [
      'a number too great to be one',
      '[{"id":"accessPrice","value":["","1e999"]}]',
      /expects numbers, not "1e999"/,
    ],
    ['not a number', '[{"id":"accessPrice","value":["NaN",""]}]', /expects numbers, not "NaN"/],
    ['a range of one value', '[{"id":"accessPrice","value":["1"]}]', /expects \[min, max\]/],
    [
      'a range of four values',
      '[{"id":"accessPrice","value":["1","2","EUR/","4"]}]',
      /expects \[min, max\] or/,
    ],
    [
      'a group that is none',
      '[{"id":"accessPrice","value":["1","2","EUR"]}]',
      /expects "<currency>\/<unit>".*not "EUR"/,
    ],
    [
      'a range upside down',
      '[{"id":"accessPrice","value":["2","1"]}]',
      /expects min <= max, not \[2, 1\]/,
    ],
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
    assert.deepEqual(refusal.allowed, [...filterable, 'networkCount', 'mentions']);
    assert.equal(refusal.suggestion, 'provider');
  });

  it('suggests nothing where nothing is near', () => {
    const refusal = refusalOf(() => parseFilters([{ id: 'zzzzzzzz', value: ['x'] }], columns));
    assert.equal('suggestion' in refusal, false);
  });

  it('names the words that a flag takes', () => {
    const refusal = refusalOf(() => parseFilters([{ id: 'trial', value: ['on'] }], columns));
    assert.deepEqual(refusal.allowed, ['true', 'false', '1', '0', 'Yes', 'No', '!true', '!false']);
  });
});

describe('indexFacets', () => {
  it('tells a text without a number from no text', () => {
    const parts = ['Custom', null, '$10'].map((accessPrice) => ({
      cells: { accessPrice },
      numbers: {},
    }));
    const { filled } = indexFacets([{ columns, parts, partOf: (id) => id }]);
    assert.deepEqual(filled.get('accessPrice')?.filled, Uint8Array.of(1, 0, 1));
    assert.equal(filled.has('provider'), false, 'the values of the index tell it');
  });
});
