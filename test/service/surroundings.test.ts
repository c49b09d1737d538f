/**
 * What a service answers does not depend on where it runs, and an answer has all that it says where
 * the directory has little.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { isOn } from '../../service/api/address.ts';
import { listed } from '../../service/routes.ts';
import { directory } from '../support/directory.ts';
import { projectFolder } from '../support/paths.ts';
import { trees } from '../support/published-changes.ts';
import { asBrowser } from '../support/service-get.ts';
import { textOf } from '../support/service-html.ts';
import { buildFolder, openCurrent, startService, useService } from '../support/service-server.ts';
import { readTree, writeTree } from '../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

/** Near midnight in UTC: another day on both sides of it. */
const moments = ['2026-01-02T23:30:00.000Z', '2026-01-04T00:20:00.000Z'];
const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'];
const addresses =
  `/ /changes /changes.md /changes.atom /changes.json /data /snapshots /about /sitemap.xml /sitemap-site.xml /api/snapshots /providers/p03 /data/manifest.json
/api/changes?since=2026-01-04 /api/changes?until=2026-01-03 /api/changes?since=2026-01-04&until=2026-01-04 /changes?since=2026-01-04 /networks/aria/toolbox/apis
/networks/aria/toolbox/apis.md /api/export?category=apis&format=csv /networks/aria/changes`.split(
    /\s+/,
  );

describe('a service in another time zone', () => {
  const cleanUp = afterAll();
  const own = process.env.TZ;
  after(() => {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  });

  const answersIn = async (zone: string, build: string): Promise<readonly string[]> => {
    process.env.TZ = zone;
    const service = await startService({
      snapshot: await openCurrent(build),
      environment: { SITE_URL: 'https://directory.example' },
    });
    const texts: string[] = [];
    for (const address of addresses) {
      const { status, text, headers } = await service.get(address, asBrowser);
      assert.equal(status, 200, address);
      texts.push(`${address} ${headers['content-disposition'] ?? ''}\n${text}`);
    }
    await service.close();
    return texts;
  };

  it('answers the same, with the days of UTC', async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    for (const [at, moment] of moments.entries()) {
      await writeTree(sources, trees[at] ?? {});
      await buildFolder(sources, build, new Date(moment));
    }
    const answers: (readonly string[])[] = [];
    for (const zone of zones) answers.push(await answersIn(zone, build));
    const [here = [], ...elsewhere] = answers;
    for (const texts of elsewhere) assert.deepEqual(texts, here);
    assert.match(textOf(here[1] ?? ''), /4 January 2026/);
    assert.doesNotMatch(textOf(here[1] ?? ''), /[35] January 2026/);
    const all = '<a class="chip-off" href="/changes?since=';
    assert.ok(here[1]?.includes(`${all}2025-12-28">Last 7 days</a>`));
    assert.ok(here[1]?.includes(`${all}2025-12-05">Last 30 days</a>`));
    assert.match(here.join('\n'), /filename="[a-z-]+-2026-01-04\.csv"/);
  });
});

/** No price, endpoint, server, history, probe or logo; one network of one chain. */
const starter = readTree(path.join(projectFolder, 'docs/starter'));
const hole =
  /undefined|NaN|\bnull\b|Infinity|\[object|\b1 (?:offers|providers|networks|chains|changes|listings|endpoints|servers|columns|results|rows)\b/;

for (const [what, tree, { network, category, provider }] of [
  ['that has little', starter, { network: 'example', category: 'hosting', provider: 'north' }],
  ['of ours', directory, { network: 'cela', category: 'explorers', provider: 'p03' }],
] as const)
  describe(`a directory ${what}`, () => {
    const { get } = useService(tree);
    for (const page of listed.pages)
      it(`has a word for everything on ${page.path}`, async () => {
        const bases = (['site', 'network'] as const).filter((base) => isOn(page, base));
        for (const base of bases) {
          const given = page.path.replace('{category}', category).replace('{slug}', provider);
          const address = `${base === 'site' ? '' : `/networks/${network}`}${given}`;
          const { status, text } = await get(address, asBrowser);
          assert.ok(
            status === 200 || /\{|gateway|compare|rpc-endpoints/.test(address),
            `${status} ${address}`,
          );
          const prose = text.replaceAll(/<(textarea|pre|code)\b.*?<\/\1>/gs, '');
          assert.doesNotMatch(textOf(prose), hole, address);
        }
      });
  });
