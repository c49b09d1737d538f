/** Checks the index of an origin and the manifests of its snapshots. An origin may send anything. */
import path from 'node:path';
import type { z } from 'zod';
import { parseJson } from '../../common/json.ts';
import { type ManifestFile, maxFileBytes, snapshotPaths } from '../../model/manifest.ts';
import { indexName, type SnapshotIndex, snapshotIndexSchema } from '../../model/snapshot-index.ts';
import { PipelineError } from '../errors.ts';
import { listedSchema } from '../write/build-folder/snapshot-files.ts';

const maxSnapshotBytes = 8 * 1024 * 1024 * 1024;

/** The origin contradicts itself or breaks the rules. */
export function untrusted(message: string): PipelineError {
  return new PipelineError('untrusted', message);
}

/** Throws PipelineError. */
export function parseIndex(text: string, address: string): SnapshotIndex {
  const { data, error } = snapshotIndexSchema.safeParse(parseJson(text));
  if (data !== undefined) return data;
  throw untrusted(`${address}/${indexName} is not an index that this version reads: ${firstIssue(error)}`);
}

/** Throws PipelineError if the manifest is another snapshot's, or states files that no build writes. */
export function parseListing(text: string, id: string): readonly ManifestFile[] {
  const { data, error } = listedSchema.safeParse(parseJson(text));
  const fault =
    data === undefined ? firstIssue(error) : data.id === id ? findFault(data.files) : `it belongs to ${data.id}`;
  if (data === undefined || fault !== null) throw untrusted(`the manifest of ${id} is not valid: ${fault}`);
  return data.files;
}

/** The schema rejects absolute paths, `..` and all characters but letters, digits and `._/-`. */
function findFault(files: readonly ManifestFile[]): string | null {
  const names = new Set([snapshotPaths.manifest, ...files.map((file) => path.posix.normalize(file.path))]);
  if (names.size <= files.length) return 'it lists a file twice';
  const odd = files.find((file) => !names.has(file.path) || file.path.endsWith('/'));
  if (odd) return `the path "${odd.path.slice(0, 100)}" is not normalized`;
  const large = files.find(({ bytes }) => bytes > maxFileBytes);
  if (large) return `"${large.path}" has ${large.bytes} bytes, more than ${maxFileBytes}`;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return total > maxSnapshotBytes ? `its files have ${total} bytes, more than ${maxSnapshotBytes}` : null;
}

function firstIssue(error: z.ZodError | undefined): string {
  const { path: place = [], message = 'unknown' } = error?.issues[0] ?? {};
  return `${place.join('.')}: ${message}`.slice(0, 300);
}
