/** Parameters of estimates: a workload. query/workload.ts parses them. */
import * as z from 'zod';
import { presets } from '../../../model/estimate/workloads.ts';
import { presetNames, usualPreset, usualRequests } from '../../query/workload.ts';

const mixes = presetNames.map((name) => `\`${name}\`: ${presets[name].description}`).join(' ');

export const estimateParameters = {
  estimatedCategory: {
    name: 'category',
    schema: z.string(),
    description:
      'Key of a category whose offers state what a plan includes. May be left out if there is only one, such as `apis`.',
  },
  requests: {
    schema: z.int().min(1).default(usualRequests),
    description: 'Requests a month.',
    example: 5_000_000,
  },
  workload: {
    schema: z.enum(presetNames).default(usualPreset),
    description: `Mix of the calls, for plans that count compute units or credits. ${mixes}`,
    example: 'indexer',
  },
  peak: {
    schema: z.int().min(1),
    description: 'Requests per second at the peak. Plans that allow less have no estimate.',
    example: 20,
  },
  archive: {
    schema: z.enum(['0', '1']).default('0'),
    description: 'With 1, the calls read past states: plans without them have no estimate.',
    example: '1',
  },
} as const;
