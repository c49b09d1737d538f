/** Fuzzes source trees for some seconds; fuzz-sources.ts runs for as long as it is told. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzzSources } from './fuzz-sources.ts';

it('hostile source trees crash no command, and take bounded time and memory', async () => {
  const { trees, failures } = await fuzzSources(8, 1);
  assert.ok(trees > 0);
  assert.deepEqual(failures, []);
});
