/** The comparison of a build: the rows that it writes, with those of the snapshot before. */
import { describeFormat, type StoredManifest, snapshotPaths } from '../../../model/manifest.ts';
import { PipelineError } from '../../errors.ts';
import { findDamage } from '../../snapshot/build-folder/snapshot-files.ts';
import type { NewFiles } from '../../snapshot/new-files.ts';
import { SnapshotReader } from '../../snapshot/read-snapshot.ts';
import type { Resolved, Sources } from '../../sources.ts';
import { compareRows, type RowComparison } from '../compare-rows.ts';
import { offersOfRows } from '../state.ts';

export interface PreviousInput {
  readonly files: Pick<NewFiles, 'previous' | 'database'>;
  readonly sources: Pick<Sources, 'meta'>;
  readonly resolved: Resolved;
  /** Receives a warning if the previous snapshot cannot be read. */
  readonly warn: (message: string) => void;
}

/**
 * Compares the rows of some categories with those of the snapshot before. Null without one that can
 * be read.
 */
export async function compareWithPrevious(
  { files: { previous, database }, sources, resolved, warn }: PreviousInput,
  written: ReadonlySet<string>,
): Promise<RowComparison | null> {
  if (previous === null) return null;
  try {
    assertReadable(previous);
    const categories = new Set([...written, ...removedCategories(previous.manifest, sources)]);
    const networks = await new SnapshotReader(database, previous.folder).readRows(categories);
    const after = resolved.networks.map((network) => ({
      ...network,
      rows: network.rows.filter(({ content }) => categories.has(content.category)),
    }));
    return compareRows(
      { networks, offers: offersOfRows(networks) },
      { networks: after, offers: resolved.offers },
    );
  } catch (error) {
    if (error instanceof PipelineError && error.code === 'disk') throw error;
    const [reason = ''] = (error as Error).message.split('\n');
    warn(beginsAnew(previous.manifest.id, reason));
    return null;
  }
}

/** Said by a build that cannot take over the changes of before. */
export function beginsAnew(id: string, reason: string): string {
  return `the changes begin anew, because the snapshot ${id} cannot be read: ${reason}; make history finds those of commits`;
}

/** Categories of the snapshot before that are no longer defined. */
function removedCategories(
  { files }: StoredManifest,
  { meta }: PreviousInput['sources'],
): string[] {
  const defined = new Set(meta.categories.map(({ key }) => snapshotPaths.rows(key)));
  const [prefix, suffix] = snapshotPaths.rows(' ').split(' ') as [string, string];
  return files.flatMap(({ path: name }) =>
    name.startsWith(prefix) && !defined.has(name)
      ? [name.slice(prefix.length, -suffix.length)]
      : [],
  );
}

/** A damaged table would give changes that nobody made. */
function assertReadable({ folder, manifest }: NonNullable<NewFiles['previous']>): void {
  const { formatVersion: version, files } = manifest;
  const other = describeFormat(version);
  if (other !== null) throw new PipelineError('broken-snapshot', other);
  if (!files.some((file) => file.path === snapshotPaths.changes))
    throw new PipelineError('broken-snapshot', `it has no ${snapshotPaths.changes}`);
  const damage = findDamage(
    folder,
    files.filter((file) => file.path.endsWith('.parquet')),
  );
  if (damage !== null) throw new PipelineError('broken-snapshot', damage);
}
