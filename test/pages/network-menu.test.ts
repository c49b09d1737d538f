import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { Templates } from '../../service/pages/shared/templates.ts';
import { maxNetworks, renderNetworks } from '../../service/pages/toolbox/networks.ts';
import { parseView } from '../../service/query/view.ts';
import type { Snapshot } from '../../service/snapshot/snapshot.ts';
import { Urls } from '../../service/urls.ts';
import { projectFolder } from '../support/paths.ts';
import { buildTree, openCurrent } from '../support/service-server.ts';
import { tinyTree, toCsv } from '../support/service-tiny-sources.ts';
import { afterAll } from '../support/temporary-folder.ts';

const site = 'https://dir.test';
const urls = new Urls({ siteUrl: site, networkUrlTemplate: `${site}/n/{network}`, onlyNetwork: null });
const cleanUp = afterAll();

describe('The menu of networks', () => {
  const keys = Array.from({ length: maxNetworks + 5 }, (_, at) => `net-${String(at).padStart(3, '0')}`);
  const plan = { planType: 'Free', apiType: 'RPC', technology: 'EVM JSON-RPC', starred: false, trial: false };
  const listings = keys.map((key, at) => {
    // The first networks have two listings, the last five one.
    const slugs = at < maxNetworks ? ['first', 'second'] : ['first'];
    const records = slugs.map((slug) => ({ ...plan, slug, provider: 'Beacon', chain: 'mainnet', planName: slug }));
    return [`listings/specific-networks/${key}/apis.csv`, toCsv(records)];
  });
  const networks = keys.map((key) => `${key},${key.toUpperCase()},,https://docs.${key}.example/,\n`).join('');
  let snapshot: Snapshot;
  let templates: Templates;

  before(async () => {
    const tree = { ...tinyTree, ...Object.fromEntries(listings) };
    const table = String(tinyTree['meta/networks.csv']);
    const { build, checked } = await buildTree(cleanUp, { ...tree, 'meta/networks.csv': `${table}${networks}` });
    assert.equal(checked.hasErrors, false);
    snapshot = await openCurrent(build);
    templates = await Templates.read(path.join(projectFolder, 'templates'));
  });

  function menuOf(network: string, category: string) {
    const view = parseView(category, '', snapshot.catalog);
    const html = renderNetworks({ snapshot, network, view, sprite: '/icons.svg' }, { templates, urls });
    const [list = '', after = ''] = html.split('</ul>');
    return { linked: Array.from(list.matchAll(/<a href="\/n\/([^/]+)\//g), ([, key]) => key), list, after };
  }

  it('lists the networks with most listings, and leads to all', () => {
    const { linked, after } = menuOf('net-003', 'apis');
    assert.equal(linked.length, maxNetworks);
    assert.ok(!linked.includes(keys.at(-1)));
    assert.ok(after.includes(`<a href="/#all">All ${keys.length + 4} networks</a>`), after);
  });

  it('has the network of the page, however few listings it has', () => {
    const { linked, list } = menuOf(keys.at(-1) ?? '', 'apis');
    assert.equal(linked.length, maxNetworks + 1);
    assert.match(list, new RegExp(`/n/${keys.at(-1)}/toolbox/apis" aria-current="page"`));
  });

  it('leads nowhere else if it has all networks', () => {
    const { linked, after } = menuOf('aria', 'explorers');
    assert.ok(linked.length > 1);
    assert.ok(!after.includes('<a'), after);
  });
});
