/** Contents -> lines of the table, which differ in more than their identifier and chain. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineIndex } from '../../../service/snapshot/lines.ts';
import { makeColumn } from '../../support/service-columns.ts';

const chain = makeColumn('chain', { cellType: 'chain' });
const contents = [
  ['apis', { slug: 'a', provider: 'A', chain: 'mainnet', price: '$1' }],
  ['apis', { slug: 'b', provider: 'A', chain: 'testnet', price: '$1' }],
  ['apis', { slug: 'c', provider: 'A', chain: 'mainnet', price: '$2' }],
  ['apis', { slug: 'd', provider: 'B', chain: 'mainnet', price: '$1' }],
  ['wallets', { slug: 'a', provider: 'A', chain: 'mainnet', price: '$1' }],
  ['wallets', { slug: 'b', provider: 'A', chain: 'testnet', price: '$1' }],
] as const;
const index = new LineIndex(
  { json: contents.map(([, row]) => JSON.stringify(row)), category: contents.map(([category]) => category) },
  { columnsOf: (category) => (category === 'apis' ? [chain] : []) },
);

describe('LineIndex', () => {
  it('counts contents once that differ in identifier and chain only', () => {
    assert.equal(index.count([0, 1]), 1);
    assert.equal(index.count([0, 1, 2, 3]), 3);
  });

  it('does not mix categories, whose chain may be a fact like any other', () => {
    assert.equal(index.count([0, 4]), 2);
    assert.equal(index.count([4, 5]), 2);
  });

  it('counts nothing', () => assert.equal(index.count([]), 0));
});
