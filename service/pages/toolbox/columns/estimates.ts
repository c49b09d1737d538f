/**
 * Estimates on a directory page: two columns that no snapshot has, the order of the list, its
 * sections, and the form.
 */
import { formatCount } from '../../../../common/format-count.ts';
import { groupBy } from '../../../../common/group-by.ts';
import { type ColumnDefinition, estimateKeys, plainColumn } from '../../../../model/columns.ts';
import { worded } from '../../../../model/terms.ts';
import { countEstimates, countedText } from '../../../answers/compare-estimates.ts';
import { estimateText } from '../../../answers/cost-text.ts';
import {
  type EstimatedOffer,
  estimateOffers,
  sectionOf,
  severalNotes,
  stepSentences,
} from '../../../answers/estimates.ts';
import { presets } from '../../../estimate/workloads.ts';
import { type Filter, hasEstimate, kindOf } from '../../../query/filters/index.ts';
import { formField } from '../../../query/filters/kind.ts';
import { groupOffers } from '../../../query/offers.ts';
import type { ListQuestion } from '../../../questions/list.ts';
import { presetNames } from '../../../questions/parameters.ts';
import { callsText, readWorkload, type WorkloadParameters } from '../../../questions/workload.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import type { Offer } from '../../../snapshot/offers.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { plural } from '../../../text/counts.ts';
import { hiddenFields, type Parameters } from '../../../urls.ts';

/** A column of quantities that no snapshot has. */
export const addedColumn: Omit<ColumnDefinition, 'key' | 'label' | 'description'> = {
  ...plainColumn,
  icon: 'lucide:BadgeDollarSign',
  cellType: 'numericRange',
};

export const estimateColumn: ColumnDefinition = {
  ...addedColumn,
  key: estimateKeys[0],
  label: 'Estimate a month',
  description: 'What the workload costs a month. The details of each offer show each step.',
  sorting: 'number',
};

const stepsColumn: ColumnDefinition = {
  ...addedColumn,
  key: estimateKeys[1],
  label: 'Estimate',
  description: null,
  cellType: 'arrayPopover',
  valueKind: 'array',
};

const sections = {
  cheapest: {
    title: 'One plan of each provider',
    reason: 'The cheapest that suffices, by what it costs at least.',
  },
  others: { title: 'Further plans that suffice', reason: 'Their providers have a plan above.' },
  least: {
    title: 'Lower bounds',
    reason: 'The cost is at least this. Each offer says which fact is missing.',
  },
  none: { title: 'No estimate', reason: 'Each offer says which fact is missing.' },
  partial: {
    title: 'Not {{on}} all {{networks}}',
    reason: 'Each of these offers needs another one beside it.',
  },
} as const;

export type Estimates = NonNullable<ReturnType<typeof readEstimates>>;

/**
 * Null without a workload. `ids`: rows that the page lists. `within`: keys of the networks of the
 * place; empty for all.
 */
export function readEstimates(
  snapshot: Snapshot,
  { workload: workloadParameters, query }: ListQuestion,
  { ids, within }: { readonly ids: readonly number[]; readonly within: readonly string[] },
) {
  if (workloadParameters === null) return null;
  const networks = query.networks ?? [];
  const estimated = estimateOffers(
    snapshot,
    groupOffers(snapshot, ids),
    readWorkload(workloadParameters),
    {
      within,
      requestedNetworks: networks,
    },
  );
  const byOffer = new Map<Offer, EstimatedOffer>(
    estimated.map((estimatedOffer) => [estimatedOffer.offer, estimatedOffer]),
  );
  const of = (id: number) => byOffer.get(snapshot.offers.of(id));
  const sectionIdOf = (id: number) => {
    const estimatedOffer = of(id);
    return estimatedOffer === undefined ? 'none' : sectionOf(estimatedOffer);
  };
  const bySection = groupBy(estimated, sectionOf);
  const counts = (wanted: keyof typeof sections) => bySection.get(wanted)?.length ?? 0;
  const counted = countEstimates(estimated.map(({ estimate }) => estimate));
  const { known } = counted;
  const unknown = counted.least + counted.unknown;
  const cheapestReason =
    unknown === 0
      ? sections.cheapest.reason
      : `The cheapest known of ${formatCount(known)}, by what it costs at least; ${formatCount(unknown)} unknown.`;
  return {
    /** Rows in the order of the list, if nothing else sorts it. */
    ordered: estimated.flatMap(({ rows }) => rows),
    /** Section of a row: a list sorted by estimates breaks between them. */
    sectionIdOf,
    sectionOf: (id: number) => ({
      ...sections[sectionIdOf(id)],
      title: worded(sections[sectionIdOf(id)].title, snapshot.catalog),
      ...(sectionIdOf(id) === 'cheapest' ? { reason: cheapestReason } : {}),
      count: plural(counts(sectionIdOf(id)), 'offer'),
    }),
    /** Cells of the estimate, and of its steps, which only details show. */
    cellsOf: (id: number, hasSteps = false) => cellsOf(snapshot, of(id), hasSteps),
    columns: [estimateColumn, stepsColumn],
    /** `5,000,000 requests a month, workload indexer: 51 of 291 offers have an estimate.` */
    counted: `${formatCount(workloadParameters.requests)} requests a month, ${workloadParameters.mix === undefined ? `workload ${presets[workloadParameters.workload].label.toLowerCase()}` : callsText(workloadParameters)}: ${[countedText(counted), ...severalNotes(snapshot, estimated, networks)].join(' ')}`,
  };
}

/** The cell of an estimate: what the workload costs, or why that is not known. */
export function estimateCells({ estimate, by }: Pick<EstimatedOffer, 'estimate' | 'by'>): Row {
  return { [estimateColumn.key]: estimateText(estimate, by) };
}

function cellsOf(
  snapshot: Snapshot,
  estimated: EstimatedOffer | undefined,
  hasSteps: boolean,
): Row {
  if (estimated === undefined) return {};
  const { estimate, stepsOf, ties } = estimated;
  if (!hasSteps) return estimateCells(estimated);
  const tied =
    ties.length === 0 ? [] : [`The same cost: ${ties.map(({ slug }) => slug).join(', ')}.`];
  return {
    ...estimateCells(estimated),
    [stepsColumn.key]: [...stepSentences(snapshot, estimate, stepsOf()), ...tied],
  };
}

/** Fields of a limit to estimates that the form has no control for. */
function restOf(limit: Filter | undefined): Parameters {
  if (limit === undefined) return {};
  const { [`${formField(estimateColumn.key)}.max`]: _, ...rest } = kindOf(limit).toForm(limit);
  return rest;
}

interface WorkloadForm {
  /** Parameters that it repeats. */
  readonly kept: Parameters;
  /** Those of the list; null without a list, whose offers a budget limits. */
  readonly filters: readonly Filter[] | null;
  readonly summary: string;
}

/** The form "Cost for my workload". */
export function presentWorkload(
  { requests, workload, mix, peak, archive }: WorkloadParameters,
  { kept, filters, summary }: WorkloadForm,
) {
  const limit = filters?.find((filter) => filter.kind === 'range' && hasEstimate([filter]));
  return {
    budget: filters === null ? null : { max: limit?.kind === 'range' ? limit.max : null },
    hidden: hiddenFields({ ...kept, ...restOf(limit) }),
    requests,
    peak: peak ?? null,
    mix: mix ?? null,
    archive: archive === '1',
    presets: presetNames.map((name) => ({ name, ...presets[name], selected: name === workload })),
    summary,
  };
}
