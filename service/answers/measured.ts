/** What was measured of offers, here and by others, in words beside what providers promise. */
import { type ColumnDefinition, numberKeys } from '../../model/columns.ts';
import { statedLimits } from '../../model/measures.ts';
import { presenceOf } from '../query/offers.ts';
import { benchmarksOfRow } from '../query/probes.ts';
import type { MeasuredRow } from '../snapshot/probes.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { textsOf } from '../text/cells.ts';
import {
  describeBenchmark,
  describeLimit,
  describeOthers,
  describePlace,
  describeSample,
  describeSource,
  describeUptime,
  isFilled,
  type Promised,
  shownMeasures,
} from '../text/measured.ts';

/** What a row promises in a column. */
function promisedOf(snapshot: Snapshot, id: number, column: string): Promised {
  const [text = null] = textsOf(snapshot.row(id)[column]);
  const number = snapshot.numbers(id)[numberKeys(column)[0]];
  return { text, number: typeof number === 'number' ? number : null };
}

/**
 * Promise and measurement of the uptime or of a limit, or the sample of an uptime that nobody
 * promised; null for other columns, or without one.
 */
export function measuredNote(snapshot: Snapshot, id: number, column: string): string | null {
  const measured = snapshot.probes.measured.get(id);
  if (measured === undefined) return null;
  if (column === 'verifiedUptime') {
    const isPromised = promisedOf(snapshot, id, 'uptimeSla').text !== null;
    return isPromised || !isFilled(measured, column) ? null : describeSample(measured.measure);
  }
  const promised = promisedOf(snapshot, id, column);
  if (column === 'uptimeSla') return describeUptime(measured, promised);
  const limit = statedLimits.find((key) => key === column);
  return limit === undefined ? null : describeLimit(limit, promised, measured.measure);
}

/** Where the figures in the cells of a table were measured; none if it has none of them. */
export function measuredNotes(
  { probes: { measured } }: Pick<Snapshot, 'probes'>,
  ids: readonly number[],
  columns: readonly ColumnDefinition[],
): string[] {
  if (measured.size === 0) return [];
  const measures = shownMeasures(
    ids.map((id) => measured.get(id)),
    columns,
  );
  return measures.length === 0 ? [] : [describeSource(measures)];
}

/** Place of a row of several: `Base, mainnet`. */
export function placeOfRow(snapshot: Snapshot, id: number): string {
  const networks = presenceOf(snapshot, [id], []).networks.map((key) =>
    snapshot.catalog.networkName(key),
  );
  return [networks, snapshot.chainOf(id) ?? []].flat().join(', ');
}

/** A row that was measured, in words. */
export interface MeasuredWords {
  /** The chain, with its network if the rows are on several; null for the only row. */
  readonly place: string | null;
  readonly measured: MeasuredRow;
  /** Promise and measurement of the uptime, with the sample. */
  readonly uptime: string;
  /** Latency, blocks behind, and figures of each place. */
  readonly others: readonly string[];
  /** Stated limits that were asked for. */
  readonly limits: readonly { readonly label: string; readonly text: string }[];
}

/** Of each row that was measured. */
export function measuredWords(snapshot: Snapshot, ids: readonly number[]): MeasuredWords[] {
  const { networks } = presenceOf(snapshot, ids, []);
  const placeOf = (id: number) =>
    networks.length > 1 ? placeOfRow(snapshot, id) : snapshot.chainOf(id);
  return ids.flatMap((id) => {
    const measured = snapshot.probes.measured.get(id);
    if (measured === undefined) return [];
    return [
      {
        place: ids.length > 1 ? placeOf(id) : null,
        measured,
        uptime: describeUptime(measured, promisedOf(snapshot, id, 'uptimeSla')),
        others: [...describeOthers(measured), ...measured.byPlace.map(describePlace)],
        limits: limitsOf(snapshot, id),
      },
    ];
  });
}

function limitsOf(snapshot: Snapshot, id: number): MeasuredWords['limits'] {
  return statedLimits.flatMap((column) => {
    const isStated = promisedOf(snapshot, id, column).text !== null;
    const text = isStated ? measuredNote(snapshot, id, column) : null;
    const label = snapshot.catalog.columns.get(column)?.label ?? column;
    return text === null ? [] : [{ label, text }];
  });
}

export interface BenchmarkWords {
  readonly source: string;
  /** With source, days and licence. */
  readonly text: string;
  readonly href: string;
}

/** What others measured of rows, each figure once. `network`: null for all of the rows. */
export function benchmarkWords(
  snapshot: Snapshot,
  network: string | null,
  ids: readonly number[],
): BenchmarkWords[] {
  const benchmarks = new Set(ids.flatMap((id) => benchmarksOfRow(snapshot, network, id)));
  return Array.from(benchmarks, (benchmark) => ({
    source: benchmark.source,
    text: describeBenchmark(benchmark),
    href: benchmark.sourceUrl,
  }));
}

interface NamedRows {
  readonly slug: string;
  readonly rows: readonly number[];
}

/** Sentences of one answer; more would hide the offers. */
const maxSentences = 6;

/** Sentences of offers that were measured, here and by others. */
export function measuredSentences(
  snapshot: Snapshot,
  network: string | null,
  offers: readonly NamedRows[],
): { readonly ownFigures: readonly string[]; readonly others: readonly BenchmarkWords[] } {
  const ownFigures = offers.flatMap(({ slug, rows }) =>
    measuredWords(snapshot, rows).flatMap(({ place, uptime, others, limits }) => {
      const where = place === null ? '' : `, ${place}`;
      const more = [...others, ...limits.map(({ label, text }) => `${label}: ${text}`)];
      return [[uptime], more].flatMap((facts) =>
        facts.length === 0 ? [] : [`${slug}${where}: ${facts.join(' · ')}.`],
      );
    }),
  );
  const others = benchmarkWords(
    snapshot,
    network,
    offers.flatMap(({ rows }) => rows),
  );
  return { ownFigures: ownFigures.slice(0, maxSentences), others: others.slice(0, maxSentences) };
}
