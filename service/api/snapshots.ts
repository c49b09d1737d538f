/**
 * GET /api/snapshots: the snapshots that are kept, newest first. GET /snapshots/index.json: the
 * same for followers.
 */
import * as z from 'zod';
import { snapshotPaths } from '../../model/manifest.ts';
import { indexVersion, type SnapshotIndex } from '../../model/snapshot-index.ts';
import { HttpError } from '../errors.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { sendJson } from '../http/respond.ts';
import type { KeptSnapshot, KeptSnapshots } from '../snapshot/kept.ts';
import { countHeader, setTotalCount } from './lists.ts';
import { resource } from './resource.ts';
import { timestampShape, uriShape } from './shapes.ts';

const snapshotShape = z
  .object({
    id: z.string().describe('Value of the parameter `snapshot`.'),
    generatedAt: timestampShape,
    current: z.boolean().describe('Whether answers without the parameter `snapshot` come from it.'),
    rows: z.int(),
    providers: z.int(),
    networks: z.int(),
    bytes: z.int().describe('Size of all files.'),
    manifest: uriShape.describe(
      'Lists the files with their sizes and SHA-256 hashes. Their addresses begin alike.',
    ),
  })
  .meta({ id: 'Snapshot' });

const snapshotsShape = z.object({ result: z.object({ snapshots: z.array(snapshotShape) }) });

export const snapshots = resource({
  path: '/api/snapshots',
  operationId: 'listSnapshots',
  summary: 'List the kept snapshots, the last published one first.',
  parameters: {},
  content: { 'application/json': snapshotsShape },
  headers: countHeader,
  answer: async (_, { snapshot: { manifest }, urls }, { ctx, kept, holder }) => {
    // The request can name another snapshot than the current one.
    const current = holder.current?.manifest.id ?? manifest.id;
    const listed = (await kept.list()).map(({ files: __, folder: ___, ...snapshot }) => ({
      ...snapshot,
      current: snapshot.id === current,
      manifest: urls.to(null, urls.filePath(snapshot.id, snapshotPaths.manifest)),
    }));
    setTotalCount(ctx, listed.length);
    const answer: z.infer<typeof snapshotsShape> = { result: { snapshots: listed } };
    return JSON.stringify(answer);
  },
});

/** What index.json of a build folder says, with the snapshot that is served as the current one. */
export function serveIndex({ kept }: { readonly kept: KeptSnapshots }): Handler {
  return async (ctx) => {
    const current = snapshotOf(ctx).manifest.id;
    const snapshots = await kept.list();
    if (!snapshots.some(({ id }) => id === current))
      throw new HttpError(
        503,
        'not-ready',
        `the folder of the current snapshot ${current} was removed`,
      );
    const index: SnapshotIndex = {
      version: indexVersion,
      current,
      snapshots: snapshots.map(toIndexed),
    };
    sendJson(ctx, JSON.stringify(index));
  };
}

function toIndexed({ id, generatedAt, files }: KeptSnapshot): SnapshotIndex['snapshots'][number] {
  const { bytes = 0, sha256 = '' } = files.get(snapshotPaths.manifest) ?? {};
  return { id, generatedAt, manifest: { path: `${id}/${snapshotPaths.manifest}`, bytes, sha256 } };
}
