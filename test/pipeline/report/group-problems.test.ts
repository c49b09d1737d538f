import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Problem } from '../../../pipeline/problem.ts';
import { groupProblems } from '../../../pipeline/report/group-problems.ts';
import { formatReport } from '../../../pipeline/report/index.ts';
import { parseRuleHelp } from '../../../pipeline/report/sarif.ts';
import { documentationOf, type Rule, rules } from '../../../pipeline/rules.ts';
import { jsonReportSchema } from '../../support/json-report.ts';
import { projectFolder } from '../../support/paths.ts';

const unknown = (file: string, column = 'pric'): Problem => ({
  severity: 'error',
  rule: 'unknown-column',
  file,
  line: 1,
  column,
  message: `no column "${column}" in meta/columns.csv`,
  suggestion: 'did you mean "price"?',
});
const files = Array.from({ length: 8 }, (_, index) => `n${index}.csv`);
const other: Problem = { ...unknown('n1.csv'), rule: 'offer-not-found' };
const problems = [
  ...files.map((file) => unknown(file)),
  unknown('n0.csv', 'prize'),
  other,
  { ...other },
];
const placeOf = ({ file, line, column }: Problem) => ({ file, line, column });
const options = {
  colour: false,
  all: false,
  appeared: null,
  locate: (file: string) => file,
  regionOf: () => null,
  ruleHelp: new Map<string, string>(),
};

describe('a mistake in the headers of several files', () => {
  it('is one problem with all places', () => {
    const { counts, problems: found } = jsonReportSchema.parse(
      JSON.parse(formatReport('json', problems, options)),
    );
    assert.deepEqual(counts.byRule, { 'unknown-column': 2, 'offer-not-found': 1 });
    assert.equal(found[0]?.message, 'no column "pric" in meta/columns.csv (in 8 files)');
    const expected = files.map((file) => ({ file, line: 1, column: 'pric' }));
    assert.deepEqual(found[0]?.places, expected);
    const seen = found.slice(1).map(({ places }) => places);
    assert.deepEqual(seen, [undefined, [placeOf(other), placeOf(other)]]);
  });

  it('names the first places in a text, and all with `all`', () => {
    const shown = formatReport('text', problems, options).split('\n');
    assert.ok(
      shown.includes('    also: n1.csv:1, n2.csv:1, n3.csv:1, n4.csv:1, n5.csv:1 and 2 more'),
    );
    const all = formatReport('text', problems, { ...options, all: true });
    assert.match(all, /also: n1\.csv:1, .*, n7\.csv:1$/m);
  });

  it('is annotated once, because ten annotations are shown, and has every location in SARIF', () => {
    const annotated = formatReport('github', problems, options).match(
      /^::error file=n\d\.csv.*\(in 8 files\)/gm,
    );
    assert.equal(annotated?.length, 1);
    const [{ results = [] } = {}] = JSON.parse(formatReport('sarif', problems, options)).runs;
    assert.equal(results[0].locations.length, 8);
  });

  it('tells new places of a known mistake apart from the others', () => {
    const base = {
      severity: 'error',
      rule: 'unknown-column',
      line: 1,
      column: 'x',
      message: 'no column "x"',
    } as const;
    const [a, b, c] = ['a.csv', 'b.csv', 'c.csv'].map((file) => ({ ...base, file })) as [
      Problem,
      Problem,
      Problem,
    ];
    const text = formatReport('json', [a, b, c], { ...options, appeared: new Set([b]) });
    const told = JSON.parse(text).problems.map((problem: { file: string; new: boolean }) => [
      problem.file,
      problem.new,
    ]);
    assert.deepEqual(told, [
      ['a.csv', false],
      ['b.csv', true],
    ]);
  });
});

describe('cells of a column that cannot be read', () => {
  const words = (count: number): Problem[] =>
    Array.from({ length: count }, (_, index) => ({
      severity: 'error',
      rule: 'not-a-boolean',
      file: 'a.csv',
      line: index + 2,
      column: 'trial',
      message: `"${index}" is neither TRUE nor FALSE`,
    }));

  it('are one problem from five on, whatever they say', () => {
    assert.equal(groupProblems(words(4)).length, 4);
    const listed = groupProblems(words(5)).map(({ message, places }) => [message, places?.length]);
    assert.deepEqual(listed, [['"0" is neither TRUE nor FALSE (5 times)', 5]]);
    const spread = words(8).map((each, at) => (at % 2 === 0 ? each : { ...each, file: 'b.csv' }));
    assert.equal(groupProblems(spread).length, 8, 'four of each file');
    const columns = words(8).map((each, at) => (at % 2 === 0 ? each : { ...each, column: 'x' }));
    assert.equal(groupProblems(columns).length, 8, 'four of each column');
  });

  it('are told by column where equal texts are one problem', () => {
    const blank = (column: string, file = 'a.csv'): Problem => {
      const message = 'is blank, but every row of "apis" needs it';
      return { ...unknown(file, column), rule: 'required-cell', message };
    };
    const told = groupProblems([blank('x'), blank('y'), blank('x', 'b.csv'), blank('y')]);
    assert.deepEqual(
      told.map(({ column, message }) => `${column} ${/\(.*\)$/.exec(message)?.[0]}`),
      ['x (in 2 files)', 'y (2 times)'],
    );
  });
});

const table: readonly (readonly [string, Rule])[] = Object.entries(rules);

describe('docs/checks.md', async () => {
  const markdown = await readFile(path.join(projectFolder, 'docs/checks.md'), 'utf8');
  const help = parseRuleHelp(markdown);

  it('has a section for every rule and for no other, in the order of the table', () => {
    const expected = table.map(([name]) => name);
    assert.deepEqual([...help.keys()], expected);
    for (const [name] of table) assert.ok(documentationOf(name).endsWith(`checks.md#${name}`));
  });

  it('begins each section with one sentence, the title of the rule, and says what to do', () => {
    for (const [name] of table) {
      const [title = '', ...advice] = (help.get(name) ?? '').split(/\n\s*\n/);
      assert.match(title, /^[A-Z][^\n]*\.$/, name);
      assert.notEqual(advice.join('').trim(), '', `${name} has no advice`);
    }
  });

  it('lists the severity of every rule, and which rules make fix can fix', () => {
    const lines = [
      ...markdown.matchAll(
        /^\| \[([a-z0-9-]+)\]\(#([a-z0-9-]+)\) \| (error|warning) \| (yes|) ?\|$/gm,
      ),
    ];
    assert.deepEqual(
      lines.map(([, name, anchor, severity, fixable]) => ({ name, anchor, severity, fixable })),
      table.map(([name, { severity, fixable }]) => ({
        name,
        anchor: name,
        severity,
        fixable: fixable === true ? 'yes' : '',
      })),
    );
    for (const [name, { fixable = false }] of table)
      assert.equal(help.get(name)?.includes('`make fix`') === true, fixable, name);
  });
});
