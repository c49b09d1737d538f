/** Every kind of page is valid HTML, as html-validate sees it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { projectFolder } from '../support/paths.ts';
import { asBrowser } from '../support/service-get.ts';
import { useService } from '../support/service-server.ts';
import { testedPageTypes } from './support/page-types.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // Ids are provider names and keys of columns, in their own spelling.
    'valid-id': ['error', { relaxed: true }],
    // Matters of style, of which the templates have one of their own.
    // Style sheet and scripts are the site's own.
    'require-sri': ['error', { target: 'crossorigin' }],
    // A name that is repeated is how a form sends a list.
    'form-dup-name': 'off',
    // Lists without markers are lists for all that, and may be named.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'no-inline-style': 'error',
    'long-title': 'off',
  },
});

describe('the markup', () => {
  const { get } = useService(`${projectFolder}/sources`);

  for (const { name, path, status = 200 } of testedPageTypes) {
    it(`of ${name} is valid`, async () => {
      const answer = await get(path, asBrowser);
      assert.equal(answer.status, status);
      const report = await validator.validateString(answer.text);
      const messages = report.results.flatMap((result) => result.messages);
      const told = messages.map(({ ruleId, message, line, column }) => {
        const shown = answer.text.split('\n')[line - 1]?.slice(Math.max(0, column - 60), column + 60);
        return `${ruleId} in line ${line}: ${message}: ${shown}`;
      });
      assert.deepEqual([...new Set(told)].slice(0, 8), []);
    });

    it(`of ${name} has nothing that the policy of the site forbids`, async () => {
      const { text } = await get(path, asBrowser);
      assert.doesNotMatch(text, /<style|\sstyle="|\son[a-z]+="|<script(?![^>]*\ssrc="| type="application\/ld\+json">)/);
      assert.doesNotMatch(text, /(?:src|action)="(?!\/)/, 'asks no other site for anything');
    });
  }
});
