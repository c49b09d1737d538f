/** Each sentence of the pages about the service that states behaviour has a test that shows it: test/docs/sentences.tsv. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { sentencesOf } from '../support/document-sentences.ts';
import { projectFolder } from '../support/paths.ts';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');
const [, ...lines] = read('test/docs/sentences.tsv').trimEnd().split('\n');
const listed = lines.map((line) => {
  const [document = '', sentence = '', file = '', name = ''] = line.split('\t');
  return { document, sentence, file, name };
});
const documents = [
  ...['docs/api.md', 'docs/questions.md', 'docs/reference/lists.md', 'docs/reference/answers.md'],
  ...['docs/reference/pages.md', 'docs/stability.md', 'docs/configuration.md'],
];
/** Why a sentence needs no test: it says where more is written, advises, promises for the future, or gives a figure of a measurement. */
const withoutTest = ['reference', 'advice', 'policy', 'measurement'];

describe('test/docs/sentences.tsv', () => {
  for (const document of documents)
    it(`lists each sentence and table of ${document}, in order, and no other`, () => {
      const own = listed.filter((each) => each.document === document).map(({ sentence }) => sentence);
      assert.deepEqual(own, sentencesOf(read(document)));
    });

  it('names tests that exist under that name, or says why there is none', () => {
    const wrong = listed.filter(({ file, name }) =>
      file === '-' ? !withoutTest.includes(name) : name === '' || !read(file).includes(name),
    );
    assert.deepEqual(wrong, []);
  });

  it('has a test for nearly all sentences', () => {
    const untested = listed.filter(({ file }) => file === '-').length;
    assert.equal(untested * 10 < listed.length, true, `${untested} sentences have no test`);
  });
});
