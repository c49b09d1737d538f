/** GET /about: purpose, sources and maintainers of the directory. */
import { type Handler, snapshotOf } from '../http/context.ts';
import { totalOf } from './home.ts';
import { type PageDeps, sendPage } from './shared/page.ts';

export function aboutPage(deps: PageDeps): Handler {
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    const view = {
      crumbs: [{ label: 'About', href: null }],
      total: totalOf(manifest.metrics, catalog.networks.size),
    };
    const title = 'About this directory';
    const description = 'Purpose, data sources and maintainers of the Web3 infrastructure directory.';
    const frame = { title, description, network: null, path: '/about', manifest };
    sendPage(ctx, { template: 'about', frame, view }, deps);
  };
}
