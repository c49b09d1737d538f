/**
 * Changes in the log of a snapshot: which a query finds, the items that they form, and the past of
 * an offer.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayMs } from '../../../../common/durations.ts';
import type { ChangeFact } from '../../../../model/changes.ts';
import {
  askChanges,
  type ChangesQuery,
  type ChangesTable,
  changesBy,
  countChanges,
  type LoggedChange,
  readChanges,
  readNews,
  readPasts,
} from '../../../../service/query/changes.ts';
import { changes as parameters } from '../../../../service/questions/parameters.ts';
import { parseParameters } from '../../../../service/questions/parse.ts';
import { firstDay, makeChange, makeLog } from '../../../support/change-log.ts';
import { makeColumn, refusalOf } from '../../../support/service-columns.ts';

const idOf = (day: number) => `2026010${day + 1}T000000000Z-0000000${day}`;
const day = (number: number) => ({ atMs: firstDay + number * dayMs, snapshot: idOf(number) });

const changes: readonly LoggedChange[] = [
  makeChange({ atMs: firstDay, revision: 'a', before: '$1', after: '$2' }),
  makeChange({
    ...day(1),
    kind: 'added',
    slug: 'zephyr-pro',
    provider: 'zephyr',
    networks: ['aria'],
    after: '{}',
  }),
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
const log = await makeLog(changes);
const all = { offset: 0, limit: 100 };

/** Places of the changes, newest first. */
async function found(query: Partial<ChangesQuery>, table: ChangesTable = log): Promise<number[]> {
  const sql = (from: string) => `SELECT number ${from} ORDER BY number DESC`;
  const numbers = await askChanges<{ readonly number: number }>(table, query, sql);
  return numbers.map(({ number }) => number);
}

describe('the table of changes', () => {
  it('has all, newest first, and parts of them', async () => {
    assert.deepEqual(await found({}), [3, 2, 1, 0]);
    const [newest, ...others] = await readChanges(log, {}, { offset: 0, limit: 2 });
    assert.deepEqual(newest, { ...changes[3], number: 3, item: 4, fact: 'other' });
    assert.equal(others.length, 1);
    const [last] = await readChanges(log, {}, { offset: 3, limit: 2 });
    assert.equal(last?.revision, 'a');
  });

  it('is counted', async () => {
    assert.deepEqual(await countChanges(log, {}), { changes: 4, providers: 3, items: 4 });
    const byCategory = await changesBy(log, {}, { key: 'category' });
    assert.deepEqual(Object.fromEntries(byCategory), { apis: 3, wallets: 1 });
  });

  it('counts a time in, and begins after a snapshot', async () => {
    const at = (number: number) => ({ ms: firstDay + number * dayMs, snapshot: null });
    const snapshot = (number: number) => ({
      ms: firstDay + number * dayMs,
      snapshot: idOf(number),
    });
    assert.deepEqual(await found({ since: at(1) }), [3, 2, 1]);
    assert.deepEqual(await found({ until: at(1) }), [2, 1, 0]);
    assert.deepEqual(await found({ since: at(1), until: at(1) }), [2, 1]);
    assert.deepEqual(await found({ since: snapshot(1) }), [3]);
    assert.deepEqual(await found({ until: snapshot(1) }), [2, 1, 0]);
    assert.deepEqual(await found({ since: snapshot(2) }), []);
    // A change from git has no snapshot: its time decides.
    assert.deepEqual(await found({ until: snapshot(0) }), [0]);
    assert.deepEqual(await found({ since: snapshot(0) }), [3, 2, 1]);
  });
});

describe('facts', () => {
  const column = (key: string, given: Parameters<typeof makeColumn>[1] = {}) =>
    [key, makeColumn(key, given)] as const;
  const definitions = new Map([
    column('accessPrice', { filter: 'range', sorting: 'number' }),
    column('limitations', { valueKind: 'array' }),
    column('regions', { valueKind: 'array' }),
    column('actionButtons', { valueKind: 'array', cellType: 'actionButtons' }),
    column('planType'),
  ]);
  const link = (label: string, host: string) =>
    JSON.stringify([`[${label}](https://${host}.example/)`]);
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

  it('say what a reader learns from a change, and select changes', async () => {
    const facts = await makeLog(
      cases.map(([, given]) => makeChange(given)),
      definitions,
    );
    const read = (await readChanges(facts, {}, all)).toReversed();
    for (const [at, each] of cases.entries())
      assert.equal(read[at]?.fact, each[0], JSON.stringify(each));
    assert.deepEqual(await found({ facts: ['limits', 'chains'] }, facts), [4, 3, 2, 1]);
  });
});

