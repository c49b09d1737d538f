/** Coverage of columns: the answer, the page and the report of editors count the same. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ColumnCoverage, fillNext } from '../../../model/coverage.ts';
import { directoryFolder } from '../../support/directory.ts';
import { runPipeline } from '../../support/run-pipeline.ts';
import { asBrowser } from '../../support/service-get.ts';
import { useService } from '../../support/service-server.ts';
import { makeTree, places, smallTree } from '../../support/source-tree.ts';

type Column = Omit<ColumnCoverage, 'lastConfirmed'>;

interface Coverage {
  readonly columns: readonly Column[];
  readonly next: readonly {
    readonly category: string;
    readonly column: string;
    readonly blankCount: number;
  }[];
  readonly withoutChains: readonly string[];
}

describe('the coverage of columns', () => {
  const { get } = useService();
  const read = async (query = '') => {
    const { text } = await get(`/api/coverage/columns${query}`);
    return (JSON.parse(text) as { readonly result: Coverage }).result;
  };

  it('counts the offers that a filter for any value finds', async () => {
    const { columns } = await read('?category=apis');
    for (const key of ['planType', 'historicalData', 'regions', 'trial']) {
      const found = columns.find(({ column }) => column === key);
      const { text } = await get(`/api/offers?category=apis&pageSize=1&meta=none&f.${key}=*`);
      const { result } = JSON.parse(text) as { result: { pagination: { totalOffers: number } } };
      assert.equal(found?.statedCount, result.pagination.totalOffers, key);
    }
    const regions = columns.find(({ column }) => column === 'regions');
    assert.ok(regions && regions.statedCount < regions.offerCount);
  });

  it('lists what to fill in by what searches need', async () => {
    const { columns, next } = await read();
    const needed = next.map((each) => {
      const { searches = 0 } =
        columns.find(
          ({ category, column }) => category === each.category && column === each.column,
        ) ?? {};
      assert.ok(each.blankCount > 0);
      return each.blankCount * searches;
    });
    assert.deepEqual(
      needed,
      needed.toSorted((a, b) => b - a),
    );
    assert.ok((needed[0] ?? 0) > 0);
  });

  it('leaves to builds what probes measure', () => {
    const blank = { category: 'apis', label: '', offerCount: 9, statedCount: 1, quotedCount: 0 };
    const columns = ['regions', 'verifiedUptime', 'price', 'verifiedLogRange'];
    const asked = { ...blank, lastConfirmed: null, searches: 2 };
    const coverage = columns.map((column) => ({ ...asked, column }));
    assert.deepEqual(
      fillNext(coverage).map(({ column }) => column),
      ['regions', 'price'],
    );
  });

  it('is what the report of the sources says', async () => {
    const words = ['coverage-report', '--sources', directoryFolder, '--format', 'json'];
    const { code, stdout } = await runPipeline(words);
    assert.equal(code, 0);
    const counted = ({ columns }: Coverage) =>
      columns.map(({ category, column, offerCount, statedCount, quotedCount, searches }) =>
        [category, column, offerCount, statedCount, quotedCount, searches].join(' '),
      );
    const reported = JSON.parse(stdout) as Coverage;
    assert.deepEqual(counted(await read()), counted(reported));
    assert.deepEqual((await read()).withoutChains, reported.withoutChains);
  });

  it('counts an offer with two quotations once, as a search that asks two things of a column', async (t) => {
    const limits =
      'limitations,Limits,,,searchableMultiSelect,arrayLength,,,array,string,true,"[""apis""]",,false';
    const asked = ['Included', 'Rate'].map((part) => ({
      id: `limitations${part}`,
      value: ['1', ''],
    }));
    const set = JSON.stringify(asked).replaceAll('"', '""');
    const quoted = (slug: string, page: string) =>
      `apis,${slug},accessPrice,https://acme.example/${page},$49 a month\n`;
    const sources = await makeTree(t, {
      [places.columns]: `${smallTree[places.columns]}${limits}\n`,
      'meta/sets.csv': `category,label,description,filters,sorting\napis,Much,,"${set}",\n`,
      'references/quotations.csv': `category,slug,column,address,words\n${quoted('acme-pro', 'a')}${quoted('acme-pro', 'b')}${quoted('acme-free', 'a')}`,
    });
    const words = ['coverage-report', '--sources', sources, '--format', 'json'];
    const { columns } = JSON.parse((await runPipeline(words)).stdout) as Coverage;
    const apis = columns.filter(({ category }) => category === 'apis');
    const count = (key: string) => apis.find(({ column }) => column === key);
    assert.deepEqual([count('accessPrice')?.quotedCount, count('limitations')?.searches], [2, 1]);
  });

  it('names the categories whose listings name no chain', async () => {
    const { columns, withoutChains } = await read();
    const stated = async (category: string) => {
      const answer = await get(`/api/offers?category=${category}&f.chain=*&pageSize=1`);
      // Refused where the category has no such column.
      if (answer.status === 400) return false;
      return JSON.parse(answer.text).result.pagination.totalOffers > 0;
    };
    const offered = columns.filter(({ offerCount }) => offerCount > 0);
    const categories = [...new Set(offered.map(({ category }) => category))];
    const without = new Set(withoutChains);
    for (const category of categories)
      assert.equal(await stated(category), !without.has(category), category);
    assert.ok(without.has('mcpservers') && !without.has('apis'));
    assert.deepEqual((await read('?category=mcpservers')).withoutChains, ['mcpservers']);
    assert.deepEqual((await read('?category=apis')).withoutChains, []);
    assert.match((await get('/coverage.md')).text, /Listings of MCP servers, .* name no chain\./);
  });

  it('is on a page with links to the offers that lack a column', async () => {
    const { columns, next } = await read();
    const [first] = next;
    const { text } = await get('/coverage', asBrowser);
    assert.match(text, new RegExp(`/toolbox/${first?.category}\\?f\\.${first?.column}=%21\\*`));
    const some = columns.find(({ column }) => column === 'regions');
    const markdown = await get('/coverage.md');
    const line = `|${some?.label}|${some?.statedCount} of ${some?.offerCount}|`;
    assert.ok(markdown.text.includes(line), markdown.text.slice(0, 2000));
  });
});
