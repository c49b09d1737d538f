/** manifest.json: identity and files of a snapshot. The service opens only files that it lists. */
import * as z from 'zod';
import { siteSchema } from './site.ts';

/**
 * Incremented when readers of the previous version cannot read the files. Readers refuse other
 * versions.
 */
export const formatVersion = 13;

/**
 * The oldest format whose rows and changes a build reads, that of version 1.0.0, so that an upgrade
 * loses no changes. Services read the newest one only.
 */
const oldestFormat = 10;

/** Why a build cannot read a snapshot of the format; null if it can. */
export function describeFormat(version: number): string | null {
  if (version >= oldestFormat && version <= formatVersion) return null;
  return `it has format ${version}, this program reads ${oldestFormat} to ${formatVersion}`;
}

/** Why a service cannot serve a snapshot of another format. */
export function describeOtherFormat(version: number): string {
  return `has format ${version}, this program reads ${formatVersion}`;
}

/**
 * `20261120T093000000Z-1a2b3c4d`: the build time, so that names sort by age, and a short hash of
 * the content.
 */
export const snapshotIdPattern = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;

/**
 * Larger files and manifests are refused: a build of sources of the sizes that it accepts writes
 * none.
 */
export const maxFileBytes = 1024 * 1024 * 1024;
export const maxManifestBytes = 64 * 1024 * 1024;

export const manifestFileSchema = z.object({
  path: z
    .string()
    .regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/)
    .describe("Relative to the snapshot's folder, with `/`."),
  rows: z
    .int()
    .nonnegative()
    .nullable()
    .default(null)
    .describe('Rows of a Parquet file; other files have none.'),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  inputs: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe(
      'Hash of what the rows of a Parquet file are made of: the next snapshot links a file of the same inputs.',
    ),
});

const count = z.int().nonnegative();

/** Figures of the whole snapshot; metrics.parquet has those of networks and categories. */
const countsSchema = z.object({
  rows: count,
  networks: count,
  categories: count.describe('Categories with rows.'),
  providers: count.describe('Providers with rows.'),
});

export const manifestSchema = z.object({
  formatVersion: z.int().describe('Raised if readers of the version before cannot read the files.'),
  id: z
    .string()
    .regex(snapshotIdPattern)
    .describe('Time of the build and a short hash of the content. Ids sort by age.'),
  generatedAt: z.iso.datetime({ precision: 3 }).describe('ISO 8601, UTC, with milliseconds.'),
  source: z.object({
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe(
        'SHA-256 over the paths and bytes of all source files and of the pipeline that read them.',
      ),
    program: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('Hash of the code that wrote the snapshot.'),
    scaler: z
      .string()
      .optional()
      .describe('Version of what scaled the logos: the next snapshot takes those of the same.'),
    revision: z
      .string()
      .nullable()
      .describe('Git revision of the source folder; null if it is not a clean checkout.'),
  }),
  counts: countsSchema,
  site: siteSchema
    .nullable()
    .default(null)
    .describe('Name, licence, publisher and source of the directory; null without meta/site.csv.'),
  files: z.array(manifestFileSchema),
});

export type ManifestFile = z.infer<typeof manifestFileSchema>;
export type Counts = z.infer<typeof countsSchema>;

/** A manifest as its file has it. */
export type StoredManifest = z.infer<typeof manifestSchema>;

/**
 * Lists of ids in a build folder, by file name: ids that `current` pointed to, ids that `watch`
 * published, and ids that are no longer kept.
 */
export const idLists = ['history', 'watched', 'removed'] as const;
/** Of a list of ids, of which the longest has 10,000. */
export const maxIdListBytes = 1_000_000;
export type IdList = (typeof idLists)[number];

/** Paths inside a snapshot, relative to its folder. */
export const snapshotPaths = {
  manifest: 'manifest.json',
  report: 'report.json',
  providers: 'providers.parquet',
  networks: 'networks.parquet',
  categories: 'categories.parquet',
  columns: 'columns.parquet',
  changes: 'changes.parquet',
  /** Identity and counts, for readers of Parquet. */
  snapshot: 'snapshot.parquet',
  metrics: 'metrics.parquet',
  /** Data Package descriptor of the public tables. */
  dataPackage: 'datapackage.json',
  /** schema.org Dataset as JSON-LD. */
  dataset: 'dataset.jsonld',
  /** What the sources state that can be probed, and what was read of it. */
  probes: 'probes.parquet',
  /** What others measured and published. */
  benchmarks: 'benchmarks.parquet',
  /** Where facts of offers were read. */
  quotations: 'quotations.parquet',
  sets: 'sets.parquet',
  words: 'words.parquet',
  application: 'application.parquet',
  units: 'units.parquet',
  rates: 'rates.parquet',
  chains: 'chains.parquet',
  memberships: 'serving/memberships.parquet',
  confirmations: 'serving/confirmations.parquet',
  measurements: 'serving/measurements.parquet',
  rows: (category: string) => `rows/${category}.parquet`,
  contents: (category: string) => `serving/contents/${category}.parquet`,
  /** Logo, by the file name in the provider's `logoPath`, or scaled logo, by its `scaledName`. */
  image: (name: string) => `images/${name}`,
} as const;
