/** What was measured of the endpoints of a row, in words: beside what the provider promises. */
import { dayMs } from '../../common/durations.ts';
import { formatCount } from '../../common/format-count.ts';
import type { Benchmark } from '../../model/benchmarks.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import {
  isBelowStated,
  limitColumns,
  type Measure,
  type MeasuredColumn,
  measuredCells,
  type StatedLimit,
} from '../../model/measures.ts';
import { recentDays } from '../../model/probes.ts';
import type { MeasuredRow, Probe } from '../snapshot/probes.ts';
import { joinNames, plural } from './counts.ts';

/** What a row promises, such as its uptime in percent. */
export interface Promised {
  /** As the cell says it, `99.9%`; null without one. */
  readonly text: string | null;
  readonly number: number | null;
}

/** `212 readings in 30 days from Frankfurt, last on 2026-11-28`. */
export function describeSample({ readings, firstDay, lastDay, places, withKey }: Measure): string {
  const days =
    firstDay === null || lastDay === null
      ? recentDays
      : Math.min(recentDays, (Date.parse(lastDay) - Date.parse(firstDay)) / dayMs + 1);
  const from = places.length === 0 ? '' : ` from ${joinNames(places)}`;
  const key = withKey ? ', some with a key' : '';
  const last = lastDay === null ? '' : `, last on ${lastDay}`;
  return `${plural(readings, 'reading')} in ${plural(days, 'day')}${from}${key}${last}`;
}

/** `Measured from Frankfurt: from elsewhere the figures differ.` */
export function describeSource(measures: readonly Pick<Measure, 'places'>[]): string {
  const places = [...new Set(measures.flatMap((measure) => measure.places))].toSorted();
  const from = places.length === 0 ? 'one place without a name' : places.join(', ');
  return `Measured from ${from}: from elsewhere the figures differ.`;
}

/** `99.9% promised · 99.2% measured here, 212 readings in 30 days from Frankfurt`. */
export function describeUptime(
  { measure, filled }: Pick<MeasuredRow, 'measure' | 'filled'>,
  { text, number }: Promised,
): string {
  const promised = text === null ? '' : `${text} promised · `;
  const sample = describeSample(measure);
  if (!measure.isEnough) return `${promised}too few readings for a figure: ${sample}`;
  const cell = measuredCells(measure).verifiedUptime;
  const by = filled.includes('verifiedUptime') ? '' : ' (the cell is that of the editors)';
  return `${promised}${cell?.text ?? ''} measured here${by}, ${sample}${belowPromise(measure, number)}`;
}

/** One failure of few readings is below most promises, which says little. */
function belowPromise({ uptime, readings, answers }: Measure, percent: number | null): string {
  if (uptime === null || percent === null || uptime >= percent) return '';
  const one = Number((100 / readings).toFixed(2));
  const failed = readings - answers;
  return failed === 1
    ? `; below the promise by one failed reading, which is ${one}% of them`
    : `; below the promise: ${failed} of ${readings} readings failed, one is ${one}%`;
}

/** `50 ms median latency`, `0.99 blocks behind on average in 75 rounds`; none if too few. */
export function describeOthers({ measure }: Pick<MeasuredRow, 'measure'>): string[] {
  if (!measure.isEnough) return [];
  const { verifiedLatency, verifiedBlocksBehindAvg } = measuredCells(measure);
  return [
    ...(verifiedLatency === null ? [] : [`${verifiedLatency.text} median latency`]),
    verifiedBlocksBehindAvg === null
      ? `blocks behind unknown: ${measure.notCompared}`
      : `${blocksText(verifiedBlocksBehindAvg.value)} behind on average in ${plural(measure.compared, 'round')}`,
  ];
}

function blocksText(blocks: number): string {
  return blocks === 1 ? '1 block' : `${blocks} blocks`;
}

