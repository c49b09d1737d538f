/**
 * Chart of the cost against the number of requests: a line for each provider, its cheapest plan
 * that suffices, logarithmic in both directions.
 */
import { scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { groupBy } from '../../../../common/group-by.ts';
import { compareEstimates, isKnown, type KnownCost } from '../../../answers/compare-estimates.ts';
import { costText, shortMoneyText } from '../../../answers/cost-text.ts';
import { listingsModel } from '../../../answers/estimates.ts';
import type { PriceModel } from '../../../estimate/estimate.ts';
import type { Volume } from '../../../estimate/workloads.ts';
import { groupOffers } from '../../../query/offers.ts';
import { listParameters, withoutWorkload, withQuery } from '../../../questions/list.ts';
import { usualWorkload } from '../../../questions/parameters.ts';
import { isEstimated, readWorkload, type WorkloadParameters } from '../../../questions/workload.ts';
import { plural } from '../../../text/counts.ts';
import { presentWorkload } from '../columns/estimates.ts';
import { ofProvider } from '../links.ts';
import type { Toolbox } from '../read.ts';
import { logScale, powersOfTen, rounded, tints } from './scales.ts';

/** Powers of ten on each side of the requests that were asked for. */
const decades = 2;
/**
 * Points of a line in a power of ten, so close that plans end and begin in steps: each volume is
 * 1.5 times the one before.
 */
const steps = 6;
/** In pixels. What is free has a row of its own below the scale. */
const heights = { top: 16, scale: 260, free: 284, label: 16 } as const;
/**
 * Percentages of the width between which the lines are: texts of the scale are on one side, names
 * on the other.
 */
const sides = { left: 10, right: 76 } as const;
/**
 * Providers that have a colour and a name, besides those of picked offers: the cheapest at the
 * asked volume.
 */
const named = 5;
/** Width of a letter on a phone, where names need the largest percentage. */
const letterWidth = 2.2;

/** Dollars a month by volume; null if no plan suffices or says so. */
type Costs = readonly (KnownCost | null)[];
type ProviderCosts = ReturnType<typeof readCosts>[number];

/**
 * The button that asks for estimates or removes them, and the form "Cost for my workload" beside
 * them; null in a category without estimates.
 */
export function presentCost(toolbox: Toolbox) {
  const { snapshot, question, estimates, href } = toolbox;
  if (!isEstimated(snapshot.catalog, question.query.category)) return null;
  const { workload } = question;
  const without = withoutWorkload(withQuery(question, { sorting: [] }));
  const [kept, { filters }] = [listParameters(without), question.query];
  const summary = `${estimates?.counted} The details of an offer show its steps.`;
  return {
    toggle: href({ ...without, workload: workload === null ? usualWorkload : null }),
    form: workload === null ? null : presentWorkload(workload, { kept, filters, summary }),
    chart: workload === null ? null : presentChart(toolbox, workload),
  };
}

/** Null if no offer has an estimate in dollars. */
function presentChart(toolbox: Toolbox, workload: WorkloadParameters) {
  const { question, columns, href } = toolbox;
  const { requests } = workload;
  const volumes = volumesAround(requests);
  const providers = readCosts(toolbox, workload, volumes);
  if (providers.length === 0) return null;
  const amounts = providers.flatMap(({ costs }) =>
    costs.flatMap((cost) => (cost !== null && cost.max > 0 ? cost.max : [])),
  );
  const x = scaleLog()
    .domain([requests / 10 ** decades, requests * 10 ** decades])
    .range([sides.left, sides.right]);
  const y = logScale(amounts, [heights.scale, heights.top]);
  const yOf = ({ max }: KnownCost) => (max === 0 ? heights.free : y(max));
  const shown = volumes.filter((_, at) => isShown(at));
  const heads = shown.map(compact);
  const column = columns.find(({ key }) => key === 'provider');
  const isNamed = providers.map(({ isPicked }, at) => isPicked || at < named);
  const drawn = providers.map(({ provider, costs, texts }, at) => {
    const points = costs.map((cost, volume) => ({
      x: x(volumes[volume] ?? 1),
      y: cost === null ? null : yOf(cost),
    }));
    const end = points.findLast((point) => point.y !== null);
    const known = texts.flatMap((text, volume) =>
      text === null ? [] : `${text} for ${heads[volume]}`,
    );
    return {
      provider,
      isNamed: isNamed[at] === true,
      tint: isNamed[at] ? `tint-${isNamed.slice(0, at).filter(Boolean).length % tints}` : 'rest',
      href: column === undefined ? '' : href(ofProvider(question, column, provider)),
      path: pathOf(points),
      /** Point after which the line has no other. */
      end: { x: rounded(end?.x ?? 0), y: rounded(end?.y ?? heights.free) },
      /** `dRPC: $0 for 50K, $0 for 5M, $594 for 100M requests` */
      texts: `${provider}: ${known.join(', ')} requests`,
    };
  });
  return {
    caption: `Cost a month of ${plural(providers.length, 'provider')} by requests, in dollars`,
    ...heights,
    ...sides,
    height: heights.free + 34,
    ticksAt: heights.free + 26,
    xTicks: shown.map((value) => ({ x: rounded(x(value)), text: compact(value) })),
    yTicks: powersOfTen(y).map((value) => ({
      y: rounded(y(value)),
      text: shortMoneyText(value, 'USD'),
    })),
    volume: { x: rounded(x(requests)), text: compact(requests) },
    // Grey lines are below the others.
    lines: drawn
      .filter((drawnLine) => !drawnLine.isNamed)
      .concat(drawn.filter((drawnLine) => drawnLine.isNamed)),
    names: placeNames(drawn.filter((drawnLine) => drawnLine.isNamed)),
    heads,
    ...presentTable(providers, isNamed),
  };
}

/** Volumes with a tick and a column of the table. */
const isShown = (index: number) => index % steps === 0;

const compactNumbers = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumSignificantDigits: 3,
});

