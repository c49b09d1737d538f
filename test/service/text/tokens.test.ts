/** The bound of tokens, compared with the encoding on texts of the corpus. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { boundTokens } from '../../../service/text/tokens.ts';
import { createCounter } from '../../support/mcp-client.ts';
import { corpusSlice, projectFolder } from '../../support/paths.ts';

function readLines(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  return files.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n').slice(0, 60));
}

describe('boundTokens', () => {
  let count: (text: string) => number;
  before(() => {
    count = createCounter();
  });

  it('is above the tokens of rows, as Markdown and as JSON, and not twice as many', () => {
    const folders = ['references/offers', 'references/providers'].map((name) => path.join(corpusSlice, name));
    const lines = [...folders, path.join(projectFolder, 'sources/meta')]
      .flatMap(readLines)
      .filter((line) => line.length > 40)
      .map((line) => line.slice(0, 500));
    assert.ok(lines.length > 200);
    let [bound, tokens] = [0, 0];
    for (const line of lines) {
      for (const text of [`|${line.replaceAll(',', '|')}|`, JSON.stringify(line.split(','))]) {
        const [most, exact] = [boundTokens(text), count(text)];
        assert.ok(most >= exact, `${most} < ${exact}: ${text}`);
        bound += most;
        tokens += exact;
      }
    }
    assert.ok(bound < 2 * tokens, `${bound} for ${tokens}`);
  });

  it('is above the tokens of lists of numbers, and of texts in other scripts', () => {
    for (const text of [
      '',
      ' ',
      '1 2 3 4 5 6 7 8',
      '| 5 | 10 | 15 |',
      'Étoile 星 検索',
      'Кошелёк',
      '😀😀',
      '\n\n\t',
      'محفظة',
    ])
      assert.ok(boundTokens(text) >= count(text), text);
  });
});
