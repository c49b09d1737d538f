/** Workload of a request: `requests=5000000&workload=indexer&peak=50&archive=1`, as the API, the tools and the form of pages name it. */
import { z } from 'zod';
import { type PresetName, presets, type Workload } from '../../model/estimate/workloads.ts';

export const presetNames = Object.keys(presets) as PresetName[];
export const usualPreset: PresetName = 'backend';
/** Requests of an average month if nothing states them. */
export const usualRequests = 1_000_000;

/** More than all providers answer together. */
const maxRequests = 1e12;
const maxPeak = 1e6;

const error = (most: number) => `must be a whole number from 1 to ${most}`;
const count = (most: number) =>
  z
    .string()
    .regex(/^\d{1,13}$/, error(most))
    .transform(Number)
    .pipe(z.int(error(most)).min(1, error(most)).max(most, error(most)));

export const workloadSchema = z.object({
  requests: count(maxRequests).default(usualRequests),
  workload: z.enum(presetNames).default(usualPreset),
  peak: count(maxPeak).optional(),
  archive: z.enum(['0', '1']).default('0'),
});

export type GivenWorkload = z.infer<typeof workloadSchema>;

export function readWorkload({ requests, workload, peak, archive }: GivenWorkload): Workload {
  const { mix, isArchive } = presets[workload];
  return { requestsPerMonth: requests, peakPerSecond: peak ?? null, mix, isArchive: isArchive || archive === '1' };
}
