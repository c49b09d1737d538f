/** Every money column of every category of the corpus, in its largest listings, sorted in both directions and filtered by each group. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it } from 'node:test';
import { isMoney } from '../../model/columns.ts';
import { type NaiveTable, naiveTables } from '../support/interface-naive.ts';
import { naiveGroups } from '../support/naive-prices.ts';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { assertPricesCompared } from '../support/price-questions.ts';
import { readRows } from '../support/service-answers.ts';
import { type RowsParameters, rowsOf } from '../support/service-paths.ts';
import { useService } from '../support/service-server.ts';

describe('prices of the whole corpus', { skip: corpusMissing }, () => {
  const { get, built } = useService(corpusFolder, { ANSWER_CACHE: 'off', LOG_LEVEL: 'silent' });
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());

  it('are sorted and filtered inside their groups', async () => {
    const { checked } = built();
    const networks = checked.resolved.networks.map(({ key }) => key);
    let asked = 0;
    for (const { key } of checked.sources.meta.categories) {
      for (const table of differentListings(naiveTables(checked, networks, [key]))) {
        const ask = async (parameters: RowsParameters) =>
          readRows(await get(rowsOf(table.network, parameters), { agent }));
        asked += await assertPricesCompared(table, ask);
      }
    }
    assert.ok(asked > 30, `${asked} questions`);
  });
});

/** Most networks list the same offers: of those with the same price groups in the same order, the largest listing; the largest of these. */
function differentListings(tables: readonly NaiveTable[]): NaiveTable[] {
  const byGroups = new Map<string, NaiveTable>();
  for (const table of tables) {
    const money = table.columns.filter(isMoney);
    const groups = JSON.stringify(money.map(({ key }) => naiveGroups(table.rows, key).map(([group]) => group)));
    if (table.rows.length > (byGroups.get(groups)?.rows.length ?? 0)) byGroups.set(groups, table);
  }
  return [...byGroups.values()].toSorted((a, b) => b.rows.length - a.rows.length).slice(0, 1);
}
