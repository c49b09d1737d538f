import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestName } from '../../common/nearest-name.ts';
import { nearestName as nearestAllowed } from '../../service/errors.ts';
import { mostFrequentFirst } from '../../service/snapshot/texts/most-frequent.ts';

describe('nearestName', () => {
  const cases: readonly (readonly [name: string, known: readonly string[], near: string | null])[] =
    [
      ['ankr-fre', ['alchemy-free', 'ankr-free', 'ankr-pro'], 'ankr-free'],
      ['walet', ['apis', 'wallets', 'wallet'], 'wallet'],
      ['ACME', ['acme labs', 'Acme'], 'Acme'],
      ['Étoile', ['etoile'], 'etoile'],
      ['block daemon', ['Blockdaemon'], 'Blockdaemon'],
      ['chain_link', ['Chain-Link'], 'Chain-Link'],
      ['hardware', ['apis', 'wallets'], null],
      ['x', ['y', 'z'], 'y'],
      ['x', ['abc'], null],
      ['anything', [], null],
      ['', ['a', 'ab'], 'a'],
    ];
  for (const [name, known, near] of cases) {
    it(`of ${known.join(', ') || 'nothing'} to "${name}" is ${near}`, () =>
      assert.equal(nearestName(name, known), near));
  }

  it('takes any iterable, such as the keys of a map', () => {
    assert.equal(nearestName('mainet', new Map([['mainnet', 1]]).keys()), 'mainnet');
  });
});

describe('mostFrequentFirst', () => {
  it('has equal counts by name', () => {
    const counts = new Map(Object.entries({ b: 1, c: 2, a: 1, d: 3 }));
    assert.deepEqual(mostFrequentFirst(counts), ['d', 'c', 'a', 'b']);
  });
});

describe('nearestName of the service', () => {
  const names = ['category', 'search', 'filters', 'sorting', 'page', 'pageSize'];
  const cases: readonly (readonly [name: string, suggestion: string | undefined])[] = [
    ['catgory', 'category'],
    ['CATEGORY', 'category'],
    ['pagesize', 'pageSize'],
    ['filter', 'filters'],
    ['sort', undefined],
    ['q', undefined],
    ['', undefined],
    ['x'.repeat(5000), undefined],
  ];
  for (const [name, suggestion] of cases) {
    it(`finds ${suggestion ?? 'nothing'} for "${name.slice(0, 20)}"`, () => {
      assert.deepEqual(nearestAllowed(name, names), suggestion === undefined ? {} : { suggestion });
    });
  }

  it('finds nothing where nothing is allowed', () => {
    assert.deepEqual(nearestAllowed('page', []), {});
  });
});
