/** The directory that `make init` begins: nothing is said of it that its sources do not say. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { png, svg } from '../support/images.ts';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { readTree } from '../support/source-tree.ts';

const starter = readTree(path.join(projectFolder, 'docs/starter'));
const images = {
  'references/providers/images/host.svg': svg,
  'references/providers/images/share.png': png,
};
const site = `${String(starter['meta/site.csv']).trimEnd().replace(/,,$/, '#2f6f8f,host.svg,share.png')}\n`;
const column = 'seals,Seals,,Marks of auditors.,,,,,array,,string,true,,"[""providers""]",,false';
const named = {
  ...starter,
  'meta/site.csv': site,
  'meta/columns.csv': `${starter['meta/columns.csv']}${column}\n`,
  'references/providers/providers.csv': `slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag,seals
north,North Nodes,,"Runs nodes in two places, by the month.",,,,,,,,,FALSE,,"[""SOC 2"",""ISO <27001>""]"
tidal,Tidal,,Keeps validators for a fee.,,,,,,,,,FALSE,,
`,
  ...images,
};
const unnamed = Object.fromEntries(
  Object.entries(starter).filter(([file]) => file !== 'meta/site.csv'),
);
const ours = /web3 infra|chain\.?love|CC[ -]BY|mcp-gateway/i;
const paths =
  `/ /about /data /changes /providers /search?q=north /networks/example/ /networks/example/toolbox/hosting /networks/example/providers/north
  /llms.txt /llms-full.txt /networks/example/llms.txt /openapi.json /networks/example/openapi.json /changes.atom /changes.json /opensearch.xml /sitemap-site.xml
  /.well-known/ai-catalog.json /.well-known/api-catalog /.well-known/agent-skills/index.json /mcp/server-card /mcp/server.json /data/datapackage.json
  /data/dataset.jsonld /data/manifest.json`.split(/\s+/);

for (const [tree, name, skill] of [
  [named, 'Hosting', 'hosting-directory'],
  [unnamed, 'Directory', 'directory-of-providers'],
] as const)
  describe(`another directory, named ${name}`, () => {
    const { get } = useService(tree);
    for (const target of [...paths, `/.well-known/agent-skills/${skill}/SKILL.md`])
      it(`says nothing of ours at ${target}`, async () => {
        const { status, text, headers } = await get(target);
        assert.equal(status, 200);
        assert.doesNotMatch(`${JSON.stringify(headers)}${text}`, ours);
        if (!text.startsWith('<!DOCTYPE html>')) return;
        assert.match(text, new RegExp(`<title>[^<]* - ${name}</title>`));
        const shown = Array.from(
          text.matchAll(/(?:class="brand-mark" src|rel="icon" href)="[^"]*\/([^"?]*)\?v=/g),
          ([, file]) => file,
        );
        assert.deepEqual(
          shown,
          name === 'Hosting' ? ['host.svg', 'host.svg'] : ['icon.svg', 'icon.svg'],
        );
      });

    it('has its own icon and colour', async () => {
      const [icon, styles] = [await get('/favicon.ico'), await get('/assets/style.css')];
      assert.equal(icon.headers['content-type'], 'image/svg+xml');
      assert.match(icon.text, name === 'Hosting' ? /^<svg xmlns[^>]*><path/ : />DI<\/text>/);
      assert.equal(styles.text.includes('from #2f6f8f'), name === 'Hosting');
    });

    it('tells the columns of its own that providers have', async () => {
      const tells = async (target: string, words: string) =>
        (await get(target)).text.includes(words);
      for (const [target, words] of [
        ['/api/providers/north', '"seals":["SOC 2","ISO <27001>"]'],
        ['/networks/example/api/infrastructure-providers/providers/tidal', '"seals":null'],
        ['/openapi.json', '"seals":{'],
        ['/networks/example/openapi.json', '"seals":{'],
        ['/providers/north', '<dt>Seals</dt><dd>SOC 2<br>ISO &lt;27001&gt;'],
        ['/providers/north.md', 'Seals: SOC 2, ISO'],
        ['/data', 'Marks of auditors.'],
        ['/data/datapackage.json', '"Marks of auditors."'],
      ] as const)
        assert.equal(await tells(target, words), name === 'Hosting', target);
    });

    it('has no MCP gateway, which needs the category of MCP servers', async () => {
      for (const form of ['', '.json', '.md'])
        assert.equal((await get(`/mcp-gateway${form}`)).status, 404);
    });
  });
