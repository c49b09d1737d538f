import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Value } from '../../../model/rows.ts';
import { formatDiff } from '../../../pipeline/compare/present/index.ts';
import { type Diff, diffSchema, type Edit } from '../../../pipeline/compare/schema.ts';
import { describeChange, quoteInText } from '../../../pipeline/report/values.ts';
import { assertGolden, readInput } from '../../support/golden.ts';

type Cause = Edit['cause'];

const plain = { colour: false, all: false };
const none = { errors: 0, warnings: 0 };
const nobody = { before: 3, after: 3, appeared: [], vanished: [] };

function makeDiff(parts: Partial<Diff>): Diff {
  return {
    base: { kind: 'snapshot', name: '20260101T000000000Z-0a1b2c3d', problems: none },
    problems: none,
    newProblems: [],
    fixedProblems: [],
    unchanged: false,
    rows: { before: 100, after: 100, added: 0, removed: 0, changed: 0, cells: 0 },
    networks: nobody,
    categories: nobody,
    byCategory: [],
    byNetwork: [],
    byNetworkAndCategory: [],
    entries: [],
    definitions: [],
    logos: [],
    unlistedOffers: null,
    deadAddresses: { networks: [], pages: [], providers: [], offers: [] },
    ...parts,
  };
}

/** Of the category of its places, if there are any. */
function makeCause(kind: Cause['kind'], name: string, ...places: Cause['places']): Cause {
  return { kind, name, category: places.length === 0 ? null : 'apis', network: null, places };
}

function makeEntry(number: number, parts: Partial<Edit> = {}): Edit {
  const slug = `offer-${number}`;
  return {
    change: 'changed',
    cause: makeCause('offer', slug, { file: 'references/offers/apis.csv', line: number }),
    rows: 1,
    networks: 1,
    cells: [
      { column: 'planName', before: 'Free', after: `Free ${number}`, rows: 1, writtenIn: 'offer' },
    ],
    items: [{ network: 'aria', category: 'apis', slug, cells: [0] }],
    ...parts,
  };
}

/** One entry of each kind, as they come out of a comparison. */
const several = diffSchema.parse(readInput('diff/several.json'));

