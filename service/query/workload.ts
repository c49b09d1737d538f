/** Workload of a request: `requests=5000000&workload=indexer&peak=50&archive=1`, as the API, the tools and the form of pages name it. */
import * as z from 'zod';
import { type PresetName, presets, type Workload } from '../../model/estimate/workloads.ts';
import { wholeNumber } from './params.ts';

export const presetNames = Object.keys(presets) as PresetName[];
export const usualPreset: PresetName = 'backend';
/** Requests of an average month if nothing states them. */
export const usualRequests = 1_000_000;

/** More than all providers answer together. */
const maxRequests = 1e12;
const maxPeak = 1e6;

export const workloadSchema = z.object({
  requests: wholeNumber(maxRequests).default(usualRequests),
  workload: z.enum(presetNames).default(usualPreset),
  peak: wholeNumber(maxPeak).optional(),
  archive: z.enum(['0', '1']).default('0'),
});

export type GivenWorkload = z.infer<typeof workloadSchema>;

export function readWorkload({ requests, workload, peak, archive }: GivenWorkload): Workload {
  const { mix, isArchive } = presets[workload];
  return { requestsPerMonth: requests, peakPerSecond: peak ?? null, mix, isArchive: isArchive || archive === '1' };
}
