import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  compareProblems,
  type LinesOf,
  lineName,
} from '../../../pipeline/compare/problem-changes.ts';
import { type Problem, ProblemCollector, sortProblems } from '../../../pipeline/problem.ts';
import { makeProblem } from '../../support/problem.ts';

const make = (parts: Partial<Problem> = {}) => makeProblem({ row: 'a', ...parts });

function count(
  before: readonly Problem[],
  after: readonly Problem[],
  files: readonly [string[], string[]] | null = null,
) {
  const [old, now] = [
    files === null ? null : new Set(files[0]),
    files === null ? null : new Set(files[1]),
  ];
  const changes = compareProblems(
    { problems: before, files: old, lines: null },
    { problems: after, files: now, lines: null },
  );
  return [changes.appeared.length, changes.fixed.length];
}

const lines = (texts: readonly string[]) => () => ({
  byNumber: new Map(texts.map((text, index) => [index + 2, text])),
  texts: new Set(texts),
  names: new Set<string>(),
});

const whole = (message: string) =>
  ({ ...make({ message }), row: undefined, column: null }) as unknown as Problem;

describe('compareProblems', () => {
  const cases: readonly (readonly [string, Problem[], Problem[], [number, number]])[] = [
    ['finds a new one', [], [make()], [1, 0]],
    ['finds a fixed one', [make()], [], [0, 1]],
    ['takes one that stays for the same', [make()], [make()], [0, 0]],
    [
      'takes one that moved for the same',
      [make()],
      [make({ line: 9, message: 'the slug "a" is on line 9 too' })],
      [0, 0],
    ],
    ['tells the same problem in another file apart', [make()], [make({ file: 'x.csv' })], [1, 1]],
    ['tells the same cell of another row apart', [make()], [make({ row: 'b' })], [1, 1]],
    ['tells another cell text apart', [make({ value: 'a' })], [make({ value: 'b' })], [1, 1]],
    ['tells another rule apart', [make()], [make({ rule: 'slug-format' })], [1, 1]],
    [
      'ignores a count in the message',
      [make({ message: '3 lines' })],
      [make({ message: '1,200 lines' })],
      [0, 0],
    ],
    [
      'ignores a count in the message of a whole file',
      [whole('3 lines')],
      [whole('1,200 lines')],
      [0, 0],
    ],
    [
      'takes another message about the same cell for the same',
      [make()],
      [make({ message: 'is repeated' })],
      [0, 0],
    ],
    [
      'counts equal problems',
      [make(), make({ line: 5 })],
      [make(), make(), make({ line: 7 })],
      [1, 0],
    ],
    [
      'tells two problems of a whole file apart by their messages',
      [whole('two columns have the header "a"')],
      [whole('two columns have the header "b"')],
      [1, 1],
    ],
  ];
  for (const [behaviour, before, after, expected] of cases) {
    it(behaviour, () => assert.deepEqual(count(before, after), expected));
  }

  it('follows a renamed file, and no file that is in both versions', () => {
    const [old, now] = [make({ file: 'old.csv' }), make({ file: 'new.csv' })];
    assert.deepEqual(count([old], [now], [['old.csv'], ['new.csv']]), [0, 0]);
    assert.deepEqual(count([old], [now], [['old.csv'], ['old.csv', 'new.csv']]), [1, 1]);
    assert.deepEqual(count([old], [now]), [1, 1]);
  });

  it('follows a line that got another slug or became an offer, and no other line', () => {
    const [offers, listings] = [
      'references/offers/apis.csv',
      'listings/specific-networks/aria/apis.csv',
    ];
    const tbd = (parts: Partial<Problem> = {}) =>
      make({ file: listings, owner: 'Acme', value: 'TBD', ...parts });
    const named = (kept: Partial<Record<string, string>>) => (file: string) => ({
      ...lines([])(),
      names: new Set([lineName(kept[file] ?? '', 'Acme')]),
    });
    const follow = (
      old: Problem,
      now: Problem,
      [before, after]: readonly [LinesOf | null, LinesOf],
    ) => {
      const changes = compareProblems(
        { problems: [old], files: null, lines: before },
        { problems: [now], files: null, lines: after },
      );
      return changes.appeared.length;
    };
    const moved = [named({ [listings]: 'a' }), named({ [offers]: 'b' })] as const;
    assert.equal(follow(tbd(), tbd({ row: 'b', file: offers }), moved), 0, 'became an offer');
    assert.equal(
      follow(tbd(), tbd({ row: 'b', file: offers }), [null, moved[1]]),
      0,
      'base without files',
    );
    assert.equal(
      follow(tbd(), tbd({ row: 'b' }), [moved[0], named({ [listings]: 'b' })]),
      0,
      'got another slug',
    );
    assert.equal(
      follow(tbd(), tbd({ row: 'b' }), [moved[0], moved[0]]),
      1,
      'its line is still there',
    );
    const both = named({ [listings]: 'a', [offers]: 'b' });
    assert.equal(
      follow(tbd(), tbd({ row: 'b', file: offers }), [both, moved[1]]),
      1,
      'the offer was there before',
    );
    for (const parts of [
      { owner: 'Bora' },
      { file: 'references/offers/wallets.csv' },
      { column: 'tag' },
    ])
      assert.equal(
        follow(tbd(), tbd({ row: 'b', file: offers, ...parts }), moved),
        1,
        JSON.stringify(parts),
      );
    const { value, ...whole } = tbd();
    assert.equal(
      follow(whole, { ...whole, row: 'b', file: offers }, moved),
      1,
      'a problem of no cell',
    );
  });

  it('takes a file of which lines were removed for as unsorted as before', () => {
    const unsorted = (row: string) =>
      make({ rule: 'slug-order', file: 'references/offers/apis.csv', row, value: row });
    const appeared = (before: readonly Problem[], old: readonly string[], now: readonly string[]) =>
      compareProblems(
        { problems: before, files: null, lines: lines(old) },
        { problems: [unsorted('c')], files: null, lines: lines(now) },
      ).appeared.length;
    assert.equal(appeared([unsorted('d')], ['d', 'c', 'b', 'a'], ['c', 'b', 'a']), 0);
    assert.equal(
      appeared([unsorted('d')], ['d', 'c', 'b', 'a'], ['c', 'b', 'a', 'aa']),
      1,
      'a line was added',
    );
    assert.equal(appeared([], ['c', 'a'], ['c', 'a']), 1, 'the file was sorted');
  });

  it('names edited places first', () => {
    const places = [3, 2].map((line) => ({
      file: 'references/offers/apis.csv',
      line,
      column: 'slug',
    }));
    const problem = make({ places });
    const firstLine = (before: readonly string[] | null, after: readonly string[]) => {
      const old = { problems: [], files: null, lines: before === null ? null : lines(before) };
      const { current, appeared } = compareProblems(old, {
        problems: [problem],
        files: null,
        lines: lines(after),
      });
      assert.deepEqual(appeared, current);
      assert.deepEqual(current[0]?.places?.[0], {
        file: current[0]?.file,
        line: current[0]?.line,
        column: 'slug',
      });
      assert.equal(current[0]?.places?.length, 2);
      return current[0]?.line;
    };
    assert.equal(firstLine(['a: old'], ['a: new', 'a: old']), 2, 'a new line before the old one');
    assert.equal(firstLine(['a: old'], ['a: old', 'a: new']), 3, 'a new line after the old one');
    assert.equal(firstLine([], ['a: one', 'a: other']), 3, 'both are new');
    assert.equal(
      firstLine(['a: old'], ['a: old', 'a: old']),
      3,
      'nobody knows which of two equal lines is new',
    );
    assert.equal(firstLine(null, ['a: new', 'a: old']), 3, 'a base without files');
  });
});

