/**
 * GET /api/estimate: what the offers of a category cost a month for a workload, with each step, or
 * why there is no estimate.
 */
import * as z from 'zod';
import { rpcCategory } from '../../../model/connect.ts';
import { amountStates } from '../../../model/rows.ts';
import { type EstimatedOffer, estimateOffers, severalNotes } from '../../answers/estimates.ts';
import { lackOf, missingFact, reasons, stateOf, stepKinds } from '../../estimate/result.ts';
import { cutFlat, matchOffers, presenceOf } from '../../query/offers.ts';
import { paginationShape } from '../../query/paging.ts';
import { resolveLimits } from '../../questions/offers.ts';
import { estimatedCategory, paging, whichOffers, workload } from '../../questions/parameters.ts';
import {
  type ParsedParameters,
  parseValues,
  resolveSelection,
  unknownValue,
} from '../../questions/parse.ts';
import type { Served } from '../../questions/place.ts';
import { estimatedCategories, readWorkload, withArchive } from '../../questions/workload.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { planOf, sortedNameOf } from '../../text/offer-names.ts';
import { listHeaders, setListHeaders } from '../lists.ts';
import { resource } from '../resource.ts';
import { type FactsOf, resultShape } from '../shapes.ts';

export const costShape = z
  .object({
    min: z.number().describe('Lowest cost that the texts allow.'),
    max: z.number().describe('More than `min` if the texts state several prices.'),
    currency: z
      .string()
      .nullable()
      .describe('ISO 4217 code or token ticker. Nothing is converted.'),
    bound: z
      .enum(['exact', 'range', 'from', 'upTo'])
      .describe('`from`: it may cost more; `upTo`: it may cost less.'),
  })
  .meta({ id: 'MonthlyCost', description: 'Money a month.' });

const estimateShape = z
  .object({
    slug: z.string().describe('Slug of the offer.'),
    provider: z.string(),
    planName: z.string().nullable().meta({ about: 'plans' }),
    planType: z.string().nullable().meta({ about: 'plans' }),
    cost: costShape.nullable().describe('Null without an estimate.'),
    reason: z
      .enum(Object.keys(reasons) as (keyof typeof reasons)[])
      .nullable()
      .describe(`Why there is no estimate, or only a lower bound. ${describeReasons()}`),
    state: z
      .enum(amountStates)
      .describe(
        'What is known of the cost: `read`; `unread`: a text that it depends on is not understood; `notStated`: a fact is missing; `notApplicable`: the plan does not suffice.',
      ),
    missing: z
      .string()
      .nullable()
      .describe('The fact that is not known, such as `how many requests are included`.'),
    isCheapest: z.boolean().describe('The cheapest plan of its provider that suffices.'),
    onEach: z
      .boolean()
      .describe(
        'Whether the offer is {{on}} each of the named {{networks}}. Offers that are not are last.',
      ),
    ties: z.array(z.string()).describe('Slugs of plans of the provider that cost the same.'),
    steps: z
      .array(
        z.object({
          kind: z.enum(stepKinds),
          text: z.string().describe('A sentence with the numbers of the step.'),
          column: z.string().nullable().describe('Key of the cell that the step comes from.'),
          source: z
            .string()
            .nullable()
            .describe('Address of the documentation of what a call costs.'),
        }),
      )
      .describe('What was computed, in order.'),
    networks: z
      .array(z.string())
      .describe('Keys of the {{networks}} {{on}} which a listing of the offer matches.'),
  })
  .meta({ id: 'Estimate' });

const shape = resultShape({
  workload: z.object({
    requests: z.number().describe('Requests a month.'),
    peak: z.number().nullable().describe('Requests per second at the peak.'),
    workload: z
      .string()
      .describe(
        'Name of the mix of calls. With the parameter `mix`, it says only whether the calls read past states.',
      ),
    archive: z.boolean().describe('Whether the calls read past states.'),
    mix: z.record(z.string(), z.number()).describe('Shares of the calls; their sum is 1.'),
  }),
  notes: z
    .array(z.string())
    .describe(
      'With several {{networks}}: how requests are counted, whether a plan is paid once, and the cheapest pair of plans if none with a known cost is {{on}} both.',
    ),
  estimates: z.array(estimateShape),
  pagination: paginationShape,
});

