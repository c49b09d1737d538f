import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FixCounts, fixableRules } from '../../../pipeline/fix/fix-counts.ts';
import { type CellKind, fixCell } from '../../../pipeline/fix/fix-table.ts';

const cases: readonly (readonly [kind: CellKind, cell: string, text: string, counts?: FixCounts])[] = [
  ['text', 'plain', 'plain'],
  ['text', ' \u00a0\u2003padded\t\r\n', 'padded', { 'edge-space': 1 }],
  ['text', 'in  side', 'in  side'],
  ['text', '  ', '', { 'edge-space': 1 }],
  ['text', 'true', 'true'],
  ['text', '["a", "a"]', '["a", "a"]'],
  ['text', '[beta]', '[beta]'],
  ['boolean', 'true', 'true'],
  ['boolean', ' False ', 'False', { 'edge-space': 1 }],
  ['set', '["a","b"]', '["a","b"]'],
  ['set', '[ "a" ,\n"b"\t]', '[ "a" ,\n"b"\t]'],
  ['set', '["a","b","a","a"]', '["a","b"]', { 'repeated-item': 2 }],
  ['set', '[ "a", "b", "a" , "c" ]', '[ "a", "b" , "c" ]', { 'repeated-item': 1 }],
  ['set', '["\\u0061","a"]', '["\\u0061"]', { 'repeated-item': 1 }],
  ['set', '["a","A"," a","",""]', '["a","A"," a","",""]'],
  ['set', '["\\"","\\"", "]"]', '["\\"", "]"]', { 'repeated-item': 1 }],
  ['set', '["a", 1]', '["a", 1]'],
  ['set', '["a" "b"]', '["a" "b"]'],
  ['set', '{"a": "b"}', '{"a": "b"}'],
  ['set', '["a",]', '["a",]'],
  ['set', 'a, b', 'a, b'],
  ['set', ' null', 'null', { 'edge-space': 1 }],
  ['list', '["run", "--with","run"]', '["run", "--with","run"]'],
];

describe('fixCell', () => {
  for (const [kind, cell, text, counts = {}] of cases) {
    it(`${kind === 'text' ? 'text' : `a ${kind}`} ${JSON.stringify(cell)} is ${JSON.stringify(text)}`, () => {
      assert.deepEqual(fixCell(cell, kind, new Set(fixableRules)), { text, counts });
    });
  }

  it('fixes only what the rules report', () => {
    assert.equal(fixCell(' ["a","a"]', 'set', new Set(['edge-space'])).text, '["a","a"]');
    assert.equal(fixCell(' ["a","a"]', 'set', new Set(['repeated-item'])).text, ' ["a"]');
  });
});
