/**
 * Every kind of page is valid HTML, as html-validate sees it, and has nothing that its policy
 * forbids; the weight of style and scripts.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { everyNth } from '../support/lane.ts';
import { projectFolder } from '../support/paths.ts';
import { asBrowser } from '../support/service-get.ts';
import { useService } from '../support/service-server.ts';
import { testedPageTypes } from './support/page-types.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // Ids are provider names and keys of columns, in their own spelling.
    'valid-id': ['error', { relaxed: true }],
    // Style sheet and scripts are the site's own.
    'require-sri': ['error', { target: 'crossorigin' }],
    // A name that is repeated is how a form sends a list.
    'form-dup-name': 'off',
    // Lists without markers are lists for all that, and may be named.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    'no-inline-style': 'error',
    // Matters of style, of which the templates have one of their own.
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'long-title': 'off',
  },
});

describe('the markup', () => {
  const { get } = useService();

  for (const { name, path: address, status } of everyNth(2, testedPageTypes))
    it(`of ${name} is valid, and has nothing that the policy of the site forbids`, async () => {
      const answer = await get(address, asBrowser);
      assert.equal(answer.status, status);
      const { results } = await validator.validateString(answer.text);
      const told = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line, column }) => {
          const shown = answer.text
            .split('\n')
            [line - 1]?.slice(Math.max(0, column - 60), column + 60);
          return `${ruleId} in line ${line}: ${message}: ${shown}`;
        }),
      );
      assert.deepEqual([...new Set(told)].slice(0, 8), []);
      const expected =
        /<style|\sstyle="|\son[a-z]+="|<script(?![^>]*\ssrc="| type="application\/ld\+json">)/;
      assert.doesNotMatch(answer.text, expected);
      assert.doesNotMatch(answer.text, /(?:src|action)="(?!\/)/, 'asks no other site for anything');
    });
});

it('style sheet and scripts weigh at most 50,000 bytes together, compressed', async () => {
  const folder = path.join(projectFolder, 'templates');
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(css|js)$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name))));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text, quality).length, 0);
  assert.ok(bytes > 10_000 && bytes <= 50_000, `${bytes} bytes`);
});
