/** Rollback: points `current` at a snapshot that was published before. */
import type { StoredManifest } from '../../../model/manifest.ts';
import { PipelineError } from '../../errors.ts';
import { currentId, listSnapshots, makeCurrent, readManifest, servedIds, snapshotFolder } from './publish.ts';
import { findDamage } from './snapshot-files.ts';

/**
 * Points `current` at the snapshot that was served before, or at `to`; returns the id. Throws if there is none, or if its
 * files are not those of its manifest. Requires the lock.
 */
export async function rollBack(buildFolder: string, to: string | null): Promise<string> {
  const kept = await listSnapshots(buildFolder);
  const served = await servedIds(buildFolder);
  const current = await currentId(buildFolder);
  const before = served.findLastIndex((id) => id !== current);
  const id = to ?? served[before];
  if (id === undefined) throw new PipelineError('no-snapshot', 'there is no snapshot before the current one');
  if (!kept.includes(id)) {
    const available = kept.length === 0 ? 'none is' : `kept are ${kept.join(', ')}`;
    throw new PipelineError('no-snapshot', `no snapshot "${id}" in ${buildFolder}: ${available}`);
  }
  await assertWhole(buildFolder, id);
  await makeCurrent(buildFolder, id, to === null ? served.slice(0, before + 1) : [...served, id]);
  return id;
}

/** Services refuse a damaged snapshot, so a rollback to it would change nothing but `current`. */
async function assertWhole(buildFolder: string, id: string): Promise<void> {
  const fault = await findFault(buildFolder, id);
  if (fault === null) return;
  const advice = 'name another snapshot with TO, or publish with `make build FORCE=1`';
  throw new PipelineError('broken-snapshot', `the snapshot "${id}" is damaged: ${fault}; ${advice}`);
}

async function findFault(buildFolder: string, id: string): Promise<string | null> {
  const manifest: StoredManifest | null = await readManifest(buildFolder, id);
  if (manifest === null) return 'its manifest cannot be read';
  if (manifest.id !== id) return `its manifest belongs to "${manifest.id}"`;
  return findDamage(snapshotFolder(buildFolder, id), manifest.files);
}
