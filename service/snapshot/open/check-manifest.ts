/** Checks the list of files of a manifest. */
import type { StoredManifest } from '../../../model/manifest.ts';
import { SnapshotError } from './verify.ts';

/** Throws `inconsistent` with the first contradiction. */
export function checkManifest(manifest: StoredManifest): void {
  const contradiction = findInFiles(manifest);
  if (contradiction === null) return;
  throw new SnapshotError('inconsistent', `manifest of ${manifest.id}: ${contradiction}`);
}

function findInFiles({ files }: StoredManifest): string | null {
  const paths = new Set<string>();
  for (const { path, rows } of files) {
    if (path.split('/').some((part) => part === '' || part === '.')) return `the path "${path}" is not normalized`;
    if (paths.has(path)) return `"${path}" is listed twice`;
    if ((rows === null) === path.endsWith('.parquet'))
      return `"${path}" ${rows === null ? 'lacks' : 'has'} a row count`;
    paths.add(path);
  }
  return null;
}
