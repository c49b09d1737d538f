/**
 * One question has one figure: what an offer costs for a workload is the same in the API, the tool,
 * lists, their Markdown and chart, searches, the home page and comparisons, whatever the conditions
 * are.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import {
  type Estimated,
  estimatesOf,
  figureIn,
  figureInHtml,
  figureOf,
  figuresIn,
  parametersOf,
  type Question,
  questions,
} from '../support/figures.ts';
import { runs } from '../support/lane.ts';
import { call, connect, rowsOf } from '../support/mcp-client.ts';
import { asBrowser } from '../support/service-get.ts';
import { unescapeHtml } from '../support/service-html.ts';
import { useService } from '../support/service-server.ts';
import { afterAll } from '../support/temporary-folder.ts';

describe('the figure of a question', () => {
  const { get, service } = useService();
  const cleanUp = afterAll();
  let client: Client;
  before(async () => {
    client = await connect(service().url, cleanUp);
  });

  const ofApi = (query: string) => estimatesOf(get, query);

  async function ofTool({ networks, filters, peak, mix, ...question }: Question) {
    const given = {
      ...question,
      ...(mix === null ? {} : { mix }),
      ...(peak === null ? {} : { peak }),
      ...(networks.length === 0 ? {} : { network: networks }),
      filters: filters.map((filter) => {
        const [id = '', value = ''] = filter.split('=');
        return { id, value: [value] };
      }),
    };
    const answer = await call(client, 'estimate_cost', { ...given, limit: 100 });
    return rowsOf(answer).map(({ slug, cost }) => [String(slug), figureIn(String(cost))] as const);
  }

  async function ofMarkdown(query: string) {
    const { text } = await get(`/toolbox/apis.md?${query}&pageSize=100`);
    const rows = Array.from(text.matchAll(/^\|(.*)\|$/gm), ([, row = '']) => row.split('|'));
    const at = rows[0]?.indexOf('Estimate a month') ?? -1;
    if (rows.length === 0) return [];
    assert.ok(at > 0, text.slice(0, 2000));
    return rows.slice(2).map((cells) => [cells[0] ?? '', figureIn(cells[at] ?? '')] as const);
  }

  const ofPage = async (path: string) => figuresIn((await get(path, asBrowser)).text);

  /** Costs of the asked volume in the table of the chart, by provider. */
  async function ofChart(path: string) {
    const { text } = await get(path, asBrowser);
    const [chart = ''] = /<figure class="plot cost-chart">.*?<\/figure>/s.exec(text) ?? [];
    const rows = chart.matchAll(/<th scope="row">([^<]*)<\/th>(.*?)<\/tr>/gs);
    return Array.from(rows, ([, provider = '', cells = '']) => {
      const [, , cost = ''] = Array.from(cells.matchAll(/<td>.*?<\/td>/gs), ([cell]) => cell);
      return [unescapeHtml(provider), figureInHtml(cost)] as const;
    });
  }

  async function ofComparison(query: string, slugs: readonly string[]) {
    const offers = slugs.map((slug) => `offer=${encodeURIComponent(slug)}`).join('&');
    const { text } = await get(`/compare?category=apis&${query}&${offers}`, asBrowser);
    const [, line = ''] = /<th scope="row">Estimate a month<\/th>(.*?)<\/tr>/s.exec(text) ?? [];
    return Array.from(line.matchAll(/<td><span class="item[^"]*">([^<]*)/g), ([, cost = '']) =>
      figureIn(unescapeHtml(cost).trim()),
    );
  }

  async function ofProviders(query: string, names: readonly string[]) {
    const providers = names.map((name) => `provider=${encodeURIComponent(name)}`).join('&');
    const { text } = await get(`/compare?category=apis&${query}&${providers}`, asBrowser);
    const [, line = ''] =
      /<th scope="row">Cost for this workload<\/th>(.*?)<\/tr>/s.exec(text) ?? [];
    return Array.from(
      line.matchAll(/<td>(?:<span class="item[^"]*">([^<]*)|<span class="none">)/g),
      ([, cost]) => (cost === undefined ? 'none' : figureIn(unescapeHtml(cost).trim())),
    );
  }

  /** A line of the chart is the cheapest plan of a provider in dollars. */
  async function compareChart(path: string, estimates: readonly Estimated[]) {
    const lines = await ofChart(path);
    const isDrawn = ({ cost, reason }: Estimated) => reason === null && cost?.currency === 'USD';
    for (const [provider, figure] of lines) {
      const own = estimates.filter((each) => each.provider === provider && isDrawn(each));
      const [least] = own.toSorted((a, b) => (a.cost?.min ?? 0) - (b.cost?.min ?? 0));
      const expected = least === undefined ? 'none' : figureOf(least);
      assert.equal(figure, expected, `the chart: ${provider}: ${path}`);
    }
    return lines.length;
  }

  /** The same workload in words, with archive as a condition. Rows of one network have other slugs. */
  async function compareSearch({ requests, archive, networks }: Question) {
    const isSeveral = networks.length === 2;
    const place = isSeveral ? ` on ${networks.join(' or ')}` : '';
    const words = `${archive ? 'archive ' : ''}apis${place} ${requests} requests a month`;
    const conditions = [
      `requests=${requests}`,
      ...(archive ? ['f.historicalData=Archive'] : []),
      ...(isSeveral ? networks.map((network) => `network=${network}`) : []),
    ];
    const estimates = await ofApi(conditions.join('&'));
    const expected = new Map(estimates.map((each) => [each.slug, figureOf(each)]));
    const rows = await ofPage(`/search?q=${encodeURIComponent(words)}`);
    assert.equal(rows.length > 0, estimates.length > 0, `rows of the search: ${words}`);
    for (const [slug, figure] of rows)
      assert.equal(figure, expected.get(slug), `${words}: ${slug}`);
    return rows.length;
  }

  /** Asks each notation; the number of figures that were compared. */
  async function compare(question: Question): Promise<number> {
    let compared = 0;
    const query = parametersOf(question);
    const estimates = await ofApi(query);
    const expected = new Map(estimates.map((each) => [each.slug, figureOf(each)]));
    const assertSame = (name: string, found: readonly (readonly [string, string])[]) => {
      for (const [slug, figure] of found)
        assert.equal(figure, expected.get(slug.replace(/^.*\//, '')), `${name}: ${slug}: ${query}`);
      compared += found.length;
    };
    const tool = await ofTool(question);
    assert.equal(tool.length > 0, estimates.length > 0, query);
    assertSame('the tool', tool);
    assertSame('the Markdown', await ofMarkdown(query));
    const list = `/toolbox/apis?${query}&pageSize=100`;
    const rows = await ofPage(list);
    assert.equal(rows.length > 0, estimates.length > 0, `rows of the page: ${query}`);
    assertSame('the page', rows);
    compared += await compareChart(list, estimates);
    compared += await compareSearch(question);
    const some = [...estimates.slice(0, 3), ...estimates.slice(-3)].map(({ slug }) => slug);
    const slugs = [...new Set(some)];
    const costs = slugs.length === 0 ? [] : await ofComparison(query, slugs);
    assertSame(
      'the comparison',
      slugs.map((slug, at) => [slug, costs[at] ?? 'no cell']),
    );
    const cheapest = estimates.filter(({ isCheapest }) => isCheapest).slice(0, 2);
    if (new Set(cheapest.map(({ provider }) => provider)).size === 2) {
      const names = cheapest.map(({ provider }) => provider);
      if (question.networks.length < 2)
        assert.deepEqual(await ofProviders(query, names), cheapest.map(figureOf), query);
    }
    return compared;
  }

  it('is on the home page, too', async () => {
    const { text } = await get('/', asBrowser);
    const query = 'requests=40000000&network=solana&f.historicalData=Archive&f.apiType=RPC';
    const [first] = await ofApi(query);
    const [, answer = ''] = /for 40M requests<\/a>(.*?)<\/li>/s.exec(text) ?? [];
    assert.ok(first !== undefined && figureOf(first) !== 'none');
    assert.equal(figureInHtml(answer), figureOf(first), answer);
  });

  it('is the same everywhere', async () => {
    let compared = 0;
    const property = fc.asyncProperty(questions, async (question) => {
      compared += await compare(question);
    });
    const { failed, errorInstance } = await fc.check(property, { numRuns: runs(200, 5) });
    if (failed) throw errorInstance;
    assert.ok(compared > 100, `${compared} figures were compared`);
  });
});
