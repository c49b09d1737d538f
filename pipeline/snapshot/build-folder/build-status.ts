/** Records whether the build folder is what the sources or the origin say. */
import path from 'node:path';
import { readJson } from '../../../common/read-bounded.ts';
import {
  type BuildStatus,
  buildStatusName,
  buildStatusSchema,
  maxBuildStatusBytes,
} from '../../../model/build-status.ts';
import { replaceFile } from './replace-file.ts';

export async function recordStatus(
  build: string,
  by: BuildStatus['by'],
  succeeded: boolean,
): Promise<void> {
  const file = path.join(build, buildStatusName);
  const json = await readJson(file, maxBuildStatusBytes).catch(() => undefined);
  const before = buildStatusSchema.safeParse(json).data;
  const next: BuildStatus = succeeded
    ? { by, checkedAt: new Date().toISOString(), failures: 0 }
    : { by, checkedAt: before?.checkedAt ?? null, failures: (before?.failures ?? 0) + 1 };
  // Without the folder, or on a full disk, the command has said so. The status is for the
  // monitoring only.
  await replaceFile(build, buildStatusName, { text: `${JSON.stringify(next)}\n` }).catch(
    () => undefined,
  );
}
