/** Every control of every page type in each deployment, on a phone and a desktop, with script and without. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { everyNth, unbounded } from '../support/lane.ts';
import { projectFolder } from '../support/paths.ts';
import { linksOf } from '../support/service-html.ts';
import { type Built, buildFolder, openCurrent, startService, type TestService } from '../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { pressControls } from './support/control-walk.ts';
import { allNetworks, type Deployment, hostPerNetwork, oneNetwork } from './support/deployments.ts';
import { pageTypes, testedPageTypes } from './support/page-types.ts';

interface Screen {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly hasTouch: boolean;
}

const phone: Screen = { name: 'phone', viewport: { width: 360, height: 740 }, hasTouch: true };
const desktop: Screen = { name: 'desktop', viewport: { width: 1440, height: 900 }, hasTouch: false };

/** A part of the matrix: one deployment with everything, and what differs in the others. */
interface Part {
  readonly deployment: Deployment;
  readonly screen: Screen;
  readonly script: boolean;
  readonly pages: readonly string[];
}

const served = pageTypes.filter(({ status }) => status === undefined).map(({ name }) => name);
const parts: readonly Part[] = [
  {
    deployment: allNetworks,
    screen: phone,
    script: true,
    pages: everyNth(2, ['home', 'providers', 'toolbox', 'network', 'compare', 'data']),
  },
  { deployment: allNetworks, screen: phone, script: false, pages: ['toolbox-wallets'] },
  { deployment: oneNetwork, screen: phone, script: true, pages: ['network', 'about'] },
  ...(unbounded ? [{ deployment: hostPerNetwork, screen: desktop, script: true, pages: ['toolbox-wallets'] }] : []),
];
/** Pages whose links are followed. */
const linking = testedPageTypes.map(({ name }) => name).filter((name) => served.includes(name));
const deployments = [...new Set(parts.map(({ deployment }) => deployment))];

describe('every control', { skip: withoutBrowser }, () => {
  const cleanUp = afterAll();
  const { visit } = useBrowser();
  let built: Built;
  before(async () => {
    built = await buildFolder(`${projectFolder}/sources`, `${await makeTemporaryFolder(cleanUp)}/build`);
  });

  for (const deployment of deployments) {
    describe(`in a deployment of ${deployment.name}`, () => {
      let service: TestService;
      const addressOf = (page: string) => {
        const { path = '/' } = pageTypes.find(({ name }) => name === page) ?? {};
        return deployment.addressOf(path, service.port);
      };
      before(async () => {
        service = await startService({ snapshot: await openCurrent(built.build), environment: deployment.environment });
      });
      after(() => service.close());

      for (const { screen, script, pages } of parts.filter((part) => part.deployment === deployment)) {
        const { name, ...window } = screen;
        it(`does what it says on a ${name} ${script ? 'with' : 'without'} script, and the page shows its address`, async () => {
          await visit({ ...window, javaScriptEnabled: script }, async (page) => {
            page.setDefaultTimeout(10_000);
            for (const address of new Set(pages.map(addressOf))) {
              const pressed = await pressControls({ page, script, address, thorough: false });
              assert.ok(pressed > 0, address);
            }
          });
        });
      }

      it('stands beside links that lead to what is served', async () => {
        const links = await Promise.all([...new Set(linking.map(addressOf))].map(linksAt));
        for (const url of oneOfEachShape(links.flat())) assert.equal((await get(url)).status, 200, url.href);
      });

      function get({ pathname, search, host }: URL) {
        return service.get(pathname + search, { headers: { host, accept: 'text/html' } });
      }

      /** Addresses of this service that a page links to. */
      async function linksAt(address: string): Promise<URL[]> {
        const { text, status } = await get(new URL(address));
        assert.equal(status, 200, address);
        const urls = linksOf(text).map(({ href }) => new URL(href, address));
        return urls.filter(({ protocol, port }) => protocol === 'http:' && port === String(service.port));
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
