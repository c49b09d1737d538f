/** Every format of a report over the same odd problems, beside the text that is expected of it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { makeVisible } from '../../../common/visible.ts';
import type { Problem } from '../../../pipeline/problem.ts';
import {
  formatReport,
  parseFormat,
  type ReportFormat,
  reportFormats,
} from '../../../pipeline/report/index.ts';
import type { ReportOptions } from '../../../pipeline/report/options.ts';
import { parseRuleHelp } from '../../../pipeline/report/sarif.ts';
import { assertGolden, readInput } from '../../support/golden.ts';
import { jsonReportSchema } from '../../support/json-report.ts';
import { projectFolder } from '../../support/paths.ts';

/**
 * Problems with everything that a format has to get past: controls, line breaks, percent signs,
 * colons, links, nulls. Sorted as the collector sorts them.
 */
const oddProblems = readInput('report/problems.json') as readonly Problem[];

const options: ReportOptions = {
  colour: false,
  all: false,
  appeared: null,
  locate: (file) => `data/sources/${file}`,
  regionOf: () => null,
  ruleHelp: parseRuleHelp(
    '# Checks\n\n## `offer-not-found`\n\nA listing names\nan offer {that} is not there.\n\n```\n# no heading\n```\n',
  ),
};

const report = (
  format: ReportFormat,
  problems: readonly Problem[] = oddProblems,
  change: Partial<ReportOptions> = {},
) => formatReport(format, problems, { ...options, ...change });

/**
 * What the runner of GitHub Actions makes of a line (its ActionCommand.TryParseV2), written from
 * its documentation.
 */
function readCommand(line: string) {
  const [, command = '', list = '', data = ''] = /^::([a-z]+) (.*?)::(.*)$/.exec(line) ?? [];
  const decode = (text: string) =>
    text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
  const property = (text: string) => decode(text.replaceAll('%3A', ':').replaceAll('%2C', ','));
  const properties = Object.fromEntries(
    list
      .split(',')
      .map((pair) => [pair.split('=')[0], property(pair.slice(pair.indexOf('=') + 1))]),
  );
  return { command, properties, message: decode(data) };
}

