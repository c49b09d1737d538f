/** Changes in the log of a snapshot: which a query finds, the items that they form, and the past of an offer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeFact } from '../../../../model/changes.ts';
import {
  allChanges,
  type ChangesQuery,
  findChanges,
  itemsOf,
  pastFinder,
  readItems,
} from '../../../../service/query/changes/changes.ts';
import { changes as parameters } from '../../../../service/query/parameters.ts';
import { parseParameters } from '../../../../service/query/params.ts';
import type { LoggedChange } from '../../../../service/snapshot/changes/change-log.ts';
import type { Snapshot } from '../../../../service/snapshot/snapshot.ts';
import { dayMs, firstDay, makeChange, makeLog } from '../../../support/change-log.ts';
import { makeColumn, refusalOf } from '../../../support/service-columns.ts';

const idOf = (day: number) => `2026010${day + 1}T000000000Z-0000000${day}`;
const day = (number: number) => ({ atMs: firstDay + number * dayMs, snapshot: idOf(number) });

const changes: readonly LoggedChange[] = [
  makeChange({ atMs: firstDay, revision: 'a', before: '$1', after: '$2' }),
  makeChange({ ...day(1), kind: 'added', slug: 'zephyr-pro', provider: 'zephyr', networks: ['aria'], after: '{}' }),
  makeChange({
    ...day(1),
    category: 'wallets',
    slug: 'keyring',
    provider: 'Keyring',
    column: 'evm',
    networks: ['cela'],
  }),
  makeChange({ ...day(2), before: '$2', after: '$3' }),
];
const log = makeLog(changes);
const found = (query: Partial<ChangesQuery>) => findChanges(log, { ...allChanges, ...query });

describe('findChanges', () => {
  it('finds all, newest first', () => {
    assert.deepEqual(found({}), [3, 2, 1, 0]);
    assert.deepEqual(log.get(3), changes[3]);
  });

  it('counts a time in, and begins after a snapshot', () => {
    const at = (number: number) => ({ ms: firstDay + number * dayMs, snapshot: null });
    const snapshot = (number: number) => ({ ms: firstDay + number * dayMs, snapshot: idOf(number) });
    assert.deepEqual(found({ since: at(1) }), [3, 2, 1]);
    assert.deepEqual(found({ until: at(1) }), [2, 1, 0]);
    assert.deepEqual(found({ since: at(1), until: at(1) }), [2, 1]);
    assert.deepEqual(found({ since: snapshot(1) }), [3]);
    assert.deepEqual(found({ until: snapshot(1) }), [2, 1, 0]);
    assert.deepEqual(found({ since: snapshot(2) }), []);
    // A change from git has no snapshot: its time decides.
    assert.deepEqual(found({ until: snapshot(0) }), [0]);
    assert.deepEqual(found({ since: snapshot(0) }), [3, 2, 1]);
  });
});

describe('facts', () => {
  const column = (key: string, given: Parameters<typeof makeColumn>[1] = {}) => [key, makeColumn(key, given)] as const;
  const definitions = new Map([
    column('accessPrice', { filter: 'range', sorting: 'number' }),
    column('limitations', { valueKind: 'array' }),
    column('regions', { valueKind: 'array' }),
    column('actionButtons', { valueKind: 'array', cellType: 'actionButtons' }),
    column('planType'),
  ]);
  const link = (label: string, host: string) => JSON.stringify([`[${label}](https://${host}.example/)`]);
  const cases: readonly (readonly [ChangeFact, Partial<LoggedChange>])[] = [
    ['price', { column: 'accessPrice' }],
    ['limits', { column: 'limitations', before: '["a"]', after: '["b"]' }],
    ['chains', { kind: 'added', wholeOffer: false }],
    ['chains', { kind: 'removed', wholeOffer: false }],
    ['chains', { column: 'chain' }],
    ['added', { kind: 'added', wholeOffer: true }],
    ['removed', { kind: 'removed', wholeOffer: true }],
    ['addresses', { column: 'actionButtons' }],
    ['addresses', { column: 'limitations', before: link('a', 'x'), after: link('a', 'y') }],
    ['other', { column: 'regions', before: link('a', 'x'), after: link('b', 'y') }],
    ['other', { column: 'planType' }],
    ['other', { column: 'gone' }],
  ];
  const facts = makeLog(
    cases.map(([, given]) => makeChange(given)),
    definitions,
  );

  it('say what a reader learns from a change, and select changes', () => {
    for (const [at, [fact]] of cases.entries()) assert.equal(facts.get(at).fact, fact, JSON.stringify(cases[at]));
    const selected = findChanges(facts, { ...allChanges, facts: ['limits', 'chains'] });
    assert.deepEqual(selected, [4, 3, 2, 1]);
  });
});

describe('the parameters since and until', () => {
  const parse = (query: string) => parseParameters(query, parameters.site);

  it('are days, times and ids', () => {
    assert.deepEqual(parse('since=2026-01-02').since, { ms: firstDay + dayMs, snapshot: null });
    assert.deepEqual(parse('until=2026-01-02').until, { ms: firstDay + 2 * dayMs - 1, snapshot: null });
    assert.deepEqual(parse('since=2026-01-01T01:00:00%2B01:00').since, { ms: firstDay, snapshot: null });
    assert.deepEqual(parse(`until=${idOf(1)}`).until, { ms: firstDay + dayMs, snapshot: idOf(1) });
    assert.deepEqual(parse(''), { network: [], provider: [], slug: [], fact: [] });
  });

  for (const bad of [
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-30',
    '2026-01-01T00:00:00',
    '20269901T000000000Z-00000000',
  ]) {
    it(`cannot be "${bad}"`, () => {
      const refusal = refusalOf(() => parse(`since=${bad}`));
      assert.equal(refusal.parameter, 'since');
      assert.match(refusal.message, /since must be an id of a snapshot, a day such as/);
    });
  }
});

describe('news items', () => {
  /** Places of the changes of each item, newest item first. */
  const items = (all: readonly LoggedChange[]) => {
    const made = makeLog(all);
    const places = findChanges(made, allChanges);
    const read = readItems(made, places, { numbers: itemsOf(made, places), networks: [] });
    return read.map((item) => item.changes.map((change) => change.column ?? change.slug));
  };

  it('have all cells of an offer that changed at one moment', () => {
    const again = makeChange({ atMs: firstDay + 1, column: 'trial' });
    assert.deepEqual(items([makeChange(), makeChange({ column: 'regions' }), again]), [
      ['trial'],
      ['accessPrice', 'regions'],
    ]);
    assert.deepEqual(items([makeChange(), makeChange({ revision: 'b' })]), [['accessPrice'], ['accessPrice']]);
  });

  it('have all offers of a provider that a category gained, and keep the order of the file inside a moment', () => {
    const added = (slug: string, given: Partial<LoggedChange> = {}) => makeChange({ kind: 'added', slug, ...given });
    assert.deepEqual(items([added('a'), added('b'), added('c', { provider: 'Bora' }), added('d', { category: 'x' })]), [
      ['a', 'b'],
      ['c'],
      ['d'],
    ]);
  });

  it('have the offers of a provider whose cells changed alike, on the same networks', () => {
    const raise = (slug: string, given: Partial<LoggedChange> = {}) =>
      makeChange({ slug, before: '$1', after: '$2', chains: ['mainnet'], ...given });
    const trial = (slug: string) => makeChange({ slug, column: 'trial', before: 'false', after: 'true' });
    const count = (...all: LoggedChange[]) => items(all).length;
    assert.equal(count(raise('a'), raise('b')), 1);
    assert.equal(count(raise('a'), trial('a'), raise('b'), trial('b')), 1);
    assert.equal(count(raise('a'), trial('a'), raise('b')), 2, 'another cell');
    assert.equal(count(raise('a'), raise('b', { after: '$3' })), 2, 'another value');
    assert.equal(count(raise('a'), raise('b', { networks: ['aria'] })), 2, 'other networks');
    assert.equal(count(raise('a'), raise('b', { provider: 'Bora' })), 2, 'another provider');
    assert.equal(count(raise('a'), raise('b', { atMs: firstDay + 1 })), 2, 'another moment');
  });

  it('tell listings of an offer that stays apart from whole offers', () => {
    const removed = (slug: string, wholeOffer: boolean) => makeChange({ kind: 'removed', slug, wholeOffer });
    assert.deepEqual(items([removed('a', true), removed('b', true), removed('c', false)]), [['a', 'b'], ['c']]);
  });

  it('have all of a new network, category, chain or column', () => {
    for (const kind of ['network', 'category', 'chain'] as const) {
      const cause = { kind, files: [] };
      const added = (slug: string, provider: string) =>
        makeChange({ kind: 'added', cause, slug, provider, chain: 'x' });
      assert.deepEqual(items([added('a', 'A'), added('b', 'B')]), [['a', 'b']], kind);
    }
    const cause = { kind: 'column', files: [] } as const;
    const filled = (column: string, slug: string) => makeChange({ cause, column, slug });
    assert.deepEqual(items([filled('x', 'a'), filled('x', 'b'), filled('y', 'a')]), [['x', 'x'], ['y']]);
  });

  it('have only the changes that are asked for, with the networks that count', () => {
    const [item] = readItems(log, [3], { numbers: itemsOf(log, [3, 2, 1, 0]), networks: ['bora'] });
    const found = item?.changes.map(({ networks }) => networks);
    assert.deepEqual(found, [['bora']]);
  });
});

