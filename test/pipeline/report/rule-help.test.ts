import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parseRuleHelp } from '../../../pipeline/report/sarif.ts';
import { documentationOf, type Rule, rules } from '../../../pipeline/rules.ts';
import { projectFolder } from '../../support/paths.ts';

const table: readonly (readonly [string, Rule])[] = Object.entries(rules);

describe('parseRuleHelp', () => {
  it('takes the section of each rule', () => {
    const text =
      '# Checks\n\nIntro.\n\n## `a-b`\n\nOne\ntwo.\n\n```\n# no heading\n```\n\n### Other words\n\nNot of it.\n\n## c-d\r\n\r\nThree.\r\n';
    assert.deepEqual(
      [...parseRuleHelp(text)],
      [
        ['a-b', 'One\ntwo.\n\n```\n# no heading\n```'],
        ['c-d', 'Three.'],
      ],
    );
  });
});

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
    const lines = [...markdown.matchAll(/^\| \[([a-z0-9-]+)\]\(#([a-z0-9-]+)\) \| (error|warning) \| (yes|) ?\|$/gm)];
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
