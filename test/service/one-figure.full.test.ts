/**
 * One question has one figure also where it leaves the directory: in files, behind links of ready
 * sets, and in answers that other sites show.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import {
  type Estimated,
  estimatesOf,
  figureInHtml,
  figureOf,
  figuresIn,
  parametersOf,
  type Question,
  questions,
} from '../support/figures.ts';
import { asBrowser } from '../support/service-get.ts';
import { unescapeHtml } from '../support/service-html.ts';
import { useService } from '../support/service-server.ts';

const workloads = 200;

describe('the figure of a question', () => {
  const { get } = useService();
  const bySlug = (estimates: readonly Estimated[]) =>
    new Map(estimates.map((each) => [each.slug, figureOf(each)]));

  async function compareFile(query: string, expected: ReadonlyMap<string, string>) {
    const { text } = await get(`/api/export?category=apis&format=csv&${query}`);
    const rows = parse(text, { columns: true }) as Readonly<Record<string, string>>[];
    assert.equal(rows.length, expected.size, `rows of the file: ${query}`);
    for (const row of rows) {
      const { slug = '', estimateMin: min, estimateMax: max } = row;
      const { estimateCurrency: currency = null, estimateBound: bound = '' } = row;
      const cost = min ? { min: Number(min), max: Number(max), currency, bound } : null;
      assert.equal(figureOf({ cost }), expected.get(slug), `the file: ${slug}: ${query}`);
    }
    return rows.length;
  }

  /** A set keeps the workload, and its list has the figures of the API for its conditions. */
  async function compareSets(query: string, { requests, mix }: Question) {
    const { text } = await get(`/toolbox/apis?${query}`, asBrowser);
    const [, sets = ''] = /aria-label="Ready sets">(.*?)<\/ul>/s.exec(text) ?? [];
    const links = Array.from(sets.matchAll(/href="([^"]+)"/g), ([, href = '']) =>
      unescapeHtml(href),
    );
    let compared = 0;
    for (const link of links) compared += await compareSet(link, { requests, mix });
    return compared;
  }

  async function compareSet(link: string, { requests, mix }: Pick<Question, 'requests' | 'mix'>) {
    const { searchParams, pathname } = new URL(link, 'http://localhost');
    assert.equal(searchParams.get('requests'), String(requests), link);
    assert.equal(searchParams.get('mix'), mix, link);
    for (const name of ['sort', 'dir', 'pageSize']) searchParams.delete(name);
    const [, network] = /^\/networks\/([^/]+)/.exec(pathname) ?? [];
    const place = network === undefined ? '' : `&network=${network}`;
    const expected = bySlug(await estimatesOf(get, `${searchParams}${place}`));
    const figures = figuresIn((await get(link, asBrowser)).text);
    for (const [slug, figure] of figures) {
      assert.equal(figure, expected.get(slug.replace(/^.*\//, '')), `the set ${link}: ${slug}`);
    }
    return figures.length;
  }

  /** The card of an answer has the figure of the first offer of the list. */
  async function compareAnswer({ requests, archive }: Question) {
    const q = `${archive ? 'archive ' : ''}apis ${requests} requests a month`;
    const conditions = `requests=${requests}${archive ? '&f.historicalData=Archive' : ''}`;
    const [first] = await estimatesOf(get, conditions);
    assert.ok(first);
    for (const page of ['/answer', '/answer.svg']) {
      const { text } = await get(`${page}?q=${encodeURIComponent(q)}`, asBrowser);
      const shown =
        text.match(/(?:from |up to )?[$€][\d,.]+(?: to [$€][\d,.]+)?(?= a month)/g) ?? [];
      assert.ok(shown.length > 0, `${page}: ${q}`);
      for (const figure of shown)
        assert.equal(figureInHtml(figure), figureOf(first), `${page}: ${q}`);
    }
    return 2;
  }

  it('is the same in files, ready sets and answers on other sites', async () => {
    let compared = 0;
    const property = fc.asyncProperty(questions, async (question) => {
      const query = parametersOf(question);
      compared += await compareFile(query, bySlug(await estimatesOf(get, query)));
      compared += await compareSets(query, question);
      compared += await compareAnswer(question);
    });
    const { failed, errorInstance } = await fc.check(property, { numRuns: workloads });
    if (failed) throw errorInstance;
    assert.ok(compared > 1000, `${compared} figures were compared`);
  });
});
