/** GET /snapshots: the kept snapshots, whose files have permanent addresses. */
import { formatCount } from '../../common/format-count.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import type { KeptSnapshot, KeptSnapshots } from '../snapshot/kept.ts';
import type { Urls } from '../urls.ts';
import { formatBytes } from './data.ts';
import { type PageDeps, sendPage } from './shared/page.ts';

export function snapshotsPage(deps: PageDeps & { readonly kept: KeptSnapshots }): Handler {
  return async (ctx) => {
    const { manifest } = snapshotOf(ctx);
    const kept = await deps.kept.list();
    const view = presentSnapshots(kept, { current: manifest.id, urls: deps.urls });
    const description = `${formatCount(kept.length)} snapshots of the directory, each with files at permanent addresses.`;
    const json = { path: '/api/snapshots', parameters: {} };
    const frame = { title: 'Snapshots', description, network: null, path: '/snapshots', json, feed: {} };
    sendPage(ctx, { template: 'snapshots', frame, view }, deps);
  };
}

function presentSnapshots(
  kept: readonly KeptSnapshot[],
  { current, urls }: { readonly current: string; readonly urls: Urls },
) {
  return {
    crumbs: [
      { label: 'Data', href: urls.href(null, null, '/data') },
      { label: 'Snapshots', href: null },
    ],
    snapshots: kept.map(({ id, generatedAt, rows, providers, networks, bytes }) => ({
      id,
      generatedAt,
      built: `${generatedAt.slice(0, 10)} ${generatedAt.slice(11, 16)} UTC`,
      isCurrent: id === current,
      rows: formatCount(rows),
      providers: formatCount(providers),
      networks: formatCount(networks),
      size: formatBytes(bytes),
      manifest: urls.href(null, null, urls.filePath(id, snapshotPaths.manifest)),
    })),
    example: urls.to(null, urls.filePath(current, snapshotPaths.rows('apis'))),
  };
}
