/** GET /about: purpose, sources and maintainers of the directory. */
import { formatCount } from '../../common/format-count.ts';
import { coverageOf, describeCoverage } from '../api/coverage.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { siteOf } from '../site.ts';
import type { ProbeCount } from '../snapshot/probes.ts';
import { page } from './shared/definition.ts';
import { type PageDeps, sendPage } from './shared/page.ts';

const kinds: Readonly<Record<ProbeCount['kind'], string>> = {
  endpoint: 'RPC endpoints',
  mcp: 'MCP servers',
  link: 'links',
  quotation: 'quoted prices and facts',
};

/** `3 of 22 RPC endpoints`; null until a probe has confirmed something. */
function describeProbes(counts: readonly ProbeCount[]): string | null {
  if (counts.every(({ confirmed }) => confirmed === 0)) return null;
  return counts
    .map(
      ({ kind, targets, confirmed }) =>
        `${formatCount(confirmed)} of ${formatCount(targets)} ${kinds[kind]}`,
    )
    .join(', ');
}

function aboutPage(deps: PageDeps): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const view = {
      about: siteOf(snapshot).description,
      stripsReferrals: siteOf(snapshot).referrals === 'strip',
      sourceUrl: deps.publication.sourceUrl,
      crumbs: [{ label: 'About', href: null }],
      gateway: snapshot.catalog.hasGateway ? deps.urls.href(null, null, '/mcp-gateway') : null,
      total: describeCoverage(coverageOf(snapshot, deps.urls)),
      probed: describeProbes(snapshot.probes.counts),
    };
    const title = 'About this directory';
    const description = `Purpose, data sources and maintainers: ${siteOf(snapshot).name}.`;
    const frame = { title, description, network: null, path: '/about' };
    sendPage(ctx, { template: 'about', frame, view }, deps);
  };
}

export const about = page({
  name: 'about',
  path: '/about',
  on: 'site',
  parameters: [],
  handler: aboutPage,
  sitemap: 'build',
  navigation: { label: 'About', isInFooter: true },
  asked: [
    {
      phrases: ['who publishes', 'publisher', 'who runs this', 'who maintains', 'who owns this'],
      label: 'Publisher of this directory',
      fragment: 'publisher',
    },
    {
      phrases: [
        'wrong price',
        'wrong data',
        'is wrong',
        'report an error',
        'report error',
        'report wrong',
      ],
      label: 'Report an error',
      fragment: 'report',
    },
  ],
  operation: {
    operationId: 'readAboutPage',
    summary: 'Purpose and maintainers of the directory.',
    isPublished: true,
  },
  example: '/about',
});
