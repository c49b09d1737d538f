/** Reads and checks the index of an origin and the manifests of its snapshots. An origin may send anything. */
import type { z } from 'zod';
import { parseJson } from '../../common/json.ts';
import { maxFileBytes, snapshotPaths } from '../../model/manifest.ts';
import { indexName, indexVersion, type SnapshotIndex, snapshotIndexSchema } from '../../model/snapshot-index.ts';
import { listedSchema } from '../write/build-folder/snapshot-files.ts';
import { untrusted } from './follow-error.ts';

const maxSnapshotBytes = 8 * 1024 * 1024 * 1024;
const maxFiles = 100_000;
/** Longest names and paths that common file systems accept, in characters. */
const maxNameLength = 255;
const maxPathLength = 1000;

export type Listing = z.infer<typeof listedSchema>;

/** Throws FollowError. */
export function parseIndex(bytes: Buffer, address: string): SnapshotIndex {
  const json = parseJson(bytes);
  const url = `${address}/${indexName}`;
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : null;
  if (typeof version === 'number' && version > indexVersion)
    throw untrusted(`${url} has version ${version}, newer than this program's ${indexVersion}: upgrade the follower`);
  const { data, error } = snapshotIndexSchema.safeParse(json);
  if (data === undefined) throw untrusted(`${url} is not an index of snapshots: ${firstIssue(error)}`);
  return data;
}

/** Throws FollowError if the manifest is another snapshot's, or a file could not be stored below its folder. */
export function parseListing(bytes: Buffer, id: string): Listing {
  const { data, error } = listedSchema.safeParse(parseJson(bytes));
  if (data === undefined) throw untrusted(`the manifest of ${id} is not valid: ${firstIssue(error)}`);
  const fault = findFault(data, id);
  if (fault !== null) throw untrusted(`the manifest of ${id} is not valid: ${fault}`);
  return data;
}

function findFault({ id, files }: Listing, wanted: string): string | null {
  if (id !== wanted) return `it belongs to ${id}`;
  if (files.length > maxFiles) return `it lists ${files.length} files, more than ${maxFiles}`;
  const names = new Set([snapshotPaths.manifest, ...files.map(({ path }) => path)]);
  if (names.size <= files.length) return 'it lists a file twice';
  let total = 0;
  for (const { path, bytes } of files) {
    const fault = findFaultOfPath(path, names);
    if (fault !== null) return `the path "${path.slice(0, 100)}" ${fault}`;
    if (bytes > maxFileBytes) return `"${path}" has ${bytes} bytes, more than ${maxFileBytes}`;
    total += bytes;
  }
  return total > maxSnapshotBytes ? `its files have ${total} bytes, more than ${maxSnapshotBytes}` : null;
}

/** The schema rejects absolute paths, `..` and all characters but letters, digits and `._/-`. */
function findFaultOfPath(path: string, names: ReadonlySet<string>): string | null {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.')) return 'is not normalized';
  if (path.length > maxPathLength || parts.some((part) => part.length > maxNameLength)) return 'is too long';
  const isInFile = parts.some((_, at) => at > 0 && names.has(parts.slice(0, at).join('/')));
  return isInFile ? 'is below a file' : null;
}

function firstIssue(error: z.ZodError | undefined): string {
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return 'unknown';
  const place = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return `${place}${issue.message}`.slice(0, 300);
}
