/** A directory page with estimates for a workload, on the project's own sources. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { costText } from '../../../service/query/offers/cost-text.ts';
import type { KnownCost } from '../../../service/query/offers/estimates.ts';
import { ownSources } from '../../support/interface-sources.ts';
import { asBrowser } from '../../support/service-get.ts';
import { offersOf, textOf } from '../../support/service-html.ts';
import { toolboxOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

interface Estimate {
  readonly slug: string;
  readonly isCheapest: boolean;
  readonly cost: object | null;
}

describe('a directory page with estimates', () => {
  const { get } = useService(ownSources);
  const open = async (category: string, query: Record<string, string>) => {
    const { status, text } = await get(toolboxOf('base', category, query), asBrowser);
    assert.equal(status, 200, text);
    return text;
  };
  const requests = '5000000';
  const sectionsOf = (html: string) =>
    Array.from(html.matchAll(/<tbody class="section">.*?<\/tbody>/gs), ([part]) => textOf(part).trim());
  const cellsOf = (html: string) =>
    Array.from(html.matchAll(/<td data-label="Estimate a month"[^>]*>(.*?)<\/td>/gs), ([, cell = '']) =>
      textOf(cell).replace(/\s+/g, ' ').trim(),
    );
  const formOf = (html: string) => /<form[^>]*aria-label="Cost for my workload".*?<\/form>/s.exec(html)?.[0] ?? '';

  it('has a link to the estimates, and none of them before', async () => {
    const html = await open('apis', { 'f.planType': 'Tiered' });
    assert.equal(formOf(html), '');
    assert.deepEqual(cellsOf(html), []);
    const [, link = ''] = /href="([^"]*)"[^>]*aria-label="Cost for my workload"/.exec(html) ?? [];
    const estimated = (await get(link.replaceAll('&amp;', '&'), asBrowser)).text;
    assert.match(formOf(estimated), /name="requests" value="1000000"/);
    assert.match(formOf(estimated), /<input type="hidden" name="f\.planType" value="Tiered">/);
    assert.match(
      formOf(estimated),
      /1,000,000 requests a month, workload dapp backend: \d+ of \d+ offers have an estimate\./,
    );
    assert.ok(cellsOf(estimated).length > 0);
  });

  it('lists offers in the order of the API, in three sections', async () => {
    const html = await open('apis', { requests, pageSize: '100' });
    const { result } = (await get(`/api/estimate?network=base&requests=${requests}&pageSize=100`)).json() as {
      result: { estimates: readonly Estimate[] };
    };
    const counted = (test: (each: Estimate) => boolean) => result.estimates.filter(test).length;
    assert.deepEqual(sectionsOf(html), [
      `One plan of each provider ${counted(({ isCheapest }) => isCheapest)} offers. The cheapest that suffices.`,
      `Further plans that suffice ${counted(({ isCheapest, cost }) => cost !== null && !isCheapest)} offers. Their providers have a plan above.`,
      `No estimate ${counted(({ cost }) => cost === null)} offers. Each offer says why.`,
    ]);
    assert.equal(cellsOf(html)[0], '$0');
    assert.ok(cellsOf(html).includes('$40'));
    assert.ok(cellsOf(html).includes('Too small'));
    const unfolded = await open('apis', {
      requests,
      pageSize: '100',
      open: 'chainstack-mainnet-developer-recent-state',
    });
    assert.match(unfolded, /2 million requests beyond the plan cost \$20\/1M extra requests\./);
    assert.equal(new Set(offersOf(html)).size, offersOf(html).length);
  });

  it('draws the cost of each provider against requests, as a line and as a row of a table', async () => {
    const html = await open('apis', { requests });
    const chart = /<figure class="plot cost-chart">.*?<\/figure>/s.exec(html)?.[0] ?? '';
    const rows = Array.from(chart.matchAll(/<tr><th scope="row">(.*?)<\/tr>/gs), ([, row = '']) =>
      row.split(/<\/t[hd]>/).map((cell) => textOf(cell).trim()),
    );
    const { result } = (await get(`/api/estimate?network=base&requests=${requests}&pageSize=100`)).json() as {
      result: { estimates: readonly (Estimate & { provider: string; cost: KnownCost })[] };
    };
    const cheapest = result.estimates.filter(({ isCheapest, cost }) => isCheapest && cost.currency === 'USD');
    const told = rows.flatMap(([provider = '', , , cost = '–']) => (cost === '–' ? [] : [[provider, cost]]));
    assert.deepEqual(told.toSorted(), cheapest.map(({ provider, cost }) => [provider, costText(cost)]).toSorted());
    assert.equal(chart.match(/<path d="M/g)?.length, rows.length);
    const [, link = ''] = /<a href="([^"]*)"><title>Chainstack/.exec(chart) ?? [];
    assert.match(link.replaceAll('&amp;', '&').replaceAll('&#x3D;', '='), /f\.provider=Chainstack.*requests=5000000/);
    assert.equal((await get(link.replaceAll('&amp;', '&').replaceAll('&#x3D;', '='), asBrowser)).status, 200);
  });

  it('places the names of the lines of the chart so that none covers another', async () => {
    const html = await open('apis', { requests });
    const names = Array.from(
      html.matchAll(/tabindex="-1"><text x="([\d.]+)%" y="([\d.]+)">([^<]+)</g),
      ([, x, y, name = '']) => ({ x: Number(x), y: Number(y), name, end: Number(x) + 2.2 * name.length }),
    );
    assert.equal(names.length > 5, true);
    const covering = names.flatMap((one) =>
      names.filter(({ x, y, name }) => x >= one.x && x < one.end && name !== one.name && Math.abs(y - one.y) < 15),
    );
    assert.deepEqual(covering, []);
  });

  it('has columns of quantities beside the estimates, with the unit in the head, where a third of the offers state them', async () => {
    const quantities = (html: string, label: string) =>
      Array.from(
        html.matchAll(new RegExp(`<td data-label="${label}"( class="price")?[^>]*>(.*?)</td>`, 'gs')),
        (match) => [match[1] !== undefined, textOf(match[2] ?? '').trim()],
      );
    const html = await open('apis', { requests, 'f.provider': 'Chainstack', pageSize: '100' });
    const included = quantities(html, 'Included requests a month');
    assert.ok(included.length > 3);
    assert.ok(included.every(([isRight]) => isRight));
    assert.ok(included.some(([, text]) => text === '3M'));
    assert.ok(quantities(html, 'Requests per second').some(([, text]) => text === '25'));
    const chosen = await open('apis', { requests, 'f.provider': 'Chainstack', cols: 'limitations' });
    assert.deepEqual(quantities(chosen, 'Included requests a month'), []);
    assert.deepEqual(quantities(await open('apis', { 'f.provider': 'Chainstack' }), 'Included requests a month'), []);
  });

  it('keeps the workload in the form and in all links', async () => {
    const html = await open('apis', { requests, workload: 'indexer', peak: '20', archive: '1' });
    const form = formOf(html);
    assert.match(form, /name="requests" value="5000000"/);
    assert.match(form, /name="peak" value="20"/);
    assert.match(form, /<option value="indexer" selected/);
    assert.match(form, /name="archive" value="1" checked/);
    const sorts = Array.from(html.matchAll(/href="([^"]*[?&;]sort=accessPrice[^"]*)"/g), ([, href = '']) => href);
    assert.ok(sorts.length > 0);
    for (const href of sorts) assert.match(href, /requests=5000000/);
    const [sorted = ''] = sorts;
    const byPrice = (await get(sorted.replaceAll('&amp;', '&').replaceAll('&#x3D;', '='), asBrowser)).text;
    assert.match(sectionsOf(byPrice)[0] ?? '', /^Prices in USD per month/);
    assert.ok(cellsOf(byPrice).length > 0);
  });

  it('has the estimates in Markdown', async () => {
    const { text } = await get(`${toolboxOf('base', 'apis.md')}?requests=${requests}`);
    assert.match(text, /5,000,000 requests a month, workload dapp backend: \d+ of \d+ offers have an estimate\./);
    assert.match(text, /\|Slug\|Provider\|Offer\|Estimate a month\|/);
  });

  it('estimates nothing in categories whose offers state no quotas', async () => {
    const html = await open('wallets', { requests });
    assert.equal(formOf(html), '');
    assert.deepEqual(cellsOf(html), []);
  });

  it('refuses a number that is none', async () => {
    const { status } = await get(`${toolboxOf('base', 'apis')}?requests=many`, asBrowser);
    assert.equal(status, 400);
  });
});
