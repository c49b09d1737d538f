import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { roomFor, tableWidths, widthOf, widths } from '../../../service/pages/shared/offer-table/widths.ts';
import { projectFolder } from '../../support/paths.ts';
import { makeColumn } from '../../support/service-columns.ts';

const said = (...values: string[]) => values.map((value) => ({ value, count: 10 }));

describe('widthOf', () => {
  const cases = [
    ['a flag', makeColumn('a', { label: 'Trial', valueKind: 'boolean' }), [], 'flag'],
    ['a flag with a long label', makeColumn('a', { label: 'Economic security', valueKind: 'boolean' }), [], 'word'],
    ['a flag with a long word', makeColumn('a', { label: 'Contract verification', valueKind: 'boolean' }), [], 'text'],
    ['a list', makeColumn('a', { valueKind: 'array' }), said('a'), 'long'],
    ['a price', makeColumn('a', { cellType: 'numericRange' }), [], 'price'],
    ['short plan types', makeColumn('a', { cellType: 'planType' }), said('Free', 'Enterprise'), 'tag'],
    ['long plan types', makeColumn('a', { cellType: 'planType' }), said('Free', 'Pay-as-you-go'), 'tag'],
    ['longer plan types', makeColumn('a', { cellType: 'planType' }), said('Community-funded'), 'term'],
    ['two chains', makeColumn('a', { cellType: 'chain' }), said('mainnet', 'testnet'), 'chain'],
    ['one chain', makeColumn('a', { cellType: 'chain' }), said('mainnet'), 'word'],
    ['short words', makeColumn('a'), said('RPC', 'Archive'), 'word'],
    ['long words', makeColumn('a'), said('Decentralized'), 'term'],
    ['sentences', makeColumn('a'), said('Secured by those who have something to lose'), 'long'],
    ['a long label', makeColumn('a', { label: 'Authentication' }), said('None'), 'term'],
  ] as const;
  for (const [what, column, texts, width] of cases) {
    it(`is "${width}" for ${what}`, () => assert.equal(widthOf(column, texts), width));
  }

  it('has room for a rare word', () => {
    const texts = [
      { value: 'RPC', count: 999 },
      { value: 'Decentralized', count: 1 },
    ];
    assert.equal(widthOf(makeColumn('a'), texts), 'term');
  });
});

describe('roomFor', () => {
  it('is no width for what fits on a screen, and enough for what does not', () => {
    assert.equal(roomFor(['tag', 'price', 'chain'], []).room, null);
    const many = Array.from({ length: 12 }, () => 'long' as const);
    assert.ok((roomFor(many, []).room ?? 0) >= 12 * widths.long);
  });

  it('is roomy with few columns, and with fewer beside a description', () => {
    const description = makeColumn('description', { cellType: 'description' });
    const few = ['price', 'price', 'price', 'price'] as const;
    assert.equal(roomFor(few, []).isRoomy, true);
    assert.equal(roomFor(few, [description]).isRoomy, false);
    assert.equal(roomFor([...few, 'price'], []).isRoomy, false);
  });
});

it('the style sheet has the same widths of columns and tables', async () => {
  const css = await readFile(path.join(projectFolder, 'templates/offer-table/widths.css'), 'utf8');
  const [wide = ''] = css.split('@container');
  const read = (pattern: RegExp) => Array.from(wide.matchAll(pattern), ([, name, rem]) => [name, Number(rem)] as const);
  const { by, fold, ...columns } = Object.fromEntries(read(/\.c-(\w+) \{\s*width: (?:calc\()?([\d.]+)rem/g));
  assert.ok(by && fold);
  assert.deepEqual(columns, widths);
  assert.deepEqual(
    read(/\.room-(\d+) \{\s*min-width: ([\d.]+)rem/g),
    tableWidths.map((room) => [String(room), room]),
  );
});
