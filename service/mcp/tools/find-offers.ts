/** find_offers: offers of a category, filtered and sorted, on one network, several or all. */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { type ColumnDefinition, estimateFigure, isMoney } from '../../../model/columns.ts';
import { isMeasured } from '../../../model/measures.ts';
import { periodColumns } from '../../../model/periods.ts';
import type { Terms } from '../../../model/terms.ts';
import { estimateText } from '../../answers/cost-text.ts';
import { estimateListings } from '../../answers/estimates.ts';
import { answerWords, type WordsAnswer } from '../../answers/words.ts';
import { appliedTo, hintsOf, type OffersRequest } from '../../api/offers/offers.ts';
import { badParameter } from '../../errors.ts';
import { conditionText, leftOutNotes, orderNotes } from '../../notations/applied.ts';
import { titleOfView } from '../../notations/title.ts';
import type { Answer, Quotation } from '../../notations/tool-result.ts';
import type { AnswerCell } from '../../notations/tool-text.ts';
import { wordsNotes } from '../../notations/words.ts';
import { toApiFilters } from '../../query/filters/index.ts';
import { type MatchedOffers, matchOffers } from '../../query/offers.ts';
import { maxSearchLength } from '../../questions/parameter.ts';
import { usualWorkload, workload as workloadParameters } from '../../questions/parameters.ts';
import { readWorkload, withArchive } from '../../questions/workload.ts';
import type { Row } from '../../snapshot/catalog.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { joinNames, plural } from '../../text/counts.ts';
import { shownMeasures } from '../../text/measured.ts';
import { keySchema } from '../arguments.ts';
import { explainEmpty } from '../explain.ts';
import {
  cellOf,
  decidingColumns,
  isBlank,
  type ListedOffer,
  readCategory,
  readColumns,
  readOffer,
  readPlaceSort,
  readSelection,
  selectionSchema,
  sortByPlace,
  sortingSchema,
} from '../offers.ts';
import { bare, inAnyCase, limitSchema, offsetSchema, type ToolContext, tool } from '../tool.ts';

/** Columns beside the names, if the caller chooses none. */
const maxColumns = 5;

const input = z.strictObject({
  ...selectionSchema,
  category: selectionSchema.category.optional(),
  query: z.string().max(maxSearchLength).optional().describe('Ordinary words, alone'),
  sorting: sortingSchema,
  confirmed: z.boolean().optional().describe('By probes, in 30 days'),
  requests: z
    .int()
    .min(1)
    .optional()
    .meta({ about: 'estimates', description: 'A month, for `estimate`' }),
  peak: bare(workloadParameters.peak, 'Per second'),
  mix: bare(workloadParameters.mix),
  has: z.array(keySchema).optional().describe('Columns not blank'),
  columns: z
    .array(keySchema)
    .optional()
    .describe('Also networks,{{#chains}} chains,{{/chains}} scope'),
  limit: limitSchema,
  offset: offsetSchema,
});

export const findOffersTool = tool({
  name: 'find_offers',
  description:
    'Offers of a category. Filter values: list_values; "!x" = not x, "*" = filled, "!*" = blank; numbers: ["min","max"], "" = open; id "or", value columns: one of their filters is enough. Sort by columns,{{#estimates}} estimate,{{/estimates}} networks or scope.',
  about: [
    'apis',
    'apis: RPC and data; quotas: limitationsIncluded a month, limitationsRate a second.',
  ],
  input,
  run: async ({ query, ...input }, context) => {
    const wordsRead = query === undefined ? null : await readWords(query, input, context);
    const category = input.category ?? wordsRead?.toolArguments.category;
    if (category === undefined)
      throw badParameter('category', 'name a category, or say in `query` what you look for', {
        allowed: context.snapshot.catalog.categoryKeys,
      });
    const answer = await answerCategory(
      { ...wordsRead?.toolArguments, ...input, category },
      context,
    );
    return { ...answer, understood: wordsRead?.understood ?? [], argumentsJson: wordsRead?.json };
  },
});

