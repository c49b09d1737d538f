/** The address of a directory page -> what it shows, and back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { kindOf } from '../../service/query/filters/index.ts';
import {
  apiParameters,
  maxPicked,
  parseView,
  viewParameters,
  withoutFilter,
  withQuery,
} from '../../service/query/view.ts';
import { pairsOf } from '../../service/urls.ts';
import { refusalOf, someCatalog } from '../support/service-columns.ts';

const parse = (query: string) => parseView('apis', query, someCatalog);
const print = (query: string) => new URLSearchParams(pairsOf(viewParameters(parse(query)))).toString();

describe('parseView', () => {
  const told: readonly (readonly [query: string, filters: unknown])[] = [
    ['f.chain=mainnet', [{ id: 'chain', value: ['mainnet'] }]],
    ['f.chain=mainnet&f.chain=testnet&f.chain=mainnet', [{ id: 'chain', value: ['mainnet', 'testnet'] }]],
    ['f.trial=true', [{ id: 'trial', value: ['true'] }]],
    ['f.accessPrice.max=100', [{ id: 'accessPrice', value: ['', '100'] }]],
    ['f.accessPrice.min=5&f.accessPrice.max=', [{ id: 'accessPrice', value: ['5', ''] }]],
    ['f.accessPrice.min=100&f.accessPrice.max=5', [{ id: 'accessPrice', value: ['5', '100'] }]],
    [
      'f.regions=Asia&f.chain=mainnet',
      [
        { id: 'chain', value: ['mainnet'] },
        { id: 'regions', value: ['Asia'] },
      ],
    ],
    ['filters=[{"id":"chain","value":["mainnet"]}]', [{ id: 'chain', value: ['mainnet'] }]],
  ];
  it('takes the first of a parameter that is repeated, as the search and the list of providers do', () => {
    const { search, query } = parse('search=one&search=two&page=2&page=3&pageSize=25&pageSize=50&sort=price&sort=x');
    assert.deepEqual([search, query.page, query.pageSize], ['one', 2, 25]);
  });

  for (const [query, filters] of told) {
    it(`reads ${query}`, () => {
      assert.deepEqual(JSON.parse(String(apiParameters(parse(query)).filters)), filters);
    });
  }

  for (const query of [
    '',
    'f.chain=',
    'f.accessPrice.min=&f.accessPrice.max=+',
    'f.nothing=1&f.slug=a&ref=news',
    'sort=nothing&dir=desc',
    'sort=slug',
    'cols=nothing',
    'facet=slug',
    'category=wallets&page=&pageSize=&search=',
  ]) {
    it(`leaves alone what means nothing: ${query || 'no parameter'}`, () => {
      assert.equal(print(query), '');
    });
  }

  it('reads the order of a form and of the API', () => {
    const [sort] = parse('sort=accessPrice&dir=desc').query.sorting;
    assert.equal(sort?.column.key, 'accessPrice');
    assert.equal(sort?.desc, true);
    assert.equal(print('sort=&dir=desc'), 'sort=provider&dir=desc', 'the reverse of the default order');
    const two = '[{"id":"chain","desc":true},{"id":"provider","desc":false}]';
    assert.equal(apiParameters(parse(`sorting=${two}`)).sorting, two);
  });

  it('keeps chosen columns in the order of the columns, and forgets unknown ones', () => {
    assert.deepEqual(parse('cols=trial&cols=chain&cols=nope').columns, ['chain', 'trial']);
  });

  it('keeps each picked offer once, and no more than can be compared', () => {
    const slugs = Array.from({ length: 9 }, (_, index) => `compare=o${index}&compare=o0`).join('&');
    assert.equal(parse(slugs).picked.length, maxPicked);
  });

  it('refuses what a known parameter cannot take', () => {
    assert.match(refusalOf(() => parse('f.trial=perhaps')).message, /expects true or false/);
    assert.match(refusalOf(() => parse('f.accessPrice.max=cheap')).message, /expects numbers/);
    assert.match(refusalOf(() => parse('filters=x')).message, /not a JSON list/);
    assert.match(refusalOf(() => parse('filters={}')).message, /filters\[0\]/);
    assert.match(refusalOf(() => parse('page=0')).message, /page must be a whole number/);
  });
});

describe('viewParameters', () => {
  for (const query of [
    'search=archive+node&f.chain=mainnet&f.chain=testnet&page=3',
    'f.trial=true&f.accessPrice.min=5&f.accessPrice.max=100&sort=accessPrice&dir=desc&cols=chain&cols=trial&pageSize=50',
    'sort=chain&compare=a&compare=b',
    'facet=regions',
  ]) {
    it(`writes what was read: ${query}`, () => {
      assert.deepEqual([...new URLSearchParams(print(query))].toSorted(), [...new URLSearchParams(query)].toSorted());
    });
  }

  it('writes two filters of one column as the API takes them', () => {
    const both = '[{"id":"chain","value":["a"]},{"id":"chain","value":["b"]}]';
    assert.equal(new URLSearchParams(print(`filters=${both}`)).get('filters'), both);
  });

  it('says the same after it was read again, whatever was chosen', () => {
    const choice = fc.record({
      'f.chain': fc.subarray(['mainnet', 'testnet', 'a "b" & c']),
      'f.trial': fc.subarray(['true', 'false']),
      'f.accessPrice.max': fc.subarray(['0.5', '100']),
      sort: fc.subarray(['chain', 'accessPrice'], { maxLength: 1 }),
      dir: fc.subarray(['desc'], { maxLength: 1 }),
      cols: fc.subarray(['chain', 'trial', 'regions']),
      search: fc.subarray(['"two words" one', '<b>']),
      page: fc.subarray(['2'], { maxLength: 1 }),
    });
    fc.assert(
      fc.property(choice, (chosen) => {
        const once = print(new URLSearchParams(pairsOf(chosen)).toString());
        assert.equal(print(once), once);
        assert.deepEqual(apiParameters(parse(once)), apiParameters(parse(print(once))));
      }),
    );
  });
});

describe('changing a view', () => {
  it('takes one value out of a filter, and the filter with its last value', () => {
    const view = parse('f.chain=mainnet&f.chain=testnet&page=4');
    const [filter] = view.query.filters;
    assert.ok(filter);
    const parts = kindOf(filter).parts(filter);
    assert.deepEqual(
      parts.map(({ text }) => text),
      ['mainnet', 'testnet'],
    );
    const less = withoutFilter(view, filter, parts[1]?.rest);
    assert.equal(pairsOf(viewParameters(less)).join(), 'f.chain,mainnet');
    const [last] = less.query.filters;
    assert.ok(last);
    assert.equal(pairsOf(viewParameters(withoutFilter(less, last, kindOf(last).parts(last)[0]?.rest))).join(), '');
  });

  it('begins at the first page', () => {
    assert.equal(withQuery(parse('page=4'), { sorting: [] }).query.page, 1);
  });
});
