/** GET /about: purpose, sources and maintainers of the directory. */

import { coverageOf, describeCoverage } from '../api/coverage.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { type PageDeps, sendPage } from './shared/page.ts';

export function aboutPage(deps: PageDeps): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { manifest } = snapshot;
    const view = {
      ...deps.publication,
      crumbs: [{ label: 'About', href: null }],
      total: describeCoverage(coverageOf(snapshot, deps.urls)),
    };
    const title = 'About this directory';
    const description = 'Purpose, data sources and maintainers of the Web3 infrastructure directory.';
    const frame = { title, description, network: null, path: '/about', manifest };
    sendPage(ctx, { template: 'about', frame, view }, deps);
  };
}