type FindOffersInput = z.infer<typeof input>;
type CategoryInput = FindOffersInput & { readonly category: string };

/** Columns of an answer that are no cells. */
const ownColumns = ['slug', 'provider', 'networks', 'chains', 'scope'] as const;

/** Words that stand where a network does, such as `on foochain`. `queries`: as given and as read. */
function unknownNetworks(
  words: readonly string[],
  queries: readonly (string | null)[],
  terms: Terms,
): string[] {
  const folded = queries.map((query) => ` ${foldText(query ?? '').replaceAll(/\s+/g, ' ')} `);
  return words
    .filter((word) => folded.some((query) => query.includes(` ${terms.on} ${foldText(word)} `)))
    .map((word) => `No ${terms.network} is named "${word}": find_network lists them.`);
}

/** The arguments that a query in ordinary words stands for, and what they do not say. */
async function readWords(
  query: string,
  { category }: { readonly category?: string | undefined },
  { snapshot, urls }: ToolContext,
) {
  const known = category === undefined ? null : readCategory(category, snapshot);
  const scope = { network: urls.onlyNetwork, category: known, asText: [] };
  const read = await answerWords(snapshot, query, scope);
  if (read === null) return null;
  const { leftOut } = read;
  const { corrected, workload } = read.interpretation;
  const toolArguments = argumentsOf(read);
  const understood = [
    ...wordsNotes(read, snapshot.catalog),
    ...unknownNetworks(leftOut, [query, corrected], snapshot.catalog.terms),
    ...(corrected === null ? [] : [`Read as "${corrected}".`]),
    ...(workload === null
      ? []
      : [`No costs are estimated here: estimate_cost takes \`requests\` ${workload.requests}.`]),
  ];
  return { toolArguments, json: JSON.stringify(toolArguments), understood };
}

function argumentsOf({ network, networks, selection, search, interpretation }: WordsAnswer) {
  const { workload } = interpretation;
  const named = network === null ? networks : [network];
  // Offers on most of several networks come first.
  const most = networks.length > 1 && selection.onEach !== true;
  const order = selection.sorting.map(({ column, desc }) => ({ id: column.key, desc }));
  const usual = workload === null ? (most ? ['networks' as const] : []) : [estimateFigure.key];
  const sorting =
    order.length > 0 ? order : usual.map((id) => ({ id, desc: id !== estimateFigure.key }));
  return {
    category: selection.category,
    filters: toApiFilters(selection.filters),
    sorting,
    ...(named.length === 0 ? {} : { network: [...named] }),
    ...(selection.onEach === true ? { networkMatch: 'all' as const } : {}),
    ...(search === '' ? {} : { search }),
    ...(workload === null ? {} : { requests: workload.requests }),
    ...(workload?.peak === undefined ? {} : { peak: workload.peak }),
    ...(workload?.mix === undefined ? {} : { mix: workload.mix }),
  };
}

