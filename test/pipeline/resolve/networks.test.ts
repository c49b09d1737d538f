import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Value } from '../../../model/rows.ts';
import { inDefaultOrder, resolveNetworks } from '../../../pipeline/resolve/networks.ts';
import type { OfferEntry } from '../../../pipeline/sources.ts';
import { makeColumn } from '../../support/columns.ts';

const columns = ['slug', 'provider'].map((key) => makeColumn({ key, core: true }));

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

  it('has contents by category, by provider whatever its case, then by slug', () => {
    const listed = [
      'apis zeta a',
      'apis Beta b',
      'wallets Acme a',
      'apis beta a',
      'apis alpha a',
      'apis Beta a',
    ];
    const listings = listed.map((words, index) => {
      const [category = '', provider = '', slug = ''] = words.split(' ');
      const cells = {
        values: { slug, provider },
        reference: { kind: 'none' as const },
        faults: [],
      };
      return { category, network: 'aria', source: { file: 'x.csv', line: index }, cells };
    });
    const { contents } = resolveNetworks({
      columns: columns,
      networks: ['aria'],
      offers: [],
      listings,
    });
    const ordered = inDefaultOrder(contents);
    assert.deepEqual(
      ordered.map(({ category, values }) => `${category} ${values.provider} ${values.slug}`),
      [
        'apis alpha a',
        'apis Beta a',
        'apis Beta b',
        'apis beta a',
        'apis zeta a',
        'wallets Acme a',
      ],
    );
  });
});
