/** The words of docs/glossary.md, and the comments of Parquet files. test/service/interface/words.product.test.ts reads what is served. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { definitionColumns, rowColumns } from '../../model/fixed-columns.ts';
import { projectFolder } from '../support/paths.ts';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

describe('docs/glossary.md', () => {
  const words = Array.from(read('docs/glossary.md').matchAll(/^\| ([a-z]+) \| /gm), ([, word = '']) => word).filter(
    (word) => word !== 'word' && word !== 'name',
  );

  it('has the words of the field', () => {
    for (const word of [
      'provider',
      'offer',
      'listing',
      'row',
      'network',
      'chain',
      'scope',
      'category',
      'snapshot',
      'change',
    ])
      assert.ok(words.includes(word), word);
  });

  it('is what the comments of Parquet files mean', () => {
    const comments = [rowColumns, ...Object.values(definitionColumns)].flatMap((columns) =>
      Object.values(columns).map(([, comment]) => comment),
    );
    for (const comment of comments) assert.doesNotMatch(comment, /\b(?:entry|entries|record|vendor|company)\b/i);
  });
});
