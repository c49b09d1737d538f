import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Value } from '../../../model/rows.ts';
import { isNullCell, parseReference, parseValue } from '../../../pipeline/read/parse-entries.ts';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { apis, offers, wallets } = paths;
const isNoList = 'is not a list: a list has brackets, and quotes around each item;';
const notAList =
  'is not a list: a list has brackets, and quotes around each item; write ["first","second"]; in a text editor the cell is quoted: "[""first"",""second""]" [not-a-list]';

describe('headers that meta/columns.csv does not give the category', () => {
  itReports('names the nearest column of the category', { [apis]: lines('slug,provider,chain,trials') }, [
    `error ${apis}:1 trials: no column "trials" in meta/columns.csv; did you mean "trial"? [unknown-column]`,
  ]);
  itReports('minds white space and case, and names the right spelling', { [apis]: lines('Slug,provider ,chain') }, [
    `error ${apis}:1 Slug: no column "Slug" in meta/columns.csv; did you mean "slug"? [unknown-column]`,
    `error ${apis}:1 provider : no column "provider " in meta/columns.csv; did you mean "provider"? [unknown-column]`,
  ]);
  itReports('says how to add a column that is near no other', { [apis]: lines('slug,provider,chain,gasModel') }, [
    `error ${apis}:1 gasModel: no column "gasModel" in meta/columns.csv; remove the column, or describe it in meta/columns.csv [unknown-column]`,
  ]);
  itReports('knows a column of another category', { [apis]: lines('slug,provider,chain,custodial') }, [
    `error ${apis}:1 custodial: meta/columns.csv does not give the column "custodial" to the category "apis"; remove the column, or add "apis" to its categories in meta/columns.csv [unknown-column]`,
  ]);
  itReports('treats a core column that the category does not use in the same way', { [wallets]: lines('slug,chain') }, [
    `error ${wallets}:1 chain: meta/columns.csv does not give the column "chain" to the category "wallets"; remove the column, or add "wallets" to its categories in meta/columns.csv [unknown-column]`,
  ]);
});

describe('cells that are not of their column kind', () => {
  itReports(
    'reports what is no boolean, also in offers',
    {
      [offers]: lines('slug,provider,trial', 'free,Acme,yes'),
      [apis]: lines('slug,provider,offer,chain,trial', 'a,,!offer:free,mainnet,1', 'b,Acme,,mainnet,[]'),
    },
    [
      `error ${apis}:2 trial: "1" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
      `error ${apis}:3 trial: "[]" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
      `error ${offers}:2 trial: "yes" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
    ],
  );
  itReports(
    'reports what is no JSON list of texts',
    {
      [apis]: lines(
        'slug,provider,chain,tag',
        'a,Acme,mainnet,archive',
        'b,Acme,mainnet,"archive, trace"',
        'c,Acme,mainnet,"[""a"",1]"',
        'd,Acme,mainnet,"{""a"":1}"',
        `e,Acme,mainnet,"['a']"`,
        'f,Acme,mainnet,"[""a"",null]"',
        `g,Acme,mainnet,${'x'.repeat(70)}`,
      ),
    },
    [
      `error ${apis}:2 tag: "archive" ${isNoList} write ["archive"]; in a text editor the cell is quoted: "[""archive""]" [not-a-list]`,
      `error ${apis}:3 tag: "archive, trace" ${isNoList} write ["archive","trace"]; in a text editor the cell is quoted: "[""archive"",""trace""]" [not-a-list]`,
      `error ${apis}:4 tag: "["a",1]" ${notAList}`,
      `error ${apis}:5 tag: "{"a":1}" ${notAList}`,
      `error ${apis}:6 tag: "['a']" ${isNoList} write ["a"]; in a text editor the cell is quoted: "[""a""]" [not-a-list]`,
      `error ${apis}:7 tag: "["a",null]" ${notAList}`,
      `error ${apis}:8 tag: "${'x'.repeat(57)}..." ${notAList}`,
    ],
  );
  itReports(
    'reports a cell that stands on many lines on each of them',
    { [apis]: lines('slug,provider,chain,trial', 'a,Acme,mainnet,no', 'a,Acme,mainnet,no') },
    [
      `error ${apis}:2 trial: "no" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
      `error ${apis}:3 slug: the slug "a" is on more than one line of the network "aria"; rename or remove one of the two [duplicate-slug] also ${apis}:2`,
      `error ${apis}:3 trial: "no" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
    ],
  );
});

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

  const faults: readonly (readonly [ColumnDefinition['valueKind'], cell: string, rule: string])[] = [
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
    for (const cell of ['nil', 'none', '0', '-', 'null.', '[]', '!none']) assert.equal(isNullCell(cell), false);
  });
});
