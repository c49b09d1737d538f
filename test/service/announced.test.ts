/** Prices and plans that begin or end on a day: what lists, estimates and tools show before and after. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { directory } from '../support/directory.ts';
import { call, connect } from '../support/mcp-client.ts';
import { buildTreeIn, openCurrent, startService } from '../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const growth = 'chainstack-growth-full-archive';
const accelerate = 'quicknode-accelerate-full-archive';
/** What APIs of Ethereum need. */
const needed = Object.entries(directory).filter(([file]) =>
  /^(?:meta\/(?!sets)|references\/providers\/)|\/apis\.csv$/.test(file),
);
const tree = {
  ...Object.fromEntries(needed),
  'references/periods.csv': `category,slug,column,value,from,until
apis,${growth},accessPrice,$29/mo,2026-12-05,2026-12-31
apis,${accelerate},,,,2026-12-15
`,
};

/** By day: the price of one plan, whether the other has ended, and what is announced of both. */
const days = {
  '2026-12-01': {
    price: '$49/mo',
    ended: false,
    announced: ['Access price: $29/mo from 2026-12-05 until 2026-12-31', 'Ends on 2026-12-15'],
  },
  '2026-12-20': {
    price: '$29/mo',
    ended: true,
    announced: ['Access price: $29/mo until 2026-12-31, then $49/mo', 'Ended on 2026-12-15'],
  },
} as const;

describe('a price or a plan with a day', () => {
  const cleanUp = afterAll();

  for (const [day, { price, ended, announced }] of Object.entries(days))
    it(`is marked in lists, profiles, estimates and tools of ${day}`, async () => {
      const folder = await makeTemporaryFolder(cleanUp);
      await buildTreeIn(folder, tree, new Date(`${day}T06:00:00Z`));
      const snapshot = await openCurrent(path.join(folder, 'build'));
      const service = await startService({ snapshot });
      cleanUp.after(service.close);
      const read = async (address: string) => (await service.get(address)).text;
      const list = '/networks/ethereum/toolbox/apis';
      const both = 'f.provider=Chainstack&f.provider=QuickNode';
      const pages = [
        await read(`${list}.md?${both}`),
        await read(`${list}?${both}`),
        `${await read('/providers/chainstack')}${await read('/providers/quicknode')}`,
      ];
      for (const text of pages)
        for (const words of announced) assert.ok(text.includes(words.slice(0, 38)), words);

      const filters = [{ id: 'provider', value: ['Chainstack', 'QuickNode'] }];
      const client = await connect(service.url, cleanUp);
      const found = await call(client, 'find_offers', { category: 'apis', filters });
      const at = (column: string) => found.structured.columns.indexOf(column);
      const rowOf = (slug: string) =>
        found.structured.rows.find((row) => row[at('slug')] === slug) ?? assert.fail(slug);
      assert.ok(String(rowOf(growth)[at('accessPrice')]).startsWith(price));
      assert.ok(String(rowOf(growth)[at('announced')]).startsWith(announced[0]));
      assert.deepEqual(rowOf(accelerate)[at('announced')], [announced[1]]);

      const estimate = { network: 'ethereum', requests: 5_000_000, filters };
      const { text } = await call(client, 'estimate_cost', estimate);
      assert.equal(text.includes('1 not offered on this day'), ended);
      assert.equal(text.includes('none: Not offered: Ended'), ended);
      assert.doesNotMatch(text, /do not suffice/);
    });
});
