import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Value } from '../../model/rows.ts';
import { buildOfferBook, parseReference } from '../../pipeline/references.ts';
import type { OfferEntry } from '../../pipeline/sources.ts';

describe('parseReference', () => {
  for (const cell of [
    undefined,
    null,
    'Acme Nodes',
    'offer: acme',
    'offer:Acme Nodes',
    '',
    'a !offer:b',
    '[!offer:x]',
  ]) {
    it(`finds none in ${JSON.stringify(cell)}`, () => assert.deepEqual(parseReference(cell), { kind: 'none' }));
  }

  for (const slug of ['acme-free', 'Acme', 'a:b', '1']) {
    it(`finds ${slug} in !offer:${slug}`, () =>
      assert.deepEqual(parseReference(`!offer:${slug}`), { kind: 'offer', slug }));
  }

  for (const text of [
    'offer:acme',
    '!Offer:x',
    '!OFFER:x',
    '!provider:x',
    '! offer:x',
    '!offer :x',
    '!offer: x',
    '!offer:',
    '!',
    '!offer:a b',
    '!offer:a\u00a0b',
  ]) {
    it(`calls ${JSON.stringify(text)} malformed`, () =>
      assert.deepEqual(parseReference(text), { kind: 'malformed', text }));
  }
});

describe('buildOfferBook', () => {
  const makeOffer = (category: string, slug: Value, line: number): OfferEntry => ({
    category,
    source: { file: `references/offers/${category}.csv`, line },
    cells: { values: { slug }, faults: [] },
  });

  it('keeps offers by category and slug, the first of two, and none without a slug', () => {
    const offers = [
      makeOffer('apis', 'a', 2),
      makeOffer('wallets', 'a', 2),
      makeOffer('apis', 'a', 3),
      makeOffer('apis', null, 4),
    ];
    const book = buildOfferBook(offers);
    assert.deepEqual([...book.keys()], ['apis', 'wallets']);
    assert.deepEqual([...(book.get('apis') ?? [])], [['a', offers[0]]]);
    assert.equal(book.get('wallets')?.get('a'), offers[1]);
  });
});
