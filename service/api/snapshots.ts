/** GET /api/snapshots: the snapshots that are kept, newest first. */
import { z } from 'zod';
import { snapshotPaths } from '../../model/manifest.ts';
import { snapshotOf } from '../http/context.ts';
import { assertNoParameters } from '../query/params.ts';
import { countHeader, setTotalCount } from './lists.ts';
import { type Resource, sendJson } from './resource.ts';
import { timestampShape, uriShape } from './shapes.ts';

const snapshotShape = z
  .object({
    id: z.string(),
    generatedAt: timestampShape,
    current: z.boolean(),
    rows: z.int(),
    providers: z.int(),
    networks: z.int(),
    bytes: z.int().describe('Size of all files.'),
    manifest: uriShape.describe('Lists the files with their sizes and SHA-256 hashes. Their addresses begin alike.'),
  })
  .meta({ id: 'Snapshot' });

const snapshotsShape = z.object({ result: z.object({ snapshots: z.array(snapshotShape) }) });

export const snapshots: Resource = {
  path: '/api/snapshots',
  operationId: 'listSnapshots',
  summary: 'List the kept snapshots, newest first.',
  parameters: [],
  content: { 'application/json': snapshotsShape },
  headers: countHeader,
  handler:
    ({ urls, kept, holder }) =>
    async (ctx) => {
      assertNoParameters(ctx.querystring);
      const { manifest } = snapshotOf(ctx);
      // The request can name another snapshot than the current one.
      const current = holder.current?.manifest.id ?? manifest.id;
      const listed = (await kept.list()).map(({ files: _, folder: __, ...snapshot }) => ({
        ...snapshot,
        current: snapshot.id === current,
        manifest: urls.to(null, urls.filePath(snapshot.id, snapshotPaths.manifest)),
      }));
      setTotalCount(ctx, listed.length);
      const answer: z.infer<typeof snapshotsShape> = { result: { snapshots: listed } };
      sendJson(ctx, JSON.stringify(answer));
    },
};
