/** Every money column of every network and category of the corpus, sorted in both directions and filtered by each group. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it } from 'node:test';
import { naiveTables } from '../support/interface-naive.ts';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { assertPricesCompared } from '../support/price-questions.ts';
import { readRows } from '../support/service-answers.ts';
import { rowsOf } from '../support/service-paths.ts';
import { useService } from '../support/service-server.ts';

describe('prices of the whole corpus', { skip: corpusMissing }, () => {
  const { get, built } = useService({ folder: corpusFolder }, { ANSWER_CACHE: 'off', LOG_LEVEL: 'silent' });
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());

  it('are sorted and filtered inside their groups', async () => {
    const { checked } = built();
    const networks = checked.resolved.networks.map(({ key }) => key);
    const categories = checked.sources.meta.categories.map(({ key }) => key);
    let asked = 0;
    for (const category of categories) {
      for (const table of naiveTables(checked, networks, [category])) {
        if (table.rows.length === 0) continue;
        asked += await assertPricesCompared(table, async (parameters) =>
          readRows(await get(rowsOf(table.network, parameters), { agent })),
        );
      }
    }
    assert.ok(asked > 10_000, `${asked} questions`);
  });
});