describe('FORMAT=text', () => {
  it('is what people read', () => assertGolden('report/text.txt', report('text')));
  it('has colours on a terminal, and says the same', () => {
    const coloured = report('text', oddProblems, { colour: true });
    assert.notEqual(coloured, report('text'));
    assert.equal(coloured.replace(/\u001b\[\d+m/g, ''), report('text'));
  });

  it('lets nothing of a source file reach the terminal as a control, in no place', () => {
    const evil = '\u001b]0;x\u0007\r\n\u009b1m\u202e';
    const place = { severity: 'error', line: 1 } as const;
    const problem = {
      ...place,
      rule: 'bad',
      file: evil,
      column: evil,
      value: evil,
      message: evil,
      suggestion: evil,
    };
    assert.doesNotMatch(
      report('text', [problem, { ...problem, message: 'other' }]),
      /[^\n\P{Cc}]|[\u202a-\u202e]/u,
    );
  });

  it('says so where there is no problem', () => {
    assert.equal(report('text', []), 'no problems');
  });
});

describe('FORMAT=json', () => {
  it('is one object, complete', async () => {
    await assertGolden('report/json.json', `${report('json')}\n`);
    const { counts, problems } = jsonReportSchema.parse(JSON.parse(report('json')));
    assert.equal(problems.length, oddProblems.length);
    assert.equal(counts.errors + counts.warnings, oddProblems.length);
    assert.deepEqual(
      problems.map(({ value, suggestion, ...rest }) => ({
        ...rest,
        ...(value === null ? {} : { value }),
        ...(suggestion === null ? {} : { suggestion }),
      })),
      oddProblems,
    );
  });

  it('is an object too where there is no problem', () => {
    const empty = { counts: { errors: 0, warnings: 0, byRule: {} }, problems: [] };
    assert.deepEqual(jsonReportSchema.parse(JSON.parse(report('json', []))), empty);
  });
});

describe('FORMAT=github', () => {
  it('is a command for each problem', () => assertGolden('report/github.txt', report('github')));

  it('is read back by the runner as it was meant', () => {
    const lines = report('github').split('\n');
    assert.equal(lines.pop(), '17 errors, 3 warnings');
    assert.equal(lines.length, oddProblems.length);
    for (const [index, line] of lines.entries()) {
      const problem = oddProblems[index] as Problem;
      const { command, properties, message } = readCommand(line);
      assert.equal(command, problem.severity);
      assert.equal(properties.file, `data/sources/${problem.file}`);
      assert.equal(properties.line, problem.line === null ? undefined : String(problem.line));
      assert.equal(
        properties.title,
        problem.column === null ? problem.rule : `${problem.rule} (${problem.column})`,
      );
      const expected =
        problem.suggestion === undefined
          ? problem.message
          : `${problem.message}; ${problem.suggestion}`;
      assert.equal(message, expected);
    }
  });
});

describe('FORMAT=github, of a hostile file', () => {
  it('lets nothing of it reach the terminal as a control, in no place', () => {
    const evil = '\u001b]0;x\u0007\r\n::error::x\u009b1m\u202e';
    const problem = {
      severity: 'error',
      line: 1,
      rule: 'bad',
      file: evil,
      column: evil,
      value: evil,
    } as const;
    const lines = report('github', [{ ...problem, message: evil, suggestion: evil }]);
    assert.doesNotMatch(lines, /[^\n\P{Cc}]|[\u202a-\u202e]/u);
    assert.equal(lines.split('\n').length, 2, 'one command and the totals');
  });
});

describe('FORMAT=json and FORMAT=sarif', () => {
  it('show what is invisible or turns texts around, and keep the value for parsers', () => {
    const evil = '\u202efoo\u200b\u2066\ufeff\u2028\u0085';
    const place = { severity: 'error', line: 1, rule: 'bad', file: evil, column: evil } as const;
    const problem = { ...place, value: evil, message: evil, suggestion: evil };
    for (const format of ['json', 'sarif'] as const) {
      const text = report(format, [problem]);
      assert.doesNotMatch(text, /[^\n\P{C}]|[\u2028\u2029]/u, format);
      assert.match(text, /\\u202efoo\\u200b\\u2066\\ufeff\\u2028\\u0085/, format);
    }
    assert.equal(
      jsonReportSchema.parse(JSON.parse(report('json', [problem]))).problems[0]?.value,
      evil,
    );
    const log = JSON.parse(report('sarif', [problem]));
    const shown = makeVisible(evil);
    assert.equal(
      log.runs[0].results[0].message.text.replaceAll(/([{}])\1/g, '$1'),
      `${shown}; ${shown}`,
    );
  });
});

describe('FORMAT=sarif', async () => {
  const schema = path.join(projectFolder, 'test/fixtures/sarif/sarif-schema-2.1.0.json');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(await readFile(schema, 'utf8')));

  it('is a log with rules and results', () =>
    assertGolden('report/sarif.json', `${report('sarif')}\n`));

  for (const [name, problems] of [
    ['of problems', oddProblems],
    ['of nothing', []],
  ] as const) {
    it(`is valid by its schema: a report ${name}`, () => {
      validate(JSON.parse(report('sarif', problems)));
      assert.deepEqual(validate.errors, null);
    });
  }

  it('is checked by a schema that does find mistakes', () => {
    assert.equal(
      validate(JSON.parse(report('sarif').replaceAll('"level": "warning"', '"level": "bad"'))),
      false,
    );
  });
});

describe('parseFormat', () => {
  it('knows the four formats', () => {
    const found = ['text', 'json', 'github', 'sarif'].map((name) =>
      parseFormat(name, reportFormats),
    );
    assert.deepEqual(found, ['text', 'json', 'github', 'sarif']);
  });

  it('names them, and the nearest, where there is no such format', () => {
    const code = 'bad-format';
    const allowed = 'One of text, json, github, sarif';
    assert.throws(() => parseFormat('jsn', reportFormats), {
      code,
      message: `no FORMAT "jsn": did you mean "json"? ${allowed}`,
    });
    assert.throws(() => parseFormat('constructor', reportFormats), {
      code,
      message: `no FORMAT "constructor": ${allowed}`,
    });
    assert.throws(() => parseFormat('', reportFormats), { code });
  });
});

describe('a base', () => {
  const [first, second] = oddProblems as [Problem, Problem];
  const appeared = { appeared: new Set([second]) };

  it('marks every problem in JSON', () => {
    const { counts, problems } = jsonReportSchema.parse(
      JSON.parse(report('json', [first, second], appeared)),
    );
    const seen = problems.map((problem) => problem.new);
    assert.deepEqual(seen, [false, true]);
    assert.equal((counts.new?.errors ?? 0) + (counts.new?.warnings ?? 0), 1);
  });

  it('leaves known problems out of the annotations, and counts them', () => {
    const lines = report('github', [first, second], appeared).split('\n');
    assert.equal(lines.length, 3);
    assert.match(lines[1] ?? '', /^1 problem was there before: /);
    assert.match(lines[2] ?? '', /^\d new errors?, \d new warnings?$/);
  });

  it('gives each result its state in SARIF', () => {
    const { runs } = JSON.parse(report('sarif', [first, second], appeared));
    const told = runs[0].results.map(
      ({ baselineState }: { baselineState: string }) => baselineState,
    );
    assert.deepEqual(told, ['unchanged', 'new']);
  });
});
