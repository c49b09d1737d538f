/** GET /api/probes: what endpoints, servers and pages answered, in the order of the sources. */
import * as z from 'zod';
import { probeKinds } from '../../model/probes.ts';
import { paging, probeKind } from '../questions/parameters.ts';
import { probeSchema } from '../snapshot/probes.ts';
import { listHeaders, setListHeaders } from './lists.ts';
import { resource } from './resource.ts';

const probeShape = probeSchema.meta({ id: 'Probe' });

const probesShape = z.object({
  result: z.object({
    probes: z.array(probeShape),
    coverage: z
      .array(
        z.object({
          kind: z.enum(probeKinds).describe('What is probed.'),
          targets: z.int().describe('Stated by the sources.'),
          read: z.int().describe('Read at least once.'),
          confirmed: z.int().describe('Confirmed at least once.'),
          stopped: z.int().describe('Stopped answering.'),
        }),
      )
      .describe('All targets of the sources, by kind.'),
    page: z.int().describe('Number of this page; the first is 1.'),
    totalPages: z.int().describe('0 if nothing was read.'),
    total: z.int().describe('Targets that were read, on all pages.'),
  }),
});

export const probes = resource({
  path: '/api/probes',
  operationId: 'listProbes',
  summary:
    'What {{#endpoints}}endpoints, MCP servers, {{/endpoints}}links and quoted pages answered. Nothing for what was never read.',
  parameters: { kind: probeKind, ...paging },
  content: { 'application/json': probesShape },
  headers: listHeaders,
  answer: ({ kind, page, pageSize }, { snapshot: { probes: log }, urls }, { ctx }) => {
    const ofKind = kind === undefined ? log.all : log.all.filter((probe) => probe.kind === kind);
    const totalPages = Math.ceil(ofKind.length / pageSize);
    const answer: z.infer<typeof probesShape> = {
      result: {
        probes: ofKind.slice((page - 1) * pageSize, page * pageSize),
        coverage: [...log.counts],
        page,
        totalPages,
        total: ofKind.length,
      },
    };
    setListHeaders(ctx, { totalOffers: ofKind.length, page, totalPages }, urls);
    return JSON.stringify(answer);
  },
});