describe('formatDiff', () => {
  it('says in text what changed, where it is written and what dies', () =>
    assertGolden('diff/several.txt', `${formatDiff('text', several, plain)}\n`));

  it('says the same in Markdown', () =>
    assertGolden('diff/several.md', `${formatDiff('markdown', several, plain)}\n`));

  const quiet = makeDiff({ unchanged: true });
  it('says that nothing changes', () => {
    assert.equal(
      formatDiff('text', quiet, plain),
      'no row and no definition would change against snapshot 20260101T000000000Z-0a1b2c3d',
    );
    assert.equal(
      formatDiff('markdown', quiet, plain),
      '### no row and no definition would change against snapshot 20260101T000000000Z-0a1b2c3d',
    );
  });

  it('counts new and fixed problems, also if there are fixed ones only', () => {
    const { newProblems, fixedProblems } = several;
    assert.ok(newProblems.length > 0 && fixedProblems.length > 0);
    const moved = (parts: Partial<Diff>) =>
      /^problems .*?; in the base [^;]*(.*)$/m.exec(
        formatDiff('text', makeDiff(parts), plain),
      )?.[1];
    assert.equal(moved({ fixedProblems }), `; 0 new, ${fixedProblems.length} fixed`);
    assert.equal(moved({ newProblems }), `; ${newProblems.length} new, 0 fixed`);
    assert.equal(moved({}), '');
  });

  it('refuses to print JSON that is not of its schema', () => {
    assert.throws(() =>
      formatDiff('json', makeDiff({ rows: { ...quiet.rows, added: -1 } }), plain),
    );
  });

  it('cuts long lists with their true totals, and none with ALL', () => {
    const entries = Array.from({ length: 300 }, (_, index) => makeEntry(index + 1));
    const text = formatDiff('text', makeDiff({ entries }), plain);
    assert.match(text, /^300 edits, most rows first$/m);
    assert.match(text, /^\.\.\. and 280 more$/m);
    assert.match(text, /ALL=1 shows all of them; FORMAT=json lists every row$/);
    const whole = formatDiff('text', makeDiff({ entries }), { ...plain, all: true });
    assert.match(whole, /offer-300/);
    assert.doesNotMatch(whole, /\.\.\. and|ALL=1/);
  });

  it('names the networks of an edit', () => {
    const networks = Array.from({ length: 30 }, (_, index) => `n<${index}>`);
    const items = networks.map((network) => ({
      network,
      category: 'apis',
      slug: 'offer-1',
      cells: [],
    }));
    const entries = [makeEntry(1, { rows: 30, networks: 30, items, cells: [] })];
    const diff = makeDiff({ entries });
    const text = formatDiff('text', diff, plain);
    assert.match(text, /^1 edit, most rows first$/m);
    assert.match(text, /^ {6}on n<0>, .*, n<19> and 10 more$/m);
    assert.match(
      formatDiff('text', diff, { ...plain, all: true }),
      /^ {6}on n<0>, .*, n<28>, n<29>$/m,
    );
    const markdown = formatDiff('markdown', diff, plain);
    assert.match(markdown, /^ {2}- on `n<0>`, .*, `n<19>` and 10 more$/m);
    assert.match(markdown, /^\*\*1 edit, most rows first\*\*$/m);
  });

  it('keeps Markdown short enough for a comment', () => {
    const long = 'x'.repeat(5000);
    const cells = ['a', 'b', 'c'].map((column) => ({
      column,
      before: long,
      after: `y${long}`,
      rows: 1,
      writtenIn: 'offer' as const,
    }));
    const networks = Array.from({ length: 500 }, (_, index) => `network-${index}`);
    const pages = Array.from({ length: 500 }, (_, index) => ({
      category: `category${index}`,
      networks,
    }));
    const entries = Array.from({ length: 500 }, (_, index) => makeEntry(index + 1, { cells }));
    const diff = makeDiff({ entries, deadAddresses: { ...quiet.deadAddresses, pages } });
    assert.ok(formatDiff('markdown', diff, plain).length <= 60_000);
  });

  it('lets no text of a cell act as Markdown, or on a terminal', () => {
    const cell = {
      column: 'planName',
      before: '`a` | <b>@all</b>',
      after: '``\n# b\u001b[31m\u202e',
      rows: 1,
      writtenIn: 'offer' as const,
    };
    const diff = makeDiff({
      entries: [makeEntry(1, { cells: [cell] })],
      networks: { ...nobody, appeared: ['a_b_<i>'] },
    });
    const markdown = formatDiff('markdown', diff, plain);
    assert.match(
      markdown,
      /: `` `a` \| <b>@all<\/b> `` -> ``` ``\\n# b\\u\{1b\}\[31m\\u\{202e\} ```$/m,
    );
    assert.match(markdown, /\+a\\_b\\_\\<i\\>/);
    const text = formatDiff('text', diff, plain);
    assert.match(text, /"``\\n# b\\u\{1b\}\[31m\\u\{202e\}"$/m);
  });

  it('colours a terminal, and says the same', () => {
    const coloured = formatDiff('text', several, { colour: true, all: false });
    assert.notEqual(coloured, formatDiff('text', several, plain));
    assert.equal(coloured.replace(/\u001b\[\d+m/g, ''), formatDiff('text', several, plain));
  });
});

describe('describeChange', () => {
  const same = 'https://docs.example.org/a/very/long/path/that/fills/a/line/';
  const cases: readonly (readonly [Value, Value, string])[] = [
    [null, 'Free', 'blank -> "Free"'],
    [true, false, 'TRUE -> FALSE'],
    [null, [], 'blank -> an empty list'],
    [null, ['a', 'b', 'c', 'd'], 'blank -> "a", "b", 2 more'],
    [['a', 'b'], null, '"a", "b" -> blank'],
    [['a', 'b'], ['a', 'c'], '"b" -> "c"'],
    [['a'], ['a', 'b', 'c', 'd'], '+ "b"  + "c"  + 1 more'],
    [['a', 'b', 'c'], ['c'], '- "a"  - "b"'],
    [['a', 'b'], ['b', 'a'], 'the same items, in another order or number'],
    [['a', 'a'], ['a'], 'the same items, in another order or number'],
    [`${same}old`, `${same}new`, '"…ills/a/line/old" -> "…ills/a/line/new"'],
    [`${same}and/more`, same, '"…ills/a/line/and/more" -> "…ills/a/line/"'],
    [
      same.slice(0, 40),
      `${same.slice(0, 38)}nd/more/of/it`,
      '"…/very/long/pat" -> "…/very/long/pnd/more/of/it"',
    ],
    ['short', 'Short', '"short" -> "Short"'],
    ['a b', 'a\u00a0b', '"a b" -> "a\\u{a0}b"'],
    ['😀'.repeat(60), `${'😀'.repeat(59)}x`, `"…${'😀'.repeat(13)}" -> "…${'😀'.repeat(12)}x"`],
  ];
  for (const [before, after, expected] of cases) {
    it(expected, () => assert.equal(describeChange(before, after, quoteInText), expected));
  }
});
