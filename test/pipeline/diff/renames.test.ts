/** Rows whose slug changed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../../../model/rows.ts';
import { pairRenamed } from '../../../pipeline/diff/describe-changes.ts';
import type { Row } from '../../../pipeline/sources.ts';

const place = { file: 'listings/specific-networks/aria/apis.csv', line: 2 };

function rowOf(values: Values): Row {
  const own = {
    offer: null,
    offerSlug: null,
    listingSlug: String(values.slug),
    scope: 'network',
    overrides: [],
  } as const;
  return { content: { category: 'apis', values, numbers: {}, ...own }, source: place };
}

const pairsOf = (old: Values, now: Values) =>
  pairRenamed({
    pairs: [],
    removed: [{ network: 'aria', row: rowOf(old) }],
    added: [{ network: 'aria', row: rowOf(now) }],
  }).pairs.length;

describe('pairRenamed', () => {
  it('pairs rows that differ in their slug only, whatever the order of their columns', () => {
    const found = pairsOf({ slug: 'a', provider: 'Acme', trial: true }, { trial: true, provider: 'Acme', slug: 'b' });
    assert.equal(found, 1);
  });

  it('pairs no rows that differ in another cell', () => {
    const seen = pairsOf({ slug: 'a', provider: 'Acme', trial: true }, { slug: 'b', provider: 'Acme', trial: false });
    assert.equal(seen, 0);
  });
});
