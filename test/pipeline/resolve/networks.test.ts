import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Value } from '../../../model/rows.ts';
import { resolveNetworks } from '../../../pipeline/resolve/networks.ts';
import type { OfferEntry } from '../../../pipeline/sources.ts';

describe('resolveNetworks', () => {
  const makeOffer = (category: string, slug: Value, line: number): OfferEntry => ({
    category,
    source: { file: `references/offers/${category}.csv`, line },
    cells: { values: { slug }, reference: { kind: 'none' }, faults: [] },
  });

  it('keeps offers by category and slug, the first of two, and none without a slug', () => {
    const offers = [
      makeOffer('apis', 'a', 2),
      makeOffer('wallets', 'a', 2),
      makeOffer('apis', 'a', 3),
      makeOffer('apis', null, 4),
    ];
    const { offers: book } = resolveNetworks({ columns: [], networks: [], offers, listings: [] });
    assert.deepEqual([...book.keys()], ['apis', 'wallets']);
    assert.deepEqual([...(book.get('apis') ?? [])], [['a', offers[0]]]);
    assert.equal(book.get('wallets')?.get('a'), offers[1]);
  });
});
