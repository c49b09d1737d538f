/** Questions and their notation as an address: what is asked is read again as it was. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isMoney } from '../../model/columns.ts';
import { toApiFilters } from '../../service/query/filters/index.ts';
import { comparisonParameters, readComparison } from '../../service/questions/compare.ts';
import { type ListQuestion, listParameters } from '../../service/questions/list.ts';
import type { NetworkLimits } from '../../service/questions/place.ts';
import { readList } from '../../service/questions/read-list.ts';
import { queryOf } from '../../service/urls.ts';
import { someCatalog } from '../support/service-columns.ts';

const columns = someCatalog.columnsOf('apis');
const textKeys = columns
  .filter(
    ({ filter, valueKind }) => filter !== null && filter !== 'range' && valueKind !== 'boolean',
  )
  .map(({ key }) => key);
const rangeKeys = columns.filter(({ filter }) => filter === 'range').map(({ key }) => key);
const sortKeys = columns.filter(({ sorting }) => sorting !== null).map(({ key }) => key);

const word = fc
  .string({ minLength: 1, maxLength: 8 })
  .filter((text) => text.trim() === text && text !== '' && !/^[!*]/.test(text));
const value = fc.oneof(
  word,
  word.map((text) => `!${text}`),
);
type Pair = [name: string, value: string];
const pair = (name: string, values: fc.Arbitrary<string>) =>
  values.map((text): Pair => [name, text]);
/** One end or both, of one unit or of several. */
const range = fc.record({
  key: fc.constantFrom(...rangeKeys),
  ends: fc.uniqueArray(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 2 }),
  isMax: fc.boolean(),
  units: fc.subarray(['USD/month', 'EUR/month', 'USD/', '/month']),
});
const rangePairs = range.map(({ key, ends, isMax, units }): Pair[] => {
  const [low = 0, high] = ends.toSorted((a, b) => a - b);
  const bounds: Pair[] =
    high === undefined
      ? [[`f.${key}.${isMax ? 'max' : 'min'}`, `${low}`]]
      : [
          [`f.${key}.min`, `${low}`],
          [`f.${key}.max`, `${high}`],
        ];
  const isPrice = columns.some((column) => column.key === key && isMoney(column));
  return [...bounds, ...(isPrice ? units : []).map((unit): Pair => [`f.${key}.in`, unit])];
});
const textKey = fc.constantFrom(...textKeys);
const filter: fc.Arbitrary<Pair[]> = fc.oneof(
  fc
    .tuple(textKey, fc.uniqueArray(value, { minLength: 1, maxLength: 3 }))
    .map(([key, values]) => values.map((text): Pair => [`f.${key}`, text])),
  textKey.chain((key) => pair(`f.${key}`, fc.constantFrom('*', '!*')).map((one) => [one])),
  rangePairs,
);
const digits = (max: number) => fc.integer({ min: 1, max }).map(String);
const others = fc.oneof(
  pair('search', word),
  pair('scope', fc.constantFrom('network', 'all-networks')),
  pair('confirmed', fc.constant('1')),
  pair('requests', digits(1e12)),
  pair('workload', fc.constantFrom('indexer', 'wallet', 'backend')),
  pair('mix', fc.constantFrom('eth_call:60,eth_getLogs:10', ' eth_call = 2.5% ,net_version:1')),
  pair('peak', digits(1e6)),
  pair('archive', fc.constant('1')),
  pair('sort', fc.constantFrom(...sortKeys)),
  pair('dir', fc.constant('desc')),
  pair('page', digits(99)),
  pair('pageSize', digits(100)),
  pair('cols', fc.constantFrom(...columns.map(({ key }) => key))),
  pair('compare', word),
  pair('chart', fc.constant('prices')),
);
const address = fc
  .tuple(
    fc.uniqueArray(filter, { maxLength: 4, selector: ([first]) => first?.[0].split('.')[1] }),
    fc.uniqueArray(others, { maxLength: 8, selector: ([name]) => name }),
  )
  .map(([filters, rest]) => new URLSearchParams([...filters.flat(), ...rest]));
const limits: fc.Arbitrary<NetworkLimits> = fc
  .subarray(['base', 'aria', 'solana'])
  .chain((networks) =>
    fc.record({
      networks: fc.constant(networks),
      onEach: networks.length > 1 ? fc.boolean() : fc.constant(false),
    }),
  );

/** Without the columns of filters and orders, which are objects of the catalog. */
function plain({ query, ...rest }: ListQuestion) {
  const { filters, sorting, ...selection } = query;
  const order = sorting.map(({ column, desc }) => `${column.key} ${desc}`);
  return { ...rest, ...selection, filters: toApiFilters(filters), order };
}

describe('a question', () => {
  it('is the same after its address was read', () => {
    fc.assert(
      fc.property(address, limits, (given, within) => {
        const question = readList('apis', given, someCatalog, within);
        const written = new URLSearchParams(queryOf(listParameters(question)));
        assert.deepEqual(written.getAll('network'), within.networks);
        assert.equal(written.get('networkMatch'), within.onEach ? 'all' : null);
        const again = readList('apis', written, someCatalog, within);
        assert.deepEqual(plain(again), plain({ ...question, notApplied: [] }));
      }),
      { numRuns: 500 },
    );
  });

  it('gives a comparison all of its conditions', () => {
    fc.assert(
      fc.property(
        address,
        limits,
        fc.uniqueArray(word, { maxLength: 3 }),
        (given, within, offers) => {
          const list = readList('apis', given, someCatalog, within);
          const parameters = comparisonParameters({ list, offers, providers: [] });
          const read = readComparison(
            'apis',
            new URLSearchParams(queryOf(parameters)),
            someCatalog,
            within,
          );
          const conditions = ({ search, workload, query }: ListQuestion) => ({
            search,
            workload,
            scope: query.scope,
            confirmed: query.confirmed,
            filters: toApiFilters(query.filters),
          });
          assert.deepEqual(conditions(read.list), conditions(list));
          assert.deepEqual(read.offers, offers);
        },
      ),
      { numRuns: 300 },
    );
  });
});
