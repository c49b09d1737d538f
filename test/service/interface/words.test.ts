/** One meaning for each word and number on pages, in texts and in OpenAPI documents: docs/glossary.md. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDescribedService } from '../../support/interface-service.ts';
import { corpusSources } from '../../support/interface-sources.ts';
import { askParquet } from '../../support/parquet-answers.ts';
import { asBrowser } from '../../support/service-get.ts';
import { textOf } from '../../support/service-html.ts';

const network = 'filecoin';
const pages = ['/', '/about', '/providers', '/search?q=rpc', '/search?category=apis', '/changes', '/snapshots'];
const ofNetwork = ['/', '/toolbox/apis', '/toolbox/apis?scope=all-networks', '/providers', '/search?q=rpc'];
const texts = ['/llms.txt', '/llms-full.txt', `/networks/${network}/llms.txt`, `/networks/${network}/toolbox/apis.md`];

/** All texts of an OpenAPI document for people. */
function descriptions(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'string' ? (key === 'description' || key === 'summary' ? [each] : []) : descriptions(each),
  );
}

describe('words and numbers', () => {
  const service = useDescribedService(corpusSources);
  const sql = (text: string) => askParquet(service.built(), text);
  const page = async (path: string) => {
    const answer = await service.get(path, asBrowser);
    assert.equal(answer.status, 200, path);
    return textOf(answer.text).replace(/\s+/g, ' ');
  };

  it('call a listing by no other name', async () => {
    const others = /\b(?:vendors?|(?<!provider-category |feedback )entr(?:y|ies))\b/i;
    const paths = [...pages, ...ofNetwork.map((path) => `/networks/${network}${path}`)];
    for (const path of paths) assert.doesNotMatch(await page(path), others, path);
    for (const path of texts) assert.doesNotMatch((await service.get(path)).text, others, path);
    for (const path of ['/openapi.json', `/networks/${network}/openapi.json`]) {
      for (const text of descriptions((await service.get(path)).json())) assert.doesNotMatch(text, others, path);
    }
  });

  it('are the same above and below on the page of a network', async () => {
    const [counts] = await sql(
      `SELECT count(*)::INTEGER AS listings, count(DISTINCT place)::INTEGER AS offers FROM listed WHERE network = '${network}'`,
    );
    const text = await page(`/networks/${network}/`);
    const shown = (count: unknown) => Number(count).toLocaleString('en-US');
    assert.ok(
      text.includes(`${shown(counts?.offers)} offers in ${shown(counts?.listings)} listings`),
      text.slice(0, 600),
    );
    const rounded = Math.floor(Number(counts?.listings) / 10) * 10;
    assert.match(text, new RegExp(`(?:${shown(rounded)}\\+ ?listings|listings ?${shown(rounded)}\\+)`));
    assert.doesNotMatch(text, new RegExp(`(?:${shown(rounded)}\\+ ?offers|offers ?${shown(rounded)}\\+)`));
  });

  for (const [query, where] of [
    ['', 'true'],
    ['?scope=network', "scope = 'network'"],
  ]) {
    it(`count in the filter panel what the list counts: offers${query}`, async () => {
      const { text } = await service.get(`/networks/${network}/toolbox/apis${query}`, asBrowser);
      const expected = await sql(
        `SELECT planType AS value, count(DISTINCT place)::INTEGER AS offers FROM listed
         WHERE network = '${network}' AND category = 'apis' AND planType IS NOT NULL AND ${where} GROUP BY planType`,
      );
      assert.ok(expected.length > 0);
      for (const { value, offers } of expected) {
        const choice = `value="${value}"[^>]*><span>[^<]*</span><span class="n">${offers}<`;
        assert.match(text, new RegExp(choice), String(value));
      }
    });
  }

  it('say that an offer is for all networks, and put providers first that name networks', async () => {
    const [everywhere] = await sql(
      `SELECT p.slug FROM listed l JOIN providers p ON p.name = l.provider GROUP BY p.slug HAVING bool_and(scope = 'all-networks') ORDER BY 1 LIMIT 1`,
    );
    assert.match(await page(`/providers/${everywhere?.slug}`), /offered for all networks/i);
    const named = await sql(
      `SELECT p.name, count(DISTINCT network) FILTER (scope = 'network')::INTEGER AS named FROM listed l JOIN providers p ON p.name = l.provider GROUP BY p.name`,
    );
    const html = (await service.get('/providers', asBrowser)).text;
    const cards = Array.from(html.matchAll(/<h2 class="h3"><a [^>]*>([^<]*)<\/a>/g), ([, name = '']) =>
      name.replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    );
    assert.ok(cards.length > 10);
    const counts = new Map(named.map(({ name, named: count }) => [name, Number(count)]));
    const order = cards.map((name) => counts.get(name) ?? assert.fail(name));
    assert.deepEqual(
      order,
      order.toSorted((a, b) => b - a),
    );
  });
});
