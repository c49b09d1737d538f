/** Pages in each deployment: one control of each kind, and all links. `controls-*.full.test.ts` press every control. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { projectFolder } from '../support/paths.ts';
import { linksOf } from '../support/service-html.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { firstOfEachKind } from './support/control-walk.ts';
import { allNetworks, deployments, oneNetwork } from './support/deployments.ts';
import { pageTypes, testedPageTypes } from './support/page-types.ts';
import { type Reading, readings, testControls } from './support/walks.ts';

const [phone, , , desktopWithoutScript] = readings;

/** What differs between windows and deployments, as few pages as show it. */
const walks = [
  { deployment: allNetworks, reading: phone, names: ['data'] },
  { deployment: allNetworks, reading: desktopWithoutScript, names: ['toolbox-picked'] },
  { deployment: oneNetwork, reading: phone, names: ['network'] },
] as const satisfies readonly { readonly reading: Reading; readonly [key: string]: unknown }[];

describe('every kind of control', { skip: withoutBrowser }, () => {
  const { visit } = useBrowser();

  for (const deployment of deployments) {
    describe(`in a deployment of ${deployment.name}`, () => {
      const { service, get } = useService({ folder: `${projectFolder}/sources` }, deployment.environment);
      const addressOf = (path: string) => deployment.addressOf(path, service().port);

      for (const { reading, names } of walks.filter((walk) => walk.deployment === deployment)) {
        const types = pageTypes.filter(({ name }) => names.some((wanted) => wanted === name));
        for (const type of types) testControls({ reading, type, choose: firstOfEachKind }, { visit, addressOf });
      }

      it('stands beside links that lead to what is served', async () => {
        const linking = testedPageTypes.filter(({ status }) => status === undefined);
        const links = await Promise.all([...new Set(linking.map(({ path }) => addressOf(path)))].map(linksAt));
        for (const url of oneOfEachShape(links.flat())) assert.equal((await getPage(url)).status, 200, url.href);
      });

      function getPage({ pathname, search, host }: URL) {
        return get(pathname + search, { headers: { host, accept: 'text/html' } });
      }

      /** Addresses of this service that a page links to. */
      async function linksAt(address: string): Promise<URL[]> {
        const { text, status } = await getPage(new URL(address));
        assert.equal(status, 200, address);
        const urls = linksOf(text).map(({ href }) => new URL(href, address));
        return urls.filter(({ protocol, port }) => protocol === 'http:' && port === String(service().port));
      }
    });
  }
});

/** Links that differ in the values of parameters only are the same. */
function oneOfEachShape(links: readonly URL[]): readonly URL[] {
  const shapeOf = ({ origin, pathname, searchParams }: URL) =>
    `${origin}${pathname} ${[...searchParams.keys()].toSorted().join()}`;
  return [...new Map(links.map((link) => [shapeOf(link), link])).values()];
}