describe('the parameters since and until', () => {
  const parse = (query: string) => parseParameters(new URLSearchParams(query), parameters.site);

  it('are days, times and ids', () => {
    assert.deepEqual(parse('since=2026-01-02').since, { ms: firstDay + dayMs, snapshot: null });
    assert.deepEqual(parse('until=2026-01-02').until, {
      ms: firstDay + 2 * dayMs - 1,
      snapshot: null,
    });
    assert.deepEqual(parse('since=2026-01-01T01:00:00%2B01:00').since, {
      ms: firstDay,
      snapshot: null,
    });
    assert.deepEqual(parse(`until=${idOf(1)}`).until, { ms: firstDay + dayMs, snapshot: idOf(1) });
    const { network, provider, slug, fact, since } = parse('');
    assert.deepEqual([network, provider, slug, fact, since], [[], [], [], [], undefined]);
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
  const items = async (given: readonly LoggedChange[]) => {
    const read = await readNews(await makeLog(given), {}, all);
    return read.map((item) => item.changes.map((change) => change.column ?? change.slug));
  };

  it('have all cells of an offer that changed at one moment', async () => {
    const again = makeChange({ atMs: firstDay + 1, column: 'trial' });
    assert.deepEqual(await items([makeChange(), makeChange({ column: 'regions' }), again]), [
      ['trial'],
      ['accessPrice', 'regions'],
    ]);
    assert.deepEqual(await items([makeChange(), makeChange({ revision: 'b' })]), [
      ['accessPrice'],
      ['accessPrice'],
    ]);
  });

  it('have all offers of a provider that a category gained, and keep the order of the file inside a moment', async () => {
    const added = (slug: string, given: Partial<LoggedChange> = {}) =>
      makeChange({ kind: 'added', slug, ...given });
    assert.deepEqual(
      await items([
        added('a'),
        added('b'),
        added('c', { provider: 'Bora' }),
        added('d', { category: 'x' }),
      ]),
      [['a', 'b'], ['c'], ['d']],
    );
  });

  it('have the offers of a provider whose cells changed alike, on the same networks', async () => {
    const raise = (slug: string, given: Partial<LoggedChange> = {}) =>
      makeChange({ slug, before: '$1', after: '$2', chains: ['mainnet'], ...given });
    const trial = (slug: string) =>
      makeChange({ slug, column: 'trial', before: 'false', after: 'true' });
    const count = async (...given: LoggedChange[]) => (await items(given)).length;
    assert.equal(await count(raise('a'), raise('b')), 1);
    assert.equal(await count(raise('a'), trial('a'), raise('b'), trial('b')), 1);
    assert.equal(await count(raise('a'), trial('a'), raise('b')), 2, 'another cell');
    assert.equal(await count(raise('a'), raise('b', { after: '$3' })), 2, 'another value');
    assert.equal(await count(raise('a'), raise('b', { networks: ['aria'] })), 2, 'other networks');
    assert.equal(await count(raise('a'), raise('b', { provider: 'Bora' })), 2, 'another provider');
    assert.equal(await count(raise('a'), raise('b', { atMs: firstDay + 1 })), 2, 'another moment');
  });

  it('tell listings of an offer that stays apart from whole offers', async () => {
    const removed = (slug: string, wholeOffer: boolean) =>
      makeChange({ kind: 'removed', slug, wholeOffer });
    assert.deepEqual(await items([removed('a', true), removed('b', true), removed('c', false)]), [
      ['a', 'b'],
      ['c'],
    ]);
  });

  it('have all of a new network, category, chain or column', async () => {
    for (const kind of ['network', 'category', 'chain'] as const) {
      const cause = { kind, files: [] };
      const added = (slug: string, provider: string) =>
        makeChange({ kind: 'added', cause, slug, provider, chain: 'x' });
      assert.deepEqual(await items([added('a', 'A'), added('b', 'B')]), [['a', 'b']], kind);
    }
    const cause = { kind: 'column', files: [] } as const;
    const filled = (column: string, slug: string) => makeChange({ cause, column, slug });
    assert.deepEqual(await items([filled('x', 'a'), filled('x', 'b'), filled('y', 'a')]), [
      ['x', 'x'],
      ['y'],
    ]);
  });

  it('have only the changes that are asked for, with the networks that count', async () => {
    const read = await readNews(
      log,
      { networks: ['bora'], facts: ['other'] },
      { offset: 0, limit: 1 },
    );
    const found = read.map((item) => item.changes.map(({ networks }) => networks));
    assert.deepEqual(found, [[['bora']]]);
  });
});

describe('readPasts', async () => {
  const growth = { category: 'apis', provider: 'New Alchemy', slug: 'growth-3', rows: [] };
  const history = await makeLog([
    makeChange({ kind: 'added', slug: 'growth-1', after: '{}', atMs: 1 }),
    makeChange({ kind: 'added', slug: 'growth-2', provider: 'Other', after: '{}', atMs: 2 }),
    makeChange({ slug: 'growth-1', category: 'wallets', atMs: 2 }),
    makeChange({
      slug: 'growth-2',
      column: 'offerSlug',
      before: 'growth-1',
      after: 'growth-2',
      atMs: 3,
    }),
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
      ...{
        slug: 'growth-3',
        provider: 'New Alchemy',
        column: 'slug',
        before: 'growth-2',
        after: 'growth-3',
        atMs: 6,
      },
      networks: ['cela'],
    }),
    makeChange({
      slug: 'growth-3',
      provider: 'New Alchemy',
      column: 'slug',
      before: 'x',
      after: 'y',
      atMs: 7,
    }),
  ]);
  const pastOf = async (networks: readonly string[]) => {
    const find = await readPasts(history, networks, [growth]);
    return find(growth).map(({ atMs }) => atMs);
  };

  it('follows an offer through its names, and no other offer that had or got one of them', async () => {
    assert.deepEqual(await pastOf([]), [7, 6, 5, 3, 1]);
  });

  it('leaves out changes of other networks', async () => {
    assert.deepEqual(await pastOf(['aria']), [7, 5, 3, 1]);
    assert.deepEqual(await pastOf(['cela']), [6]);
  });
});
