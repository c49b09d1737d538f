/** Rollback: points `current` at a snapshot that was published before. */
import { describeOtherFormat, formatVersion } from '../../../model/manifest.ts';
import { PipelineError } from '../../errors.ts';
import {
  currentId,
  listSnapshots,
  makeCurrent,
  readManifest,
  servedIds,
  snapshotFolder,
} from './publish.ts';
import { findFault } from './snapshot-files.ts';

/**
 * Points `current` at the snapshot that was served before, or at `to`; returns the id. Throws if
 * there is none, or if its files are not those of its manifest. Requires the lock.
 */
export async function rollBack(buildFolder: string, to: string | null): Promise<string> {
  const kept = await listSnapshots(buildFolder);
  const served = await servedIds(buildFolder);
  const current = await currentId(buildFolder);
  const before = served.findLastIndex((id) => id !== current);
  const id = to ?? served[before];
  if (id === undefined)
    throw new PipelineError('no-snapshot', 'there is no snapshot before the current one');
  if (!kept.includes(id)) {
    const available = kept.length === 0 ? 'none is' : `kept are ${kept.join(', ')}`;
    throw new PipelineError('no-snapshot', `no snapshot "${id}" in ${buildFolder}: ${available}`);
  }
  const format = (await readManifest(buildFolder, id))?.formatVersion ?? formatVersion;
  if (format !== formatVersion) {
    const advice = 'roll back with the version that wrote it, or name another snapshot with TO';
    throw new PipelineError(
      'broken-snapshot',
      `the snapshot "${id}" ${describeOtherFormat(format)}: ${advice}`,
    );
  }
  // Services refuse a damaged snapshot, so a rollback to it would change nothing but `current`.
  const fault = await findFault(snapshotFolder(buildFolder, id));
  if (fault !== null) {
    const advice = 'name another snapshot with TO, or publish with `make build FORCE=1`';
    throw new PipelineError(
      'broken-snapshot',
      `the snapshot "${id}" is damaged: ${fault}; ${advice}`,
    );
  }
  await makeCurrent(buildFolder, id, to === null ? served.slice(0, before + 1) : [...served, id]);
  return id;
}
