import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import type { ListQuery } from '../../../service/api/lists.ts';
import { parseListQuery } from '../../../service/api/lists.ts';
import { assertNoParameters, parseParameters, parseSearch } from '../../../service/query/params.ts';
import { refusalOf, someCatalog, someColumns } from '../../support/service-columns.ts';

const { provider, accessPrice, trial, regions } = someColumns;

function parse(query: string): ListQuery {
  return parseListQuery(query, someCatalog);
}

describe('parseSearch', () => {
  const cases: readonly (readonly [search: string, terms: readonly string[]])[] = [
    ['', []],
    ['   \t\n ', []],
    ['alchemy', ['alchemy']],
    ['  free   archive ', ['free', 'archive']],
    ['a b\tc\nd', ['a', 'b', 'c', 'd']],
    ['Alchemy ALCHEMY alchemy', ['alchemy']],
    ['Éclair', ['eclair']],
    ['E\u0301clair', ['eclair']],
    ['ＦＵＬＬ', ['full']],
    ['non\u00a0breaking', ['non', 'breaking']],
    ['"free plan"', ['free plan']],
    ['"free plan" archive', ['free plan', 'archive']],
    ['archive "free plan"', ['archive', 'free plan']],
    ['"one" "two three"', ['one', 'two three']],
    ['"Free  Plan"', ['free  plan']],
    ['"', ['"']],
    ['""', ['""']],
    ['" "', []],
    ['"free plan', ['"free', 'plan']],
    ['free plan"', ['free', 'plan"']],
    ['5" disk', ['5"', 'disk']],
    ['say"free plan"', ['say"free', 'plan"']],
    ['"free"plan', ['"free"plan']],
    ['a"b', ['a"b']],
    ['100%', ['100%']],
    ["_ * \\ ' ; --", ['_', '*', '\\', "'", ';', '--']],
    ['a\u001fb', ['a b']],
  ];
  for (const [search, terms] of cases) {
    it(`splits ${JSON.stringify(search)} into ${JSON.stringify(terms)}`, () => {
      assert.deepEqual(parseSearch(search), terms);
    });
  }

  it('takes 200 characters, however many bytes they have, and no more', () => {
    assert.deepEqual(parseSearch('x'.repeat(200)), ['x'.repeat(200)]);
    assert.deepEqual(parseSearch('🦊'.repeat(200)), ['🦊'.repeat(200)]);
    const refusal = refusalOf(() => parseSearch('x'.repeat(201)));
    assert.equal(refusal.parameter, 'search');
    assert.match(refusal.message, /longer than 200 characters/);
  });

  it('loses no word, whatever quotes stand around it', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    const piece = fc.oneof(
      word,
      word.map((text) => `"${text}"`),
      fc.constant('"'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const found = parseSearch(pieces.join(' ')).join(' ');
        for (const text of pieces.join(' ').match(/[a-z]+/g) ?? []) assert.ok(found.includes(text), found);
      }),
    );
  });
});

describe('parseListQuery', () => {
  const nothing: ListQuery = {
    category: 'apis',
    terms: [],
    scope: undefined,
    filters: [],
    sorting: [],
    page: 1,
    pageSize: 10,
    numbers: false,
    probes: false,
    confirmed: false,
    mode: 'group',
    fields: null,
    withColumns: true,
  };
  const sorting = (text: string) => `category=apis&sorting=${encodeURIComponent(text)}`;
  const cases: readonly (readonly [query: string, changes: Partial<ListQuery>])[] = [
    ['category=apis', {}],
    ['category=wallets', { category: 'wallets' }],
    ['category=apis&search=', {}],
    ['category=apis&scope=all-networks', { scope: 'all-networks' }],
    ['search=Free+plan&category=apis', { terms: ['free', 'plan'] }],
    ['category=apis&search=%22free%20plan%22', { terms: ['free plan'] }],
    ['category=apis&page=1&pageSize=1', { pageSize: 1 }],
    ['category=apis&page=999999999&pageSize=100', { page: 999_999_999, pageSize: 100 }],
    ['category=apis&utm_source=x&utm_campaign=y&_=1&_x=2&_=3', {}],
    ['category=apis&filters=%5B%5D&sorting=%5B%5D', {}],
    [
      `category=apis&filters=${encodeURIComponent('[{"id":"provider","value":["A"]}]')}`,
      { filters: [{ kind: 'anyOf', column: provider, values: ['A'] }] },
    ],
    [sorting('[{"id":"accessPrice","desc":true}]'), { sorting: [{ column: accessPrice, desc: true }] }],
    [sorting('[{"id":"accessPrice"}]'), { sorting: [{ column: accessPrice, desc: false }] }],
    [
      sorting('[{"id":"trial","desc":true},{"id":"regions","desc":false},{"id":"provider","desc":false}]'),
      {
        sorting: [
          { column: trial, desc: true },
          { column: regions, desc: false },
          { column: provider, desc: false },
        ],
      },
    ],
  ];
  for (const [query, changes] of cases) {
    it(`reads ${decodeURIComponent(query)}`, () => {
      assert.deepEqual(parse(query), { ...nothing, ...changes });
    });
  }
});