function describeReasons(): string {
  return Object.entries(reasons)
    .map(([reason, text]) => `\`${reason}\`: ${text}`)
    .join(' ');
}

const parameters = { category: estimatedCategory, ...workload, ...whichOffers, ...paging };

export const estimate = resource({
  path: '/api/estimate',
  category: rpcCategory,
  operationId: 'estimateCosts',
  summary: 'Monthly cost of offers for a workload, the cheapest plan of each provider first.',
  parameters,
  content: { 'application/json': shape },
  headers: listHeaders,
  answer: async (values, place, { ctx }) => {
    const answer = await answerEstimates(place.snapshot, readEstimateRequest(values, place));
    setListHeaders(ctx, answer.pagination, place.urls);
    return answer;
  },
});

type EstimateRequest = ReturnType<typeof readEstimateRequest>;

/** Throws 400. */
export function parseEstimateRequest(values: Readonly<Record<string, unknown>>, served: Served) {
  return readEstimateRequest(parseValues(values, parameters), served);
}

/** The only category with estimates need not be named. Throws 400. */
function readEstimateRequest(values: ParsedParameters<typeof parameters>, served: Served) {
  const { catalog } = served.snapshot;
  const allowed = estimatedCategories(catalog);
  const category = values.category ?? (allowed.length === 1 ? allowed[0] : '') ?? '';
  if (!allowed.includes(category)) throw unknownValue('category', category, allowed);
  const { page, pageSize } = values;
  const selected = resolveSelection({ ...values, category }, catalog);
  const limits = resolveLimits(values, served);
  const workload = withArchive(values, selected.filters);
  return {
    ...selected,
    ...limits,
    /** Keys of the networks that are named. */
    requestedNetworks: values.network.length > 0 ? limits.networks : [],
    onEach: values.networkMatch === 'all',
    categories: [category],
    sorting: [],
    workload,
    page,
    pageSize,
  };
}

async function answerEstimates(
  snapshot: Snapshot,
  request: EstimateRequest,
): Promise<FactsOf<typeof shape>> {
  const read = readWorkload(request.workload);
  const { offers } = await matchOffers(snapshot, request);
  const { networks: within, requestedNetworks } = request;
  const estimated = estimateOffers(snapshot, offers, read, { within, requestedNetworks });
  const { items, pagination } = cutFlat(estimated, request, ({ offer }) => offer.provider);
  return {
    workload: {
      requests: read.requestsPerMonth,
      peak: read.peakPerSecond,
      workload: request.workload.workload,
      archive: read.isArchive,
      mix: { ...read.mix },
    },
    notes: severalNotes(snapshot, estimated, requestedNetworks),
    estimates: items.map((item) => presentEstimate(snapshot, item, request.networks)),
    pagination,
  };
}

function presentEstimate(
  snapshot: Snapshot,
  { offer, rows, estimate: result, stepsOf, isCheapest, ties, isPartial }: EstimatedOffer,
  networks: readonly string[],
): z.infer<typeof estimateShape> {
  const row = snapshot.row(rows[0] ?? 0);
  const { roles } = snapshot.catalog;
  const lack = lackOf(result);
  return {
    slug: offer.slug,
    provider: offer.provider,
    planName: sortedNameOf(row, roles),
    planType: planOf(row, roles) || null,
    cost:
      result.kind === 'none'
        ? null
        : { min: result.min, max: result.max, currency: result.currency, bound: result.bound },
    reason: lack?.reason ?? null,
    state: stateOf(result),
    missing: lack && missingFact(lack),
    isCheapest,
    onEach: !isPartial,
    ties: ties.map(({ slug }) => slug),
    steps: [...stepsOf()],
    networks: [...presenceOf(snapshot, rows, networks).networks],
  };
}
