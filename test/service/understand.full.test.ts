/** 150 searches in ordinary words, on the corpus. */
import assert from 'node:assert/strict';
import { before, describe, it, mock } from 'node:test';
import { toApiFilter } from '../../service/query/filters/index.ts';
import { answerSearch } from '../../service/query/understand/answer.ts';
import { understand } from '../../service/query/understand/understand.ts';
import type { Snapshot } from '../../service/snapshot/snapshot.ts';
import { ordinary, plain, typed, withErrors } from '../support/labelled-words.ts';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';

const onSite = { network: null, category: null, asText: [] };
/** Searches that are understood otherwise than people mean them. */
const misses: readonly string[] = ['eterium rpc', 'fre rpc', 'trail rpc', 'zero knowledge proofs'];

function describeMeaning(snapshot: Snapshot, q: string): string {
  const { network, category, filters, sorting, terms, alternativeTo } = understand(snapshot, q, onSite);
  const cells = [
    network,
    category,
    filters.map((filter) => `${filter.column.key}=${toApiFilter(filter).value.join(',')}`).join(' & '),
    sorting.map(({ column }) => column.key).join(),
    terms.join(' '),
    alternativeTo,
  ];
  return cells.map((cell) => cell || '-').join(' | ');
}

describe('words of searches, on the corpus', { skip: corpusMissing }, () => {
  const { service } = useService(corpusFolder);
  let snapshot: Snapshot;
  before(() => {
    snapshot = service().holder.current ?? assert.fail('a snapshot');
  });

  it('are 150 searches: 30 with typing errors or plurals, 15 that stay text', () => {
    assert.equal(ordinary.length + withErrors.length + plain.length, 150);
    assert.ok(withErrors.length >= 30 && plain.length >= 15);
  });

  it('mean what people mean by them, but for those that are listed', () => {
    const labelled = [...ordinary, ...withErrors, ...plain];
    const wrong = labelled.filter(({ q, means }) => describeMeaning(snapshot, q) !== means).map(({ q }) => q);
    assert.deepEqual(wrong, misses);
    assert.ok(misses.length <= 10);
  });

  it('mean what people mean who type to a person, but for those that are listed', () => {
    const wrong = typed.filter(({ q, means }) => describeMeaning(snapshot, q) !== means).map(({ q }) => q);
    assert.deepEqual(wrong, [
      'polygon websocket free',
      'which wallet supports ledger',
      'send usdc from base to arbitrum',
      'web sockets ethereum',
      'rocket pool',
      'one rpc',
    ]);
  });

  it('that mean a list ask the database at most twice, thrice if nothing matches everything', async () => {
    const query = mock.method(snapshot, 'query');
    for (const { q } of [...ordinary, ...withErrors]) {
      query.mock.resetCalls();
      const { answer } = await answerSearch(snapshot, q, onSite);
      assert.ok(query.mock.callCount() <= (answer?.leftOut.length === 0 ? 2 : 3), q);
    }
    query.mock.restore();
  });

  it('take bounded time: a repeated synonym, unknown words, and a bound of 400 digits', () => {
    assert.equal(describeMeaning(snapshot, 'cheap '.repeat(500)).length < 4000, true);
    const bound = understand(snapshot, `rpc under $${'9'.repeat(400)}`, onSite);
    assert.deepEqual(
      bound.filters.map(({ column }) => column.key),
      ['apiType'],
    );
  });
});