const unchained: Problem = {
  severity: 'warning',
  rule: 'network-without-chain',
  file: 'listings/specific-networks/filecoin',
  line: null,
  column: null,
  message: 'no listing names a chain',
};

describe('sortProblems', () => {
  it('sorts errors before warnings, then by file, line, column and rule, whatever the order they came in', () => {
    const base: Problem = { ...unchained, severity: 'error', rule: 'a', file: 'a.csv' };
    const sorted = [
      base,
      { ...base, line: 2 },
      { ...base, line: 2, column: 'x' },
      { ...base, line: 2, column: 'x', rule: 'b' },
      { ...base, line: 10 },
      { ...base, file: 'b.csv', line: 1 },
      { ...base, severity: 'warning' as const, line: 1 },
    ];
    for (const problems of [sorted.toReversed(), [...sorted.slice(3), ...sorted.slice(0, 3)]]) {
      assert.deepEqual(sortProblems(problems), sorted);
    }
  });
});

describe('ProblemCollector', () => {
  it('takes the severity from the table of rules, and has errors as soon as there is one', () => {
    const collector = new ProblemCollector();
    const { severity, ...found } = unchained;
    collector.add({ ...found, rule: 'network-without-chain' });
    assert.deepEqual([collector.hasErrors, collector.sorted()], [false, [{ ...found, severity }]]);
    collector.add({ ...found, rule: 'offer-not-found' });
    assert.equal(collector.hasErrors, true);
  });
});
