/** GET /api/estimate: what the offers of a category cost a month for a workload, with each step, or why there is no estimate. */
import * as z from 'zod';
import { reasons } from '../../../model/estimate/result.ts';
import { presets } from '../../../model/estimate/workloads.ts';
import { snapshotOf } from '../../http/context.ts';
import { limitsSchema, repeatable } from '../../query/names.ts';
import { type EstimatedOffer, estimatedCategories, estimateOffers } from '../../query/offers/estimates.ts';
import { cutFlat, findOffers, type OffersQuery, presenceOf } from '../../query/offers/offers.ts';
import { parseParameters, resolveSelection, rowsSchema, unknownValue } from '../../query/params.ts';
import { type GivenWorkload, readWorkload, workloadSchema } from '../../query/workload.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { listHeaders, paginationShape, setListHeaders } from '../lists.ts';
import { type Resource, sendResult } from '../resource.ts';
import { type FactsOf, resultShape } from '../shapes.ts';
import { resolveLimits } from './offers.ts';

const costShape = z
  .object({
    min: z.number().describe('Lowest cost that the texts allow.'),
    max: z.number().describe('More than `min` if the texts state several prices.'),
    currency: z.string().nullable().describe('ISO 4217 code or token ticker. Nothing is converted.'),
    bound: z.enum(['exact', 'range', 'from', 'upTo']).describe('`from`: it may cost more; `upTo`: it may cost less.'),
  })
  .meta({ id: 'MonthlyCost', description: 'Money a month.' });

const estimateShape = z
  .object({
    slug: z.string().describe('Slug of the offer.'),
    provider: z.string(),
    planName: z.string().nullable(),
    planType: z.string().nullable(),
    cost: costShape.nullable().describe('Null without an estimate.'),
    reason: z
      .enum(Object.keys(reasons) as (keyof typeof reasons)[])
      .nullable()
      .describe(`Why there is no estimate. ${describeReasons()}`),
    isCheapest: z.boolean().describe('The cheapest plan of its provider that suffices.'),
    ties: z.array(z.string()).describe('Slugs of plans of the provider that cost the same.'),
    steps: z
      .array(
        z.object({
          kind: z.enum(['archive', 'fee', 'rate', 'included', 'need', 'overage', 'total']),
          text: z.string().describe('A sentence with the numbers of the step.'),
        }),
      )
      .describe('What was computed, in order.'),
    networks: z.array(z.string()).describe('Keys of the networks on which a listing of the offer matches.'),
  })
  .meta({ id: 'Estimate' });

const shape = resultShape({
  workload: z.object({
    requests: z.number().describe('Requests a month.'),
    peak: z.number().nullable().describe('Requests per second at the peak.'),
    workload: z.string().describe('Name of the mix of calls.'),
    archive: z.boolean().describe('Whether the calls read past states.'),
    mix: z.record(z.string(), z.number()).describe('Shares of the calls; their sum is 1.'),
  }),
  estimates: z.array(estimateShape),
  pagination: paginationShape,
});

function describeReasons(): string {
  return Object.entries(reasons)
    .map(([reason, text]) => `\`${reason}\`: ${text}`)
    .join(' ');
}

export const estimate: Resource = {
  path: '/api/estimate',
  operationId: 'estimateCosts',
  summary: 'Monthly cost of offers for a workload, the cheapest plan of each provider first.',
  parameters: [
    'estimatedCategory',
    'requests',
    'workload',
    'peak',
    'archive',
    'network',
    'provider',
    'offerSlug',
    'search',
    'scope',
    'confirmed',
    'filters',
    'page',
    'offerPageSize',
  ],
  content: { 'application/json': shape },
  headers: listHeaders,
  handler:
    ({ urls }) =>
    async (ctx) => {
      const snapshot = snapshotOf(ctx);
      const request = parseEstimateRequest(ctx.querystring, snapshot, urls);
      const answer = await answerEstimates(snapshot, request);
      setListHeaders(ctx, answer.pagination, urls);
      sendResult(ctx, answer);
    },
};

const schema = rowsSchema
  .omit({ numbers: true, sorting: true })
  .extend({ ...limitsSchema.shape, ...workloadSchema.shape, category: z.string().optional() });

interface EstimateRequest extends OffersQuery {
  readonly given: GivenWorkload;
  readonly page: number;
  readonly pageSize: number;
}

/** Throws 400. The only category with estimates need not be named. */
export function parseEstimateRequest(
  queryString: string,
  snapshot: Snapshot,
  urls: Pick<Urls, 'serves'>,
): EstimateRequest {
  const given = parseParameters(queryString, schema, repeatable);
  const allowed = estimatedCategories(snapshot.catalog);
  const category = given.category ?? (allowed.length === 1 ? allowed[0] : '') ?? '';
  if (!allowed.includes(category)) throw unknownValue('category', category, allowed);
  const { page, pageSize } = given;
  const selection = resolveSelection({ ...given, category }, snapshot.catalog);
  const limits = resolveLimits(given, snapshot, urls);
  return { ...selection, ...limits, categories: [category], sorting: [], given, page, pageSize };
}

async function answerEstimates(snapshot: Snapshot, request: EstimateRequest): Promise<FactsOf<typeof shape>> {
  const workload = readWorkload(request.given);
  const { offers } = await findOffers(snapshot, request);
  const estimated = estimateOffers(snapshot, offers, workload);
  const { items, pagination } = cutFlat(estimated, request, ({ offer }) => offer.provider);
  return {
    workload: {
      requests: workload.requestsPerMonth,
      peak: workload.peakPerSecond,
      workload: request.given.workload,
      archive: workload.isArchive,
      mix: { ...presets[request.given.workload].mix },
    },
    estimates: items.map((item) => presentEstimate(snapshot, item, request.networks)),
    pagination,
  };
}

function presentEstimate(
  snapshot: Snapshot,
  { offer, rows, estimate: found, stepsOf, isCheapest, ties }: EstimatedOffer,
  networks: readonly string[],
): z.infer<typeof estimateShape> {
  const { planName, planType } = snapshot.row(rows[0] ?? 0);
  return {
    slug: offer.slug,
    provider: offer.provider,
    planName: typeof planName === 'string' ? planName : null,
    planType: typeof planType === 'string' ? planType : null,
    cost:
      found.kind === 'none' ? null : { min: found.min, max: found.max, currency: found.currency, bound: found.bound },
    reason: found.kind === 'none' ? found.reason : null,
    isCheapest,
    ties: ties.map(({ slug }) => slug),
    steps: [...stepsOf()],
    networks: [...presenceOf(snapshot, rows, networks).networks],
  };
}
