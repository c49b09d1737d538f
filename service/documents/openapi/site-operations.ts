/** Pages, texts and files of the site that its OpenAPI document describes beside the API. */
import { z } from 'zod';
import { manifestFileSchema, manifestSchema, snapshotPaths } from '../../../model/manifest.ts';
import { snapshotIndexSchema } from '../../../model/snapshot-index.ts';
import type { Described } from './operations.ts';

const text = z.string();
const binary = z.string().meta({ format: 'binary' });
/** As the file has it: only tables have a number of rows. */
const manifest = manifestSchema.extend({
  files: z.array(manifestFileSchema.extend({ rows: z.int().nonnegative().optional() })),
});
const parquet = { 'application/vnd.apache.parquet': binary };

/** Texts of the published interface, in its order. */
export const siteTexts: readonly Described[] = [
  {
    path: '/llms.txt',
    operationId: 'getLlmsText',
    kind: 'text',
    tag: 'AI Context',
    summary: 'Overview, key pages and entity facts.',
    parameters: [],
    content: { 'text/plain': text },
  },
  {
    path: '/llms-full.txt',
    operationId: 'getLlmsFullText',
    kind: 'text',
    tag: 'AI Context',
    summary: 'Detailed entity facts for citation.',
    parameters: [],
    content: { 'text/plain': text },
  },
  {
    path: '/mcp-gateway',
    operationId: 'readMcpGatewayPage',
    kind: 'page',
    summary: 'How agents discover and run MCP servers.',
    parameters: [],
    content: { 'text/html': text },
  },
  {
    path: '/about',
    operationId: 'readAboutPage',
    kind: 'page',
    summary: 'Purpose and maintainers of the directory.',
    parameters: [],
    content: { 'text/html': text },
  },
];

/** The files of snapshots, and the pages that list them. */
export const siteData: readonly Described[] = [
  {
    path: '/data',
    operationId: 'readDataPage',
    kind: 'page',
    summary: 'The files of the snapshot, the data dictionary and example queries.',
    parameters: [],
    content: { 'text/html': text },
  },
  {
    path: `/data/${snapshotPaths.manifest}`,
    operationId: 'readManifest',
    kind: 'file',
    summary: 'Identity, counts and files of the snapshot.',
    parameters: ['range', 'ifMatch'],
    content: { 'application/json': manifest },
  },
  {
    path: `/data/${snapshotPaths.rows('{category}')}`,
    operationId: 'downloadRows',
    kind: 'file',
    summary: 'All rows of a category, on all networks.',
    parameters: ['pathCategory', 'range', 'ifMatch'],
    content: parquet,
  },
  {
    path: '/data/{table}.parquet',
    operationId: 'downloadTable',
    kind: 'file',
    summary: 'All offers, providers, networks, categories, columns, ready sets or changes.',
    parameters: ['table', 'range', 'ifMatch'],
    content: parquet,
  },
  {
    path: '/snapshots',
    operationId: 'readSnapshotsPage',
    kind: 'page',
    summary: 'The snapshots that are kept.',
    parameters: [],
    content: { 'text/html': text },
  },
  {
    path: '/snapshots/index.json',
    operationId: 'readSnapshotIndex',
    kind: 'json',
    summary: 'The kept snapshots with the hashes of their manifests, and which one is current. Followers copy them.',
    parameters: [],
    content: { 'application/json': snapshotIndexSchema },
  },
  {
    path: `/snapshots/{id}/${snapshotPaths.manifest}`,
    operationId: 'readSnapshotManifest',
    kind: 'file',
    summary: 'Identity, counts and files of a snapshot, at an address that keeps its content.',
    parameters: ['snapshotId', 'range', 'ifMatch'],
    content: { 'application/json': manifest },
  },
  {
    path: `/snapshots/{id}/${snapshotPaths.rows('{category}')}`,
    operationId: 'downloadSnapshotRows',
    kind: 'file',
    summary: 'All rows of a category in a snapshot, at an address that keeps its content.',
    parameters: ['snapshotId', 'pathCategory', 'range', 'ifMatch'],
    content: parquet,
  },
  {
    path: '/snapshots/{id}/{table}.parquet',
    operationId: 'downloadSnapshotTable',
    kind: 'file',
    summary: 'All offers, or another table of a snapshot, at an address that keeps its content.',
    parameters: ['snapshotId', 'table', 'range', 'ifMatch'],
    content: parquet,
  },
];
