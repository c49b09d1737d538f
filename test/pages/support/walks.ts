/** Tests that press controls: one for each window and page, in a deployment of the project's own sources. */
import { describe, it } from 'node:test';
import { projectFolder } from '../../support/paths.ts';
import { useService } from '../../support/service-server.ts';
import { useBrowser, withoutBrowser } from './chromium.ts';
import { pressControls, shareOf, type Walk } from './control-walk.ts';
import type { Deployment } from './deployments.ts';
import { type PageType, pageTypes, short, templateOf } from './page-types.ts';

export interface Reading {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly hasTouch: boolean;
  readonly javaScriptEnabled: boolean;
}

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 }, hasTouch: false };

/** A phone and a desktop, with script and without. */
export const readings = [
  { name: 'on a phone with script', ...phone, javaScriptEnabled: true },
  { name: 'on a phone without script', ...phone, javaScriptEnabled: false },
  { name: 'on a desktop with script', ...desktop, javaScriptEnabled: true },
  { name: 'on a desktop without script', ...desktop, javaScriptEnabled: false },
] as const satisfies readonly Reading[];

export interface PressedPage {
  readonly reading: Reading;
  readonly type: PageType;
  readonly choose: Walk['choose'];
}

/** Inside a `describe` with a service of the deployment. */
export function testControls(
  { reading, type, choose }: PressedPage,
  { visit, addressOf }: Pick<ReturnType<typeof useBrowser>, 'visit'> & { readonly addressOf: (path: string) => string },
): void {
  const { name, ...window } = reading;
  it(`${type.name} ${name}: each does what it says, and the page shows its address`, async () => {
    await visit(window, async (page) => {
      page.setDefaultTimeout(15_000);
      const walk = { page, script: window.javaScriptEnabled, address: addressOf(type.path), choose };
      await pressControls(type.status === undefined ? walk : { ...walk, status: type.status });
    });
  });
}

/** `npm run controls` presses every control, which takes a quarter of an hour. */
const isWhole = process.env.CONTROLS === 'all';

/** At most two pages of a template. */
const differentPages = pageTypes.filter(({ name }, at) => {
  const before = pageTypes.slice(0, at).map((other) => templateOf(other.name));
  return before.filter((template) => template === templateOf(name)).length < 2;
});

/**
 * All pages of a deployment, in all windows. With `CONTROLS=all`, each window presses controls of all kinds, and the windows of all
 * deployments together press every control. Otherwise windows and deployments take turns: each page is tested in one
 * window of one deployment, and every second window presses controls of all kinds. `number`: of the deployment, among `count`.
 */
export function describeAllControls(
  deployment: Deployment,
  { number, count }: { number: number; count: number },
): void {
  describe(`every control in a deployment of ${deployment.name}`, { skip: withoutBrowser }, () => {
    const { service } = useService(`${projectFolder}/sources`, deployment.environment);
    const { visit } = useBrowser();
    const addressOf = (path: string) => deployment.addressOf(path, service().port);
    for (const [at, reading] of readings.entries()) {
      const [turn, turns] = [number * readings.length + at, count * readings.length];
      // Every window of a deployment presses all kinds, or every second one does.
      const choose = shareOf(turn, isWhole ? turns : 4 * turns, isWhole || (number + at) % 2 === 0);
      const types = (isWhole ? pageTypes : differentPages)
        .map(short)
        .filter((_, page) => isWhole || page % turns === turn);
      for (const type of types) testControls({ reading, type, choose }, { visit, addressOf });
    }
  });
}