function compact(requests: number): string {
  return compactNumbers.format(requests);
}

function volumesAround(requests: number): number[] {
  return Array.from(
    { length: 2 * decades * steps + 1 },
    (_, at) => requests * 10 ** (at / steps - decades),
  );
}

/** The cheapest at the asked volume first. */
function readCosts(
  { snapshot, matchedRows, question: { picked } }: Toolbox,
  workloadParameters: WorkloadParameters,
  volumes: readonly number[],
) {
  const workload = readWorkload(workloadParameters);
  const byProvider = groupBy(groupOffers(snapshot, matchedRows.ids), ({ offer }) => offer.provider);
  const workloads = volumes.map((requestsPerMonth) => ({ ...workload, requestsPerMonth }));
  const all = Array.from(byProvider, ([provider, plans]) => {
    const models = plans.map(({ rows }) => listingsModel(snapshot, rows, workload));
    const costs = cheapestOf(models, workloads);
    const texts = costs
      .filter((_, at) => isShown(at))
      .map((cost) => (cost === null ? null : costText(cost)));
    // Whether an offer is picked for comparison, and the costs of the volumes with a tick in words.
    return {
      provider,
      isPicked: plans.some(({ offer }) => picked.includes(offer.slug)),
      costs,
      texts,
    };
  });
  const rankOf = ({ costs }: { readonly costs: Costs }) =>
    costs[decades * steps]?.max ?? Number.MAX_VALUE;
  return all
    .filter(({ costs }) => costs.some((cost) => cost !== null))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The lowest cost in dollars of each volume; the volumes are in ascending order. */
function cheapestOf(models: readonly PriceModel[], volumes: readonly Volume[]): Costs {
  const lowest = volumes.map((): KnownCost | null => null);
  for (const model of models)
    for (const [at, volume] of volumes.entries()) {
      const known = lowest[at] ?? null;
      if (isFree(known)) continue;
      const cost = model(volume);
      // A plan that does not suffice for a number of requests does not for more.
      if (cost.kind === 'none') break;
      lowest[at] = lowerOf(cost, known);
    }
  return lowest;
}

/** Whether no plan costs less. */
function isFree(cost: KnownCost | null): boolean {
  return cost !== null && cost.max === 0 && cost.bound !== 'from';
}

function lowerOf(cost: KnownCost, known: KnownCost | null): KnownCost | null {
  if (cost.currency !== 'USD' || !isKnown(cost)) return known;
  return known === null || compareEstimates(cost, known) < 0 ? cost : known;
}

/** SVG path. A line has gaps where no plan suffices, and no points between two of its height. */
function pathOf(all: readonly { readonly x: number; readonly y: number | null }[]): string {
  const points = all.filter(({ y }, index) => y !== all[index - 1]?.y || y !== all[index + 1]?.y);
  const draw = line<(typeof points)[number]>()
    .defined(({ y }) => y !== null)
    .x(({ x }) => x)
    .y(({ y }) => y ?? 0)
    .digits(1);
  return draw(points) ?? '';
}

interface Line {
  readonly provider: string;
  readonly end: { readonly x: number; readonly y: number };
}

/** Puts the name of each line beside its end, apart from other names. */
function placeNames<T extends Line>(lines: readonly T[]) {
  const names = lines.map((line) => ({ line, ...line.end }));
  const upward = names.toSorted((a, b) => b.y - a.y);
  pushApart(upward, -1);
  for (const name of names) name.y = Math.max(name.y, heights.top);
  pushApart(upward.toReversed(), 1);
  return names.map(({ line, x, y }) => ({ ...line, nameAt: { x: x + 1, y: y + 4 } }));
}

interface PlacedName {
  readonly line: Line;
  readonly x: number;
  y: number;
}

/** Moves names up (-1) or down (1), away from those before them that they would cover. */
function pushApart(names: readonly PlacedName[], direction: -1 | 1): void {
  for (const [at, name] of names.entries())
    for (const other of names.slice(0, at)) {
      const [left, right] = name.x < other.x ? [name, other] : [other, name];
      const isBeside = right.x - left.x < left.line.provider.length * letterWidth;
      if (isBeside && direction * (name.y - other.y) < heights.label)
        name.y = other.y + direction * heights.label;
    }
}

/**
 * The lines in numbers, those with a name apart. Of the shown volumes the lowest costs are marked.
 */
function presentTable(providers: readonly ProviderCosts[], isNamed: readonly boolean[]) {
  const rows = providers.map(({ costs }) =>
    costs.filter((_, at) => isShown(at)).map((cost) => cost?.max ?? null),
  );
  const [first = []] = rows;
  const lowest = first.map((_, at) =>
    Math.min(...rows.map((row) => row[at] ?? Number.POSITIVE_INFINITY)),
  );
  const all = providers.map(({ provider, texts }, row) => ({
    provider,
    cells: texts.map((text, at) => ({
      text: text ?? '–',
      isLowest: text !== null && rows[row]?.[at] === lowest[at],
    })),
  }));
  const rest = all.filter((_, at) => !isNamed[at]);
  return {
    table: all.filter((_, at) => isNamed[at]),
    rest: rest.length === 0 ? null : { count: plural(rest.length, 'more provider'), rows: rest },
  };
}
