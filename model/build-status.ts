/**
 * Last results of the commands that fill a build folder, in a file of the folder. A service reports
 * them as metrics.
 */
import * as z from 'zod';

/** Hidden, because it is no part of what a build folder publishes. */
export const buildStatusName = '.status.json';
export const maxBuildStatusBytes = 4096;

export const buildStatusSchema = z.object({
  /** Command that wrote the file. */
  by: z.enum(['build', 'watch', 'follow']),
  /**
   * When the folder was last what the sources or the origin say, changed or not; null if it has not
   * been yet.
   */
  checkedAt: z.iso.datetime().nullable(),
  /** Failures since. */
  failures: z.int().min(0),
});

export type BuildStatus = z.infer<typeof buildStatusSchema>;
