/** Operations of the files of snapshots. */
import * as z from 'zod';
import { manifestFileSchema, manifestSchema, snapshotPaths } from '../../../model/manifest.ts';
import { snapshotIndexSchema } from '../../../model/snapshot-index.ts';
import type { Described } from '../../api/resource.ts';
import { inPath } from '../../questions/parameters.ts';

/** As the file has it: only tables have a number of rows. */
const manifest = manifestSchema.extend({
  files: z.array(manifestFileSchema.extend({ rows: z.int().nonnegative().optional() })),
});
const parquet = { 'application/vnd.apache.parquet': z.string().meta({ format: 'binary' }) };
const json = { 'application/json': manifest };

function file(
  path: string,
  operationId: string,
  summary: string,
  more: Partial<Described> = {},
): Described {
  return { path, operationId, kind: 'file', summary, parameters: {}, content: parquet, ...more };
}

const inKept = { id: inPath.snapshotId };
const [rows, table] = [{ category: inPath.category }, { table: inPath.table }];
const rowsPath = snapshotPaths.rows('{category}');

/** Of the current snapshot. */
export const currentFiles: readonly Described[] = [
  file(
    `/data/${snapshotPaths.manifest}`,
    'readManifest',
    'Identity, counts and files of the snapshot.',
    { content: json },
  ),
  file(`/data/${rowsPath}`, 'downloadRows', 'All rows of a category, {{on}} all {{networks}}.', {
    inPath: rows,
  }),
  file(
    '/data/{table}.parquet',
    'downloadTable',
    'All providers, {{networks}}, categories, columns, ready sets or changes.',
    { inPath: table },
  ),
];

export const snapshotIndex: readonly Described[] = [
  {
    path: '/snapshots/index.json',
    operationId: 'readSnapshotIndex',
    kind: 'json',
    summary:
      'The kept snapshots with the hashes of their manifests, and which one is current. Followers copy them.',
    parameters: {},
    content: { 'application/json': snapshotIndexSchema },
  },
];

/** Of a kept snapshot. */
export const keptFiles: readonly Described[] = [
  file(snapshotPaths.manifest, 'readSnapshotManifest', 'Identity, counts and files of a snapshot', {
    content: json,
  }),
  file(rowsPath, 'downloadSnapshotRows', 'All rows of a category in a snapshot', { inPath: rows }),
  file('{table}.parquet', 'downloadSnapshotTable', 'A table of a snapshot', { inPath: table }),
].map((kept) => ({
  ...kept,
  path: `/snapshots/{id}/${kept.path}`,
  summary: `${kept.summary}, at an address that keeps its content.`,
  inPath: { ...inKept, ...kept.inPath },
}));
