/** Whether this machine has rclone: tests that need it are skipped otherwise. */
import { spawnSync } from 'node:child_process';

/** The reason to skip; false if rclone is installed. */
export const missingRclone = spawnSync('rclone', ['version']).error
  ? 'rclone is not installed: apt-get install rclone'
  : false;
if (missingRclone)
  process.stderr.write(`tests of publish and follow are skipped: ${missingRclone}\n`);