async function answerCategory(question: CategoryInput, context: ToolContext): Promise<Answer> {
  const { snapshot } = context;
  const {
    has = [],
    columns: chosen,
    limit,
    offset,
    sorting = [],
    filters = [],
    ...selection
  } = question;
  const byPlace = readPlaceSort(sorting);
  const filled = has.map((id) => ({ id, value: ['*'] }));
  const order = byPlace === null ? sorting : sorting.slice(1);
  const request = readSelection(
    { ...selection, filters: [...filters, ...filled], sorting: order },
    context,
  );
  const category = request.categories[0] ?? '';
  const place = { category, snapshot };
  const offerKeys = (chosen ?? []).map((key) => inAnyCase(key, ownColumns)).filter(isOwn);
  const chosenColumns =
    chosen === undefined
      ? null
      : readColumns(
          chosen.filter((key) => !isOwn(inAnyCase(key, ownColumns))),
          'columns',
          place,
        );
  const outcome = await matchOffers(snapshot, request);
  const offers =
    byPlace === null
      ? outcome.offers
      : sortByPlace(outcome.offers, { ...byPlace, request, snapshot });
  const shown = offers.slice(offset, offset + limit);
  const costOf = chosenColumns?.some(({ key }) => key === estimateFigure.key)
    ? costOfOffers(question, request, snapshot)
    : () => ({});
  const page = shown.map((offer) => {
    const listed = readOffer(snapshot, offer, request.networks);
    return { ...listed, row: { ...listed.row, ...costOf(offer) } };
  });
  const { columns, same } =
    chosenColumns === null
      ? chooseColumns(page, { request, snapshot })
      : { columns: chosenColumns, same: [] };
  const { stated, measured } = sameCells(same, page);
  const notes = await notesOf(request, outcome, snapshot);
  return {
    title: `${titleOf(request, question.search ?? '', snapshot)}: ${plural(offers.length, 'offer')}.`,
    applied: appliedTo(snapshot, request, outcome).map(conditionText),
    ...tabulate(page, columns, { offerKeys, isOneNetwork: (question.network ?? []).length === 1 }),
    ...(chosenColumns === null ? { kept: keptOf(columns) } : {}),
    total: offers.length,
    offset,
    allNetworks: `All ${snapshot.catalog.terms.networks} of one: find_network with \`offer\`.`,
    quotations: stated,
    notes: [...notes, ...measured, ...measuredNotes([...columns, ...same], page)],
  };
}

/** The cell of the estimate of an offer, for the workload of the question or the usual one. */
function costOfOffers(
  { requests, peak, mix }: Pick<z.infer<typeof input>, 'requests' | 'peak' | 'mix'>,
  { filters, networks }: OffersRequest,
  snapshot: Snapshot,
): (offer: MatchedOffer) => Row {
  const stated = { ...usualWorkload, ...(requests === undefined ? {} : { requests }), peak, mix };
  const workload = readWorkload(withArchive(stated, filters));
  return ({ rows }) => {
    const { estimate, by } = estimateListings(snapshot, rows, workload, networks);
    return { [estimateFigure.key]: estimateText(estimate, by) };
  };
}

function isOwn(key: string): boolean {
  return ownColumns.some((column) => column === key);
}

function titleOf(request: OffersRequest, search: string, snapshot: Snapshot): string {
  const { namesNetworks, onEach = false } = request;
  const networks = namesNetworks ? request.networks : [];
  const query = { ...request, category: request.categories[0] ?? '' };
  return titleOfView(snapshot, { network: null, networks, onEach }, { query, search });
}

/** What every row says: the names and the price. */
function keptOf(columns: readonly ColumnDefinition[]): readonly string[] {
  return [
    'slug',
    ...columns
      .filter(isMoney)
      .map(({ key }) => key)
      .slice(0, 1),
    'provider',
  ];
}

/**
 * The columns that the query names, then those that help to decide. One with the same value in all
 * rows is told once.
 */
function chooseColumns(
  page: readonly ListedOffer[],
  { request, snapshot }: { readonly request: OffersRequest; readonly snapshot: Snapshot },
) {
  const [category = ''] = request.categories;
  const columns = snapshot.catalog.columnsOf(category);
  const named = [
    ...[...request.sorting, ...request.filters].map(({ column }) => column),
    // Only if one of the rows has a price or a plan that begins or ends.
    ...columns.filter(({ key }) => key === periodColumns.announced),
  ];
  const ranked = decidingColumns(columns);
  const byKey = new Map([...named, ...ranked].toReversed().map((column) => [column.key, column]));
  const all = [...byKey.values()]
    .toReversed()
    .filter(
      (column) =>
        column.key !== 'provider' && page.some(({ row }) => !isBlank(cellOf(row, column))),
    );
  const valuesOf = (column: ColumnDefinition) =>
    new Set(page.map(({ row }) => JSON.stringify(cellOf(row, column))));
  const isSame = (column: ColumnDefinition) => page.length > 1 && valuesOf(column).size === 1;
  const differing = all.filter((column) => !isSame(column)).slice(0, maxColumns);
  const same = all
    .filter((column) => isSame(column) && column.valueKind === 'string')
    .slice(0, maxColumns);
  return {
    columns: differing,
    /** Those whose cells are the same in all rows. */
    same,
  };
}

