/** A directory of machines that are billed by the hour. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { call, connect } from '../support/mcp-client.ts';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { readTree } from '../support/source-tree.ts';

const starter = readTree(path.join(projectFolder, 'docs/starter'));
const offers = [
  ['host-month', '"$1,825/month"'],
  ['host-year', '"$8,760/yr"'],
  ['host-hour', '$2.49/h'],
  ['host-read', 'two and a half'],
  ['host-free', 'Free'],
  ['host-euro', '€0.90 per hour'],
] as const;
const machines = {
  ...Object.fromEntries(
    Object.entries(starter).filter(([file]) => !/^(?:listings|references\/offers)/.test(file)),
  ),
  'meta/site.csv': `name,subject,pricePeriod\nGPU clouds,GPU machines,hour\n`,
  'meta/readings.csv': `text,column,min,max,currency,unit,period,bound
two and a half,price,1825,,USD,,month,exact
`,
  'references/offers/hosting.csv': `slug,provider,planType,price,starred\n${offers
    .map(([slug, price]) => `${slug},North Nodes,Tiered,${price},FALSE\n`)
    .toSorted()
    .join('')}`,
  'listings/specific-networks/example/hosting.csv': `slug,offer,chain\n${offers
    .map(([slug]) => `${slug},!offer:${slug},mainnet\n`)
    .toSorted()
    .join('')}`,
};

describe('a directory that compares prices by the hour', () => {
  const { get, service } = useService(machines);
  const textOf = async (target: string) => (await get(target)).text;
  const list = '/networks/example/toolbox/hosting';

  it('stores amounts of every billing period by the hour', async () => {
    const query = new URLSearchParams({
      category: 'hosting',
      numbers: '1',
      sorting: '[{"id":"price","desc":false}]',
    });
    const text = await textOf(`/networks/example/api/infrastructure-providers/rows?${query}`);
    const { rows } = (JSON.parse(text) as { result: { rows: Record<string, unknown>[] } }).result;
    assert.deepEqual(
      rows.map((row) => ['slug', 'priceFirst', 'priceUnit', 'pricePer'].map((key) => row[key])),
      [
        ['host-free', 0, null, null],
        ['host-year', 1, 'hour', 'year'],
        ['host-hour', 2.49, 'hour', 'hour'],
        ['host-month', 2.5, 'hour', 'month'],
        ['host-read', 2.5, 'hour', 'month'],
        ['host-euro', 0.9, 'hour', 'hour'],
      ],
    );
  });

  it('filters, and says in which unit', async () => {
    const text = await textOf(`${list}.md?f.price.max=2.49`);
    assert.match(text, /^# Hosting on Example Chain under \$2\.49 an hour$/m);
    assert.match(text, /compares prices in USD per hour/);
    assert.deepEqual(text.match(/host-\w+(?=\|)/g), ['host-free', 'host-hour', 'host-year']);
  });

  it('shows what a month is by the hour', async () => {
    const page = (await textOf(list)).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    assert.match(page, /\$1,825 \/month \$2\.50 an hour/);
    assert.match(page, /\$2\.49 \/hour (?!\$)/);
  });

  it('draws, summarizes and describes prices by the hour', async () => {
    assert.match(await textOf(`${list}?chart=prices`), /Price of 6 offers in USD per hour/i);
    assert.match(await textOf('/networks/example/'), /free, paid from \$1 an hour/);
    assert.match(
      await textOf('/networks/example/openapi.json'),
      /unit to compare, such as `USD\/hour`/,
    );
    assert.match(await textOf('/data/datapackage.json'), /such as `hour`, `once`;/);
  });

  for (const [words, title] of [
    ['hosting under $2 an hour', 'under $2 an hour'],
    ['hosting under $1825 a month', 'under $2.5 an hour'],
    ['hosting between $10,000 and $22,000 a year', 'from $1.1415 to $2.5115 an hour'],
  ] as const)
    it(`reads “${words}”`, async () => {
      const text = await textOf(`/search.md?q=${encodeURIComponent(words)}`);
      assert.ok(text.includes(`hosting ${title}`) || text.includes(`Hosting ${title}`), text);
    });

  it('tells tools the unit', async (test) => {
    const client = await connect(service().url, test);
    const { text } = await call(client, 'list_values', { category: 'hosting', column: 'price' });
    assert.match(text, /USD per hour/);
  });
});
