/** Texts that held the process for seconds, or for ever: each is read in milliseconds. The bounds leave room for busy machines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectOf } from '../../../pipeline/connect/connect.ts';
import { fixCell } from '../../../pipeline/fix/fix-cell.ts';
import { parseRecords } from '../../../pipeline/read/csv/parse-records.ts';

const mostMs = 2000;

/** Name, and the work with the time that it took at revision 38644f2. */
const cases: Readonly<Record<string, () => unknown>> = {
  'an address whose path looks like a placeholder (never ended)': () =>
    connectOf({
      category: 'apis',
      values: {
        apiType: 'RPC',
        address: 'https://rpc.1rpc.io/yourdedicatedlowlatencyendpointaddressgoeshere.json',
      },
    }),
  'a line with 200,000 quotes (20 s)': () =>
    parseRecords('a.csv', `slug,provider\na,b"${'"'.repeat(199_000)}x\n`, () => undefined),
  'a list with 4,500 spaces (37 s)': () =>
    fixCell(`["a",${' '.repeat(4500)}"a"${' '.repeat(4500)}]`, 'set', new Set(['repeated-item'])),
};

describe('a text of one contributor', () => {
  for (const [name, read] of Object.entries(cases)) {
    it(`is read at once: ${name}`, () => {
      const begun = performance.now();
      read();
      const ms = performance.now() - begun;
      assert.ok(ms < mostMs, `took ${ms.toFixed(0)} ms`);
    });
  }
});
