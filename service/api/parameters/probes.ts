/** Parameters about what probes found. */
import * as z from 'zod';
import { probeKinds } from '../../../model/probes.ts';

export const probeParameters = {
  probeKind: {
    name: 'kind',
    schema: z.enum(probeKinds),
    description: 'Only probes of this kind.',
    example: 'endpoint',
  },
  probes: {
    schema: z.enum(['0', '1']).default('0'),
    description:
      'With 1, each row also has `probes`: what its endpoints, its MCP server and the pages of its quotations answered.',
    example: '1',
  },
  confirmed: {
    schema: z.enum(['0', '1']).default('0'),
    description:
      'With 1, only listings of which a probe confirmed an endpoint, the MCP server or a quotation in the 30 days before the snapshot.',
    example: '0',
  },
} as const;
