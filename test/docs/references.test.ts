/** The generated pages and tables are what `npm run references` writes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDocument } from '../support/documents.ts';
import { buildReferences } from './references/references.ts';

describe('docs/reference', () => {
  it('has the columns of the tables and the operations of the API: `npm run references` writes them', async (t) => {
    const written = await buildReferences(t);
    assert.equal(written.size, 3);
    for (const [file, text] of written) assert.equal(await readDocument(file), text, file);
  });
});
