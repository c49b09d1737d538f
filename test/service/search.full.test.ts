/** Fifty searches of the corpus, with what must come first. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { assertFirst } from '../support/search-labels.ts';
import { corpusSearches } from '../support/search-queries.ts';
import { useService } from '../support/service-server.ts';

describe('searches of the corpus', { skip: corpusMissing }, () => {
  const { get } = useService(corpusFolder);
  const read = async (target: string) => {
    const answer = await get(target);
    assert.equal(answer.status, 200, target);
    return answer.json();
  };

  it('are fifty', () => assert.equal(corpusSearches.length, 50));

  for (const labelled of corpusSearches) {
    it(`find what is meant by "${labelled.q}" first`, () => assertFirst(read, labelled));
  }
});
