/**
 * `make publish` uploads a build folder to object storage, another machine or a folder, for
 * followers to copy.
 */
import { PipelineError } from '../errors.ts';
import { createRclone, parseRemote } from '../rclone.ts';
import { print, untilStopped, warn } from './flags.ts';
import type { Flags } from './options.ts';
import { upload } from './upload/upload.ts';

export async function publish({ build, to }: Flags): Promise<number> {
  if (to === null || to === '')
    throw new PipelineError(
      'usage',
      'name the target: make publish BUILD=build TO=<rclone remote or folder>',
    );
  const signal = untilStopped();
  try {
    const { current, added, removed } = await upload(
      build,
      parseRemote(to),
      createRclone({ signal, isBounded: false }),
    );
    print(`published ${current} to ${to}: ${added.length} added, ${removed.length} removed`);
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    warn('stopped; run the command again to continue');
    return 2;
  }
}
