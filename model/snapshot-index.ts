/** index.json: the snapshots that an origin has, for followers that copy them. */
import * as z from 'zod';
import { manifestFileSchema, snapshotIdPattern } from './manifest.ts';

/** Beside the folder `snapshots/` of a build folder; a service has it below `/snapshots/`. */
export const indexName = 'index.json';

/**
 * Incremented when followers of the previous version cannot read the index. They refuse other
 * versions.
 */
export const indexVersion = 1;

/** More than a build folder keeps in a hundred years. */
const maxSnapshots = 5000;
export const maxIndexBytes = 4 * 1024 * 1024;

const indexedSchema = z
  .object({
    id: z.string().regex(snapshotIdPattern),
    generatedAt: z.iso.datetime({ precision: 3 }).describe('ISO 8601, UTC, with milliseconds.'),
    manifest: manifestFileSchema
      .pick({ path: true, bytes: true, sha256: true })
      .extend({ path: manifestFileSchema.shape.path.describe('Relative to `index.json`.') })
      .describe('File `manifest.json` of the snapshot. The files that it lists are beside it.'),
  })
  .refine(
    ({ id, manifest }) =>
      manifest.path === `snapshots/${id}/manifest.json` || manifest.path === `${id}/manifest.json`,
    {
      error: 'the path of a manifest is [snapshots/]<id>/manifest.json',
    },
  );

export const snapshotIndexSchema = z
  .object({
    version: z.literal(indexVersion),
    current: z.string().describe('Id of the snapshot that is served.'),
    snapshots: z.array(indexedSchema).max(maxSnapshots).describe('The last published one first.'),
  })
  .refine(({ snapshots }) => new Set(snapshots.map(({ id }) => id)).size === snapshots.length, {
    error: 'it lists a snapshot twice',
  })
  .refine(({ current, snapshots }) => snapshots.some(({ id }) => id === current), {
    error: 'the current snapshot is not listed',
  });

export type IndexedSnapshot = z.infer<typeof indexedSchema>;
export type SnapshotIndex = z.infer<typeof snapshotIndexSchema>;

/**
 * The ids, the last published one first. Ids that an index does not know yet were published after
 * those that it knows. Their dates do not decide, because a clock may have been years ahead.
 * `known`: the order of an index.
 */
export function newestFirst(ids: readonly string[], known: readonly string[]): readonly string[] {
  const places = new Map(known.map((id, place) => [id, place]));
  const placeOf = (id: string) => places.get(id) ?? -1;
  return ids.toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? 1 : -1));
}
