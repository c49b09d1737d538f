/** Presses the controls of every kind of page in three deployments, on a phone and a desktop, with script and without. */
import { describe, it } from 'node:test';
import { directory } from '../support/directory.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { type Control, firstOfEachKind, pressControls } from './support/controls.ts';
import { templateOf, testedPageTypes } from './support/page-types.ts';
import { desktop, phone } from './support/reader.ts';

const network = '/networks/ethereum';

/** `{port}` stands for the port of the service. `addressOf`: of a path that is written as in the first deployment. */
const deployments = [
  { name: 'all networks by path', environment: {}, addressOf: (path: string) => `http://localhost:{port}${path}` },
  {
    name: 'one network',
    environment: { ONLY_NETWORK: 'ethereum' },
    addressOf: (path: string) => `http://localhost:{port}${path.replace(`${network}/`, '/')}`,
  },
  {
    // Browsers resolve `*.localhost` to this machine.
    name: 'a host for each network, and the site below a prefix',
    environment: {
      SITE_URL: 'http://localhost:{port}/directory',
      NETWORK_URL_TEMPLATE: 'http://{network}.localhost:{port}',
    },
    addressOf: (path: string) =>
      path.startsWith(`${network}/`)
        ? `http://ethereum.localhost:{port}${path.slice(network.length)}`
        : `http://localhost:{port}/directory${path}`,
  },
];

const readings = [phone, desktop].flatMap((window) =>
  [true, false].map((javaScriptEnabled) => ({ ...window, javaScriptEnabled })),
);

/** `npm run controls` presses every control, which takes half an hour. */
const isWhole = process.env.CONTROLS === 'all';

/** At most two pages of a template. */
const differentPages = testedPageTypes.filter((type, at, all) => {
  const before = all.slice(0, at).filter((other) => templateOf(other) === templateOf(type));
  return before.length < 2;
});

/**
 * All windows of all deployments take turns with the pages and their controls. Every second window also presses the first control of
 * each kind that no page before had. With `CONTROLS=all` each window opens every page, and all of them together press every control.
 */
const turns = deployments.length * readings.length;

function controlsOf(turn: number, pressesAllKinds: boolean): (controls: readonly Control[]) => readonly Control[] {
  const known = new Set<number>();
  const shares = isWhole ? turns : 4 * turns;
  return (controls) => {
    const first = new Set(pressesAllKinds ? firstOfEachKind(controls).filter(({ kind }) => !known.has(kind)) : []);
    for (const { kind } of first) known.add(kind);
    return controls.filter((control, at) => first.has(control) || at % shares === turn);
  };
}

for (const [number, { name, environment, addressOf }] of deployments.entries())
  describe(`every control in a deployment of ${name}`, { skip: withoutBrowser }, () => {
    const used = useService(directory, environment);
    const { visit } = useBrowser(used);
    for (const [at, reading] of readings.entries()) {
      const turn = number * readings.length + at;
      const choose = controlsOf(turn, isWhole || (number + at) % 2 === 0);
      const { viewport, javaScriptEnabled: script } = reading;
      const types = (isWhole ? testedPageTypes : differentPages).filter((_, page) => isWhole || page % turns === turn);
      for (const { name: page, path, status } of types)
        it(`of ${page} at ${viewport.width} px ${script ? 'with' : 'without'} script does what it says`, async () => {
          await visit(reading, async (window) => {
            const address = addressOf(path).replace('{port}', String(used.service().port));
            await pressControls({ page: window, script, address, status, choose });
          });
        });
    }
  });