/** Cells that are the same in all rows: what providers state, and what was measured of them. */
function sameCells(same: readonly ColumnDefinition[], [first]: readonly ListedOffer[]) {
  const cellsOf = (columns: readonly ColumnDefinition[]): Quotation[] =>
    columns.map((column) => ({
      source: `${column.key} of the rows shown`,
      text: String(first === undefined ? '' : cellOf(first.row, column)),
    }));
  const isFigure = ({ key }: ColumnDefinition) => isMeasured(key);
  return {
    stated: cellsOf(same.filter((column) => !isFigure(column))),
    measured: cellsOf(same.filter(isFigure)).map(({ source, text }) => `${source}: ${text}.`),
  };
}

function tabulate(
  page: readonly ListedOffer[],
  columns: readonly ColumnDefinition[],
  {
    offerKeys,
    isOneNetwork,
  }: { readonly offerKeys: readonly string[]; readonly isOneNetwork: boolean },
) {
  const hasChains =
    offerKeys.includes('chains') ||
    page.some(({ chains }) => chains.length > 1 || (chains[0] ?? 'mainnet') !== 'mainnet');
  const hasScopes = offerKeys.includes('scope') || new Set(page.map(({ scope }) => scope)).size > 1;
  const ofColumns = columns.map((column) => {
    return [column.key, !isOwn(column.key), ({ row }: ListedOffer) => cellOf(row, column)] as const;
  });
  const all: readonly (readonly [
    key: string,
    isShown: boolean,
    cellIn: (offer: ListedOffer) => AnswerCell,
  ])[] = [
    ['slug', true, ({ slug }) => slug],
    ['provider', true, ({ provider }) => provider],
    ...ofColumns,
    ['networks', offerKeys.includes('networks') || !isOneNetwork, ({ networks }) => ({ networks })],
    ['chains', hasChains, ({ chains }) => chains],
    ['scope', hasScopes, ({ scope }) => scope],
    ['handshake', page.some(({ handshake }) => handshake !== null), ({ handshake }) => handshake],
    ['confirmed', page.some(({ confirmed }) => confirmed !== null), ({ confirmed }) => confirmed],
  ];
  const cells = all.filter(([, isShown]) => isShown);
  return {
    columns: cells.map(([key]) => key),
    rows: page.map((offer) => cells.map(([, , cellIn]) => cellIn(offer))),
  };
}

/** Where the figures of a measured column come from. */
function measuredNotes(
  columns: readonly ColumnDefinition[],
  page: readonly ListedOffer[],
): readonly string[] {
  const samples = shownMeasures(
    page.map(({ measured }) => measured),
    columns,
  );
  if (samples.length === 0) return [];
  const places = [...new Set(samples.flatMap((measure) => measure.places))];
  const days = samples.flatMap(({ lastDay }) => lastDay ?? []).toSorted();
  const from = places.length === 0 ? '' : ` from ${joinNames(places)}`;
  return [
    `Verified columns: measured by this directory${from} to ${days.at(-1)}; rows with probes=1 have the numbers of readings.`,
  ];
}

async function notesOf(
  request: OffersRequest,
  outcome: MatchedOffers,
  snapshot: Snapshot,
): Promise<string[]> {
  const hints = await hintsOf(snapshot, request, outcome);
  const empty = outcome.offers.length === 0 ? await explainEmpty(snapshot, request, hints) : [];
  const applied = appliedTo(snapshot, request, outcome);
  const silent = applied.flatMap(({ id, notStated = 0, keptUnstated = 0 }) =>
    notStated + keptUnstated > 0 ? id : [],
  );
  const left = [
    ...leftOutNotes({ applied, item: 'offer' }),
    ...(silent.length === 0
      ? []
      : [`The filter value "!*" of ${joinNames(silent, 'disjunction')} has those without.`]),
  ];
  const labelOf = (key: string) => snapshot.catalog.columns.get(key)?.label ?? key;
  return [...empty, ...orderNotes(hints, labelOf), ...left];
}
