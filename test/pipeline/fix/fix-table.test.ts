/** Byte for byte: fixes of a file, and that nothing else is. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FixCounts, fixableRules } from '../../../pipeline/commands/fix/fix-counts.ts';
import {
  type CellKind,
  fixCell,
  fixTable,
  type TableShape,
} from '../../../pipeline/commands/fix/fix-table.ts';

const shape: TableShape = {
  kinds: new Map([
    ['tag', 'set'],
    ['starred', 'boolean'],
  ]),
  rules: new Set(fixableRules),
};

function fix(source: string, options = shape) {
  const { text = null, counts } = fixTable(source, options) ?? {};
  return { text, counts };
}

function itMends(behaviour: string, source: string, text: string, counts: FixCounts): void {
  it(behaviour, () => {
    assert.deepEqual(fix(source, shape), { text, counts });
    assert.deepEqual(fix(text, shape), { text, counts: {} });
  });
}

function itKeeps(behaviour: string, source: string): void {
  itMends(behaviour, source, source, {});
}

describe('fixTable: cells', () => {
  itMends(
    'changes the one cell, and keeps the quotes of every other and the line ends',
    'slug,"tag",starred\r\na,"[""x"", ""x""]","TRUE"\r\n"b",,true \nc,"",FALSE',
    'slug,"tag",starred\r\na,"[""x""]","TRUE"\r\n"b",,true\nc,"",FALSE',
    { 'edge-space': 1, 'repeated-item': 1 },
  );
  itMends(
    'keeps the quotes of the cell that it counts',
    'slug,tag\na," x ""y"" "\n',
    'slug,tag\na,"x ""y"""\n',
    {
      'edge-space': 1,
    },
  );
  itMends(
    'takes line breaks from the edges of a cell',
    'slug,tag\na,"\r\nx\ny\n"\nb,\r\r\n',
    'slug,tag\na,"x\ny"\nb,\r\n',
    {
      'edge-space': 2,
    },
  );
  itKeeps('leaves the names in the header alone', 'slug, tag ,"starred "\na,x,y\n');
  itKeeps('leaves a record with too many or too few cells alone', 'slug,tag\nb, x ,\na\n a \n');
  itKeeps(
    'leaves cells alone that are no value of their column',
    'slug,tag,starred\na,"[""x"", 1]",yes\n',
  );
});

describe('fixTable: marks and spaces', () => {
  itMends('keeps byte-order marks', '\ufeff\ufeffslug,tag\na, x\n', '\ufeff\ufeffslug,tag\na,x\n', {
    'edge-space': 1,
  });
  itMends(
    'removes white space after a closing quote',
    'slug,"tag" \n"a"\t,x\n',
    'slug,"tag"\n"a",x\n',
    {
      'space-after-quote': 2,
    },
  );
});

describe('fixTable: order', () => {
  const order = { 'slug-order': 1 };
  itMends(
    'moves whole records with their bytes',
    'slug,tag\nb,"1\r\n2"\r\n"a",\'\n',
    'slug,tag\n"a",\'\nb,"1\r\n2"\r\n',
    order,
  );
  itMends(
    'leaves a file that ends without a line end so',
    'slug,tag\nb,1\r\na,2',
    'slug,tag\na,2\r\nb,1',
    order,
  );
  itMends('keeps blank lines', 'slug,tag\n\nb,1\n \na,2\n\n', 'slug,tag\n\n \na,2\nb,1\n\n', order);
  for (const [why, line] of [
    ['without a slug', ',x'],
    ['whose slug is the word null', 'null,x'],
    ['whose slug is taken away', '!none,x'],
    ['with too few cells', 'a'],
    ['with too many cells', 'a,b,c'],
  ] as const) {
    itMends(
      `moves others past a record ${why}`,
      `slug,tag\nb,1\na,2\n${line}\n`,
      `slug,tag\na,2\nb,1\n${line}\n`,
      order,
    );
  }
  itKeeps('stays as it is where no column is a slug', 'key,tag\nb,1\na,2\n');
  it('stays as it is if the rule does not report it', () => {
    const text = 'slug,tag\nb,1\na,2\n';
    assert.deepEqual(fix(text, { ...shape, rules: new Set() }), { text, counts: {} });
  });
});

describe('fixTable: what is no table', () => {
  for (const text of ['', 'slug\n"a', 'slug\na"b\n']) {
    it(`is ${JSON.stringify(text)}`, () => assert.equal(fixTable(text, shape), null));
  }
});

const cases: readonly (readonly [
  kind: CellKind,
  cell: string,
  text: string,
  counts?: FixCounts,
])[] = [
  ['text', 'plain', 'plain'],
  ['text', ' \u00a0\u2003padded\t\r\n', 'padded', { 'edge-space': 1 }],
  ['text', '  ', '', { 'edge-space': 1 }],
  ['text', '["a", "a"]', '["a", "a"]'],
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
  ['set', '["a",]', '["a",]'],
  ['set', ' null', 'null', { 'edge-space': 1 }],
  ['list', '["run", "--with","run"]', '["run", "--with","run"]'],
];

it('removes tracking parameters from lines that the base does not have, and no referral code', () => {
  const line = (slug: string) => `${slug},https://a.io/?utm_source=x&via=us#top\n`;
  const fixed = fix(`slug,tag\n${line('a')}${line('b')}`, {
    ...shape,
    before: `slug,tag\n${line('a')}`,
  });
  const text = `slug,tag\n${line('a')}b,https://a.io/?via=us#top\n`;
  assert.deepEqual(fixed, { text, counts: { 'tracking-link': 1 } });
});

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
