import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Value } from '../../../model/rows.ts';
import { findCellRegions } from '../../../pipeline/read/cell-columns.ts';
import { isNullCell, parseReference, parseValue } from '../../../pipeline/read/parse-entries.ts';

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
    it(`finds none in ${JSON.stringify(cell)}`, () =>
      assert.deepEqual(parseReference(cell), { kind: 'none' }));
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

describe('parseValue', () => {
  const cases: readonly (readonly [ColumnDefinition['valueKind'], cell: string, value: Value])[] = [
    ['string', 'text', 'text'],
    ['string', ' \u00a0text with  spaces\u00a0\t', 'text with  spaces'],
    ['string', 'True', 'True'],
    ['string', '[beta]', '[beta]'],
    ['string', 'API_KEY', 'API_KEY'],
    ['string', '0', '0'],
    ['string', 'null value', 'null value'],
    ['string', ' nUlL ', null],
    ['boolean', 'TRUE', true],
    ['boolean', ' false\u00a0', false],
    ['boolean', 'null', null],
    ['boolean', '', null],
    ['array', '[]', []],
    ['array', ' ["a", "b" ] ', ['a', 'b']],
    ['array', '["a\\nb","\\u00e9",""," c "]', ['a\nb', 'é', '', ' c ']],
    ['array', 'NULL', null],
  ];
  for (const [kind, cell, value] of cases) {
    it(`reads ${JSON.stringify(cell)} as ${JSON.stringify(value)} in a column of kind ${kind}`, () => {
      assert.deepEqual(parseValue(kind, cell), { value });
    });
  }

  const faults: readonly (readonly [ColumnDefinition['valueKind'], cell: string, rule: string])[] =
    [
      ['boolean', 'yes', 'not-a-boolean'],
      ['boolean', '1', 'not-a-boolean'],
      ['boolean', 'TRUE FALSE', 'not-a-boolean'],
      ['array', 'a', 'not-a-list'],
      ['array', '"a"', 'not-a-list'],
      ['array', '["a",]', 'not-a-list'],
      ['array', '[["a"]]', 'not-a-list'],
      ['array', '[1]', 'not-a-list'],
      ['array', '{}', 'not-a-list'],
      ['array', "['a']", 'not-a-list'],
      ['array', 'true', 'not-a-list'],
    ];
  for (const [kind, cell, rule] of faults) {
    it(`finds that ${JSON.stringify(cell)} is ${rule}`, () => {
      const parsed = parseValue(kind, cell);
      assert.ok('fault' in parsed);
      assert.equal(parsed.fault.rule, rule);
    });
  }
});

describe('isNullCell', () => {
  it('knows blanks of every kind and the word null in any case', () => {
    for (const cell of ['', ' ', '\u00a0', '\t\r\n', 'null', 'NULL', ' Null\u00a0'])
      assert.equal(isNullCell(cell), true);
    for (const cell of ['nil', 'none', '0', '-', 'null.', '[]', '!none'])
      assert.equal(isNullCell(cell), false);
  });
});

describe('findCellRegions', () => {
  const text = 'slug,name,tag\na,"Free, plan" ,["x"]\nb,"two\nlines",c\nd,e,f\n'.replace(
    '["x"]',
    '"[""x""]"',
  );
  const find = findCellRegions(text);
  const cut = (line: number, column: string) => {
    const region = find(line, column);
    return region === null
      ? null
      : (text.split('\n')[line - 1] ?? '').slice(region.startColumn - 1, region.endColumn - 1);
  };

  it('finds cells with their quotes', () => {
    assert.equal(cut(2, 'slug'), 'a');
    assert.equal(cut(2, 'name'), '"Free, plan"');
    assert.equal(cut(2, 'tag'), '"[""x""]"');
    assert.equal(cut(5, 'tag'), 'f');
  });

  it('finds no cell of several lines, no unknown column and no line without a record', () => {
    assert.deepEqual([find(3, 'tag'), find(2, 'price'), find(9, 'tag')], [null, null, null]);
  });
});
