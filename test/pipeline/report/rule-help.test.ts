import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parseRuleHelp } from '../../../pipeline/report/rule-help.ts';
import { projectFolder } from '../../support/paths.ts';

describe('parseRuleHelp', () => {
  it('takes the section of each rule, with its first paragraph as a summary', () => {
    const text =
      '# Checks\n\nIntro.\n\n## `a-b`\n\nOne\ntwo.\n\n```\n# no heading\n```\n\n### Other words\n\nNot of it.\n\n## c-d\r\n\r\nThree.\r\n';
    assert.deepEqual(
      [...parseRuleHelp(text)],
      [
        ['a-b', { summary: 'One two.', text: 'One\ntwo.\n\n```\n# no heading\n```' }],
        ['c-d', { summary: 'Three.', text: 'Three.' }],
      ],
    );
  });
});

describe('docs/checks.md', () => {
  it('has a section for every rule that the code reports', async () => {
    const folder = path.join(projectFolder, 'pipeline');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter(({ name }) => name.endsWith('.ts'));
    const texts = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')));
    // A rule is named where it is reported (rule: 'x'), in a table of faults ('x': {) or as an argument of fileProblem.
    const pattern =
      /\brule: '([a-z0-9-]+)'|^ {2}'([a-z0-9]+(?:-[a-z0-9]+)+)': \{|fileProblem\(\s*path,\s*'([a-z0-9-]+)'/gm;
    const rules = new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, a, b, c]) => a ?? b ?? c ?? '')));
    assert.ok(rules.size > 20);
    const help = parseRuleHelp(await readFile(path.join(projectFolder, 'docs/checks.md'), 'utf8'));
    assert.deepEqual([...rules].filter((rule) => !help.get(rule)?.summary).toSorted(), []);
  });
});