/** `10,000 blocks stated · 2,000 blocks answered on 2026-11-28; less than stated`; null if nothing was found. */
export function describeLimit(
  limit: StatedLimit,
  stated: Promised,
  measure: Measure,
): string | null {
  const cell = measuredCells(measure)[limitColumns[limit]];
  if (cell === null) return null;
  const promised = stated.text === null ? '' : `${stated.text} stated · `;
  const isBelow = stated.number !== null && isBelowStated(limit, stated.number, cell.value);
  return `${promised}${cell.text} answered on ${measure.limitsDay}${isBelow ? '; less than stated' : ''}`;
}

/** `Singapore: 99.1%, 212 ms, 108 readings`. */
export function describePlace(measure: Measure): string {
  const cells = measuredCells(measure);
  const [place = 'a place without a name'] = measure.places;
  const facts = [cells.verifiedUptime, cells.verifiedLatency].flatMap((cell) => cell?.text ?? []);
  return `${place}: ${[...facts, plural(measure.readings, 'reading')].join(', ')}`;
}

/**
 * `OpenChainBench: 99.9% answered, median 41 ms, 99th percentile 120 ms, 28,800 readings from eu-west
 * to 2026-11-20 (CC-BY-4.0)`.
 */
export function describeBenchmark(benchmark: Benchmark): string {
  const { source, place, from, until, readings, answered, blocksBehind, method, licence } =
    benchmark;
  const percentile = (name: string, ms: number | null) =>
    ms === null ? [] : [`${name} ${roundedMs(ms)} ms`];
  const facts = [
    ...(answered === null ? [] : [`${Number((100 * answered).toFixed(2))}% answered`]),
    ...percentile('median', benchmark.p50Ms),
    ...percentile('90th percentile', benchmark.p90Ms),
    ...percentile('95th percentile', benchmark.p95Ms),
    ...percentile('99th percentile', benchmark.p99Ms),
    ...(blocksBehind === null ? [] : [`${blocksText(blocksBehind)} behind`]),
    ...(readings === null ? [] : [plural(readings, 'reading')]),
  ];
  const where = place === null ? '' : ` from ${place}`;
  const days = from === null || from === until ? `on ${until}` : `from ${from} to ${until}`;
  const how = method === null ? '' : `; ${method}`;
  return `${source}: ${facts.join(', ')}${where}, ${days}${how} (${licence})`;
}

function roundedMs(ms: number): number {
  return Number(ms.toFixed(ms < 10 ? 1 : 0));
}

/** `traces`, `eth_getLogs up to 10,000 blocks`, `batches of 100`; what was not found out is left out. */
export function describeCapabilities(capabilities: Probe['capabilities']): string[] {
  if (capabilities === null) return [];
  const { trace, debug, archiveDepth, logRange, logResults, batchSize, subscribes } = capabilities;
  const whether = (is: boolean | null, name: string) =>
    is === null ? [] : [is ? name : `no ${name}`];
  return [
    ...whether(trace, 'trace calls'),
    ...whether(debug, 'debug calls'),
    ...(archiveDepth === null ? [] : [`states of ${formatCount(archiveDepth)} blocks back`]),
    ...(logRange === null
      ? []
      : [logRange === 0 ? 'no eth_getLogs' : `eth_getLogs over ${formatCount(logRange)} blocks`]),
    ...(logResults === null ? [] : [`results of ${plural(logResults, 'log')}`]),
    ...(batchSize === null ? [] : [batchSize === 1 ? 'no batches' : `batches of ${batchSize}`]),
    ...whether(subscribes, 'subscriptions'),
    `asked on ${capabilities.day}`,
  ];
}

/** Measures of the rows of a table that one of its columns shows. */
export function shownMeasures(
  rows: readonly (MeasuredRow | null | undefined)[],
  columns: readonly Pick<ColumnDefinition, 'key'>[],
): Measure[] {
  return rows.flatMap((row) =>
    row && columns.some(({ key }) => isFilled(row, key)) ? [row.measure] : [],
  );
}

/** Columns of a row whose cells are filled from readings. */
export function isFilled(row: MeasuredRow | undefined, column: string): boolean {
  return row?.filled.includes(column as MeasuredColumn) ?? false;
}
