/** Placeholders of the sources: rows and Parquet keep them, everything else treats the value as unknown. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, connect, rowsOf } from '../../support/mcp-client.ts';
import { oddTree } from '../../support/odd-tree.ts';
import { queryOf, toolboxOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const selection = { category: 'explorers' };
const placeholder = /TBD|N\/A|#REF!/;

describe('placeholders', () => {
  const cleanUp = afterAll();
  const used = useService(oddTree);
  const api = '/networks/bora/api/infrastructure-providers';
  const read = async (path: string) => JSON.parse((await used.get(path)).text);

  it('stay in rows, whose cells are those of the sources', async () => {
    const { result } = await read(`${api}/rows?category=explorers`);
    assert.deepEqual(
      result.rows.map(({ pricing, availableApis }: Record<string, unknown>) => [pricing, availableApis]),
      [
        ['TBD', ['REST', 'N/A']],
        ['Free', ['REST']],
        ['Paid', ['GraphQL']],
      ],
    );
  });

  it('are no value of a facet or of a filter', async () => {
    const { result } = await read(`${api}/facets?category=explorers`);
    const valuesOf = (id: string) => result.facets.find((facet: { id: string }) => facet.id === id).values;
    assert.deepEqual(
      ['pricing', 'availableApis', 'searchCapabilities'].map((id) =>
        valuesOf(id).map(({ value, count }: { value: string; count: number }) => `${value} ${count}`),
      ),
      [['Free 1', 'Paid 1'], ['REST 2', 'GraphQL 1'], ['blocks 2']],
    );
    const filters = [{ id: 'pricing', value: ['TBD'] }];
    const found = await read(`${api}/rows?${queryOf({ ...selection, filters })}`);
    assert.equal(found.result.rows.length, 0);
  });

  it('are last in both directions', async () => {
    for (const desc of [false, true]) {
      const sorting = [{ id: 'pricing', desc }];
      const { result } = await read(`${api}/rows?${queryOf({ ...selection, sorting })}`);
      assert.equal(result.rows.at(-1).slug, 'a-scan');
    }
  });

  it('are blank on pages, in Markdown, in llms-full.txt and for agents', async () => {
    const page = toolboxOf('bora', 'explorers');
    for (const path of [page, '/networks/bora/llms-full.txt', '/providers/aardvark'])
      assert.doesNotMatch((await used.get(path, { headers: { accept: 'text/html' } })).text, placeholder, path);
    const markdown = await used.get(page, { headers: { accept: 'text/markdown' } });
    assert.match(markdown.text, /a-scan|Aardvark/);
    assert.doesNotMatch(markdown.text, placeholder);
    const client = await connect(used.service().url, cleanUp);
    const found = await call(client, 'find_offers', { category: 'explorers', network: 'bora', columns: ['pricing'] });
    assert.deepEqual(
      rowsOf(found)
        .map(({ pricing }) => pricing)
        .toSorted(),
      ['Free', 'Paid', null],
    );
  });
});
