/** Fetches a snapshot: files that the build folder has are linked, the others copied with rclone; then it has one rename. */
import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256, sha256OfFile } from '../../common/hash.ts';
import { linkOrCopy } from '../../common/link-or-copy.ts';
import { isRegularFile } from '../../common/read-bounded.ts';
import { type ManifestFile, maxManifestBytes, snapshotPaths } from '../../model/manifest.ts';
import type { IndexedSnapshot } from '../../model/snapshot-index.ts';
import { addSnapshot } from '../write/build-folder/publish.ts';
import { temporaryPrefix } from '../write/build-folder/replace-file.ts';
import { parseListing, untrusted } from './listing.ts';
import type { Origin } from './origin.ts';

/** Has no random part, so that a later run finds the files that an interrupted one fetched. */
export function temporaryName(id: string): string {
  return `${temporaryPrefix}follow-${id}`;
}

/** `places`: local files by hash, which may have changed since. Returns the files that were not there. Throws PipelineError. */
export async function fetchSnapshot(
  { id, manifest }: IndexedSnapshot,
  { origin, build, places }: { readonly origin: Origin; readonly build: string; readonly places: Map<string, string> },
): Promise<readonly ManifestFile[]> {
  const text = await readManifest(manifest, origin);
  const temporary = path.join(build, temporaryName(id));
  const [fetched, folder] = [path.join(temporary, 'fetched'), path.join(temporary, 'snapshot')];
  await rm(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const missing = parseListing(text, id).filter((file) => {
    const found = [places.get(file.sha256), path.join(fetched, file.path)];
    return !found.some((from) => from && put(from, folder, file));
  });
  const from = path.posix.dirname(manifest.path);
  if (missing.length > 0) await origin.copy(from, missing, fetched);
  const wrong = missing.find((file) => !put(path.join(fetched, file.path), folder, file));
  if (wrong) throw untrusted(`${from}/${wrong.path} of ${origin.address} does not match its hash in the manifest`);
  await writeFile(path.join(folder, snapshotPaths.manifest), text);
  await addSnapshot(build, folder, id);
  await rm(temporary, { recursive: true, force: true });
  return missing;
}

async function readManifest(listed: IndexedSnapshot['manifest'], origin: Origin): Promise<string> {
  const text = await origin.read(listed.path, Math.min(listed.bytes, maxManifestBytes));
  if (text === null) throw untrusted(`${origin.address} lists ${listed.path} but does not have it`);
  if (sha256(Buffer.from(text)) === listed.sha256) return text;
  throw untrusted(`${listed.path} of ${origin.address} does not match its hash in the index`);
}

/** Links or copies a file if it is the one of the manifest. */
function put(from: string, folder: string, { path: name, bytes, sha256: hash }: ManifestFile): boolean {
  if (!isRegularFile(path.dirname(from), path.basename(from), bytes)) return false;
  const to = path.join(folder, name);
  mkdirSync(path.dirname(to), { recursive: true });
  linkOrCopy(from, to);
  if (sha256OfFile(to) === hash) return true;
  rmSync(to);
  return false;
}
