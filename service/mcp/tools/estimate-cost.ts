/**
 * estimate_cost: what the offers of a category cost a month for a workload, or why that cannot be
 * said.
 */
import * as z from 'zod';
import { formatCount } from '../../../common/format-count.ts';
import { countEstimates, countedText } from '../../answers/compare-estimates.ts';
import { estimateText, missingText } from '../../answers/cost-text.ts';
import {
  type EstimatedOffer,
  estimateOffers,
  severalNotes,
  stepSentence,
} from '../../answers/estimates.ts';
import { offerCells } from '../../answers/offer-cells.ts';
import { parseEstimateRequest } from '../../api/offers/estimate.ts';
import type { Cell } from '../../notations/tool-text.ts';
import { matchOffers } from '../../query/offers.ts';
import { workload } from '../../questions/parameters.ts';
import { callsText, estimatedCategories, readWorkload } from '../../questions/workload.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { sortedNameOf } from '../../text/offer-names.ts';
import { selectionSchema } from '../offers.ts';
import { bare, limitSchema, offsetSchema, tool } from '../tool.ts';

const { network, networkMatch, search, filters } = selectionSchema;

const input = z.strictObject({
  network,
  networkMatch,
  requests: bare(workload.requests),
  workload: bare(workload.workload),
  mix: bare(workload.mix, 'eth_call:60,eth_getLogs:40'),
  peak: bare(workload.peak, 'Per second'),
  archive: z.boolean().optional().describe('Past states'),
  search,
  filters,
  limit: limitSchema,
  offset: offsetSchema,
});

export const estimateCostTool = tool({
  name: 'estimate_cost',
  description: 'Monthly cost of API plans: cheapest of each provider first.',
  needs: ['apis'],
  input,
  run: async ({ limit, offset, archive, filters, ...input }, context) => {
    const { snapshot } = context;
    const [category = ''] = estimatedCategories(snapshot.catalog);
    const question = {
      ...input,
      category,
      archive: archive === true ? '1' : undefined,
      filters: filters && JSON.stringify(filters),
    };
    const request = parseEstimateRequest(question, context);
    const { offers } = await matchOffers(snapshot, request);
    const estimated = estimateOffers(snapshot, offers, readWorkload(request.workload), {
      within: request.networks,
      requestedNetworks: request.requestedNetworks,
    });
    return {
      title: titleOf(estimated, { workload: question, networks: request.networks }, snapshot),
      columns: ['slug', 'provider', 'cost', 'missing', 'plan', 'steps'],
      whole: ['cost', 'missing', 'steps'],
      rows: estimated
        .slice(offset, offset + limit)
        .map((ranked) => rowOf(ranked, { snapshot, networks: request.networks })),
      total: estimated.length,
      offset,
      notes: [
        'One plan of each provider comes first, then further plans, then lower bounds, then offers without an estimate.',
        ...severalNotes(snapshot, estimated, request.requestedNetworks),
      ],
    };
  },
});

type EstimateInput = z.infer<typeof input>;

function rowOf(
  { offer, rows, estimate, by, stepsOf, ties }: EstimatedOffer,
  { snapshot, networks }: { readonly snapshot: Snapshot; readonly networks: readonly string[] },
): readonly Cell[] {
  const { row } = offerCells(snapshot, rows, networks);
  const tied =
    ties.length === 0 ? [] : [`The same cost: ${ties.map(({ slug }) => slug).join(', ')}.`];
  const steps = [...stepsOf().map((step) => stepSentence(snapshot, step)), ...tied];
  const none = estimate.kind === 'none' ? 'none: ' : '';
  const costText = `${none}${estimateText(estimate, by)}`;
  const slug = snapshot.offers.keyOf(offer);
  return [
    slug,
    offer.provider,
    costText,
    missingText(estimate),
    sortedNameOf(row, snapshot.catalog.roles),
    steps,
  ];
}

function titleOf(
  estimated: readonly EstimatedOffer[],
  {
    workload,
    networks,
  }: {
    readonly workload: Pick<EstimateInput, 'requests' | 'workload' | 'mix'>;
    readonly networks: readonly string[];
  },
  { catalog }: Snapshot,
): string {
  const counted = countedText(countEstimates(estimated.map(({ estimate }) => estimate)));
  const names = networks.map((key) => catalog.networkName(key)).join(', ');
  const place = names === '' ? '' : ` ${catalog.terms.on} ${names}`;
  const requests = formatCount(workload.requests);
  return `${requests} requests a month of the ${callsText(workload)}${place}: ${counted}`;
}