describe('pastFinder', () => {
  const growth = { category: 'apis', provider: 'New Alchemy', slug: 'growth-3', rows: [] };
  const history = makeLog([
    makeChange({ kind: 'added', slug: 'growth-1', after: '{}', atMs: 1 }),
    makeChange({ kind: 'added', slug: 'growth-2', provider: 'Other', after: '{}', atMs: 2 }),
    makeChange({ slug: 'growth-1', category: 'wallets', atMs: 2 }),
    makeChange({ slug: 'growth-2', column: 'offerSlug', before: 'growth-1', after: 'growth-2', atMs: 3 }),
    makeChange({ slug: 'growth-1', kind: 'added', after: '{}', atMs: 4 }),
    makeChange({
      slug: 'growth-2',
      provider: 'New Alchemy',
      column: 'provider',
      before: 'Alchemy',
      after: 'New Alchemy',
      atMs: 5,
    }),
    makeChange({
      ...{ slug: 'growth-3', provider: 'New Alchemy', column: 'slug', before: 'growth-2', after: 'growth-3', atMs: 6 },
      networks: ['cela'],
    }),
    makeChange({ slug: 'growth-3', provider: 'New Alchemy', column: 'slug', before: 'x', after: 'y', atMs: 7 }),
  ]);
  const pastOf = (networks: readonly string[]) =>
    pastFinder({ changes: history } as Snapshot, networks)(growth).map(({ atMs }) => atMs);

  it('follows an offer through its names, and no other offer that had or got one of them', () => {
    assert.deepEqual(pastOf([]), [7, 6, 5, 3, 1]);
  });

  it('leaves out changes of other networks', () => {
    assert.deepEqual(pastOf(['aria']), [7, 5, 3, 1]);
    assert.deepEqual(pastOf(['cela']), [6]);
  });
});
