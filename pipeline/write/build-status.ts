/** Records whether the build folder is what the sources or the origin say. */
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../../common/json.ts';
import { readRegularFile } from '../../common/regular-file.ts';
import { type BuildStatus, buildStatusName, buildStatusSchema, maxBuildStatusBytes } from '../../model/build-status.ts';
import { temporaryPrefix } from './publish.ts';

export async function recordStatus(build: string, by: BuildStatus['by'], succeeded: boolean): Promise<void> {
  const file = path.join(build, buildStatusName);
  const text = await readRegularFile(file, maxBuildStatusBytes).then(String, () => '');
  const before = buildStatusSchema.safeParse(parseJson(text)).data;
  const next: BuildStatus = succeeded
    ? { by, checkedAt: new Date().toISOString(), failures: 0 }
    : { by, checkedAt: before?.checkedAt ?? null, failures: (before?.failures ?? 0) + 1 };
  // A later build or follower removes what is left of a killed process.
  const temporary = path.join(build, `${temporaryPrefix}status`);
  // Without the folder, or on a full disk, the command has said so. The status is for the monitoring only.
  await writeFile(temporary, `${JSON.stringify(next)}\n`)
    .then(() => rename(temporary, file))
    .catch(() => undefined);
}
