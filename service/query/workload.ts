/**
 * Workload of a request: `requests=5000000&workload=indexer&peak=50&archive=1`, as the API, the
 * tools and the form of pages name it.
 */
import type * as z from 'zod';
import { presets, type Workload } from '../estimate/workloads.ts';
import type { workload } from './parameters.ts';

export type GivenWorkload = z.infer<z.ZodObject<typeof workload>>;

export function readWorkload({ requests, workload, peak, archive }: GivenWorkload): Workload {
  const { mix, isArchive } = presets[workload];
  return {
    requestsPerMonth: requests,
    peakPerSecond: peak ?? null,
    mix,
    isArchive: isArchive || archive === '1',
  };
}