describe('parseListQuery: refusals', () => {
  const sorting = (text: string) => `category=apis&sorting=${encodeURIComponent(text)}`;
  const four = JSON.stringify(Array.from({ length: 4 }, () => ({ id: 'provider', desc: false })));
  const cases: readonly (readonly [query: string, parameter: string, message: RegExp])[] = [
    ['', 'category', /"category" is missing/],
    ['category=', 'category', /"category" is missing/],
    ['category=nope', 'category', /unknown category "nope"/],
    ['category=APIS', 'category', /unknown category "APIS"/],
    ['category=toString', 'category', /unknown category "toString"/],
    ['category=apis&category=apis', 'category', /"category" is given more than once/],
    ['category=apis&search=a&search=', 'search', /"search" is given more than once/],
    ['category=apis&q=a', 'q', /unknown parameter "q"/],
    ['category=apis&pagesize=1', 'pagesize', /unknown parameter "pagesize"/],
    ['category=apis&utmsource=1', 'utmsource', /unknown parameter "utmsource"/],
    ['category=apis&=1', '', /unknown parameter ""/],
    ['category=apis&__proto__[x]=1&constructor=2', 'constructor', /unknown parameter "constructor"/],
    [`category=apis&search=${'x'.repeat(201)}`, 'search', /longer than 200/],
    ['category=apis&page=0', 'page', /whole number from 1 to/],
    ['category=apis&page=-1', 'page', /not "-1"/],
    ['category=apis&page=1.5', 'page', /not "1\.5"/],
    ['category=apis&page=1e3', 'page', /not "1e3"/],
    ['category=apis&page=', 'page', /not ""/],
    ['category=apis&page=+1', 'page', /not " 1"/],
    ['category=apis&page=1000000000', 'page', /from 1 to 999999999/],
    ['category=apis&page=99999999999999999999', 'page', /from 1 to 999999999/],
    ['category=apis&page=%D9%A1', 'page', /whole number/],
    ['category=apis&pageSize=0', 'pageSize', /from 1 to 100/],
    ['category=apis&pageSize=101', 'pageSize', /from 1 to 100, not "101"/],
    ['category=apis&pageSize=ten', 'pageSize', /from 1 to 100, not "ten"/],
    ['category=apis&filters=', 'filters', /not a JSON list/],
    [
      'category=wallets&filters=%5B%7B%22id%22%3A%22chain%22%2C%22value%22%3A%5B%22x%22%5D%7D%5D',
      'filters',
      /no column "chain" in this category/,
    ],
    ['category=apis&sorting=', 'sorting', /not a JSON list/],
    [sorting('{"id":"provider"}'), 'sorting', /not a JSON list/],
    [sorting('["provider"]'), 'sorting', /^sorting\[0\] is not \{"id"/],
    [sorting('[{"desc":true}]'), 'sorting', /^sorting\[0\] is not/],
    [sorting('[{"id":"provider","desc":"yes"}]'), 'sorting', /^sorting\[0\] is not/],
    [sorting('[{"id":"provider","desc":true,"nulls":"first"}]'), 'sorting', /^sorting\[0\] is not/],
    [sorting('[{"id":"provider"},{"id":"nope"}]'), 'sorting', /no column "nope" in this category/],
    [sorting('[{"id":"slug","desc":true}]'), 'sorting', /the column "slug" cannot be sorted by/],
    [sorting(four), 'sorting', /4 items; 3 are allowed/],
  ];
  for (const [query, parameter, message] of cases) {
    it(`says what is wrong with ${query.slice(0, 80)}`, () => {
      const refusal = refusalOf(() => parse(query));
      assert.equal(refusal.parameter, parameter);
      assert.match(refusal.message, message);
    });
  }

  it('names the categories and the nearest one', () => {
    const refusal = refusalOf(() => parse('category=wallet'));
    assert.deepEqual(refusal.allowed, ['apis', 'wallets', 'services']);
    assert.equal(refusal.suggestion, 'wallets');
    assert.deepEqual(refusalOf(() => parse('')).allowed, ['apis', 'wallets', 'services']);
  });

  it('names the parameters and the nearest one', () => {
    const refusal = refusalOf(() => parse('catgory=apis'));
    assert.deepEqual(refusal.allowed, [
      'category',
      'search',
      'scope',
      'confirmed',
      'filters',
      'sorting',
      'page',
      'pageSize',
      'numbers',
      'fields',
      'meta',
      'mode',
      'probes',
    ]);
    assert.equal(refusal.suggestion, 'category');
  });

  it('names the sortable columns and the nearest one', () => {
    const refusal = refusalOf(() => parse(sorting('[{"id":"acessPrice"}]')));
    assert.deepEqual(refusal.allowed, ['provider', 'chain', 'supportSla', 'trial', 'regions', 'accessPrice']);
    assert.equal(refusal.suggestion, 'accessPrice');
  });
});

describe('assertNoParameters', () => {
  it('rejects all but tracking and private parameters', () => {
    assertNoParameters('utm_medium=mail&_t=5');
    assert.deepEqual(refusalOf(() => assertNoParameters('page=1')).allowed, []);
  });
});

describe('parseParameters', () => {
  it('reads broken percent signs as they are', () => {
    const schema = z.object({ search: z.string(), page: z.string() });
    assert.equal(parseParameters('search=100%&page=%zz', schema).search, '100%');
  });
});
