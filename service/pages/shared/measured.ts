/** Promise and measurement of the rows of a line, with a line of 30 days. */
import { numberKeys } from '../../../model/columns.ts';
import type { MeasuredDay } from '../../../model/measures.ts';
import { recentDays } from '../../../model/probes.ts';
import { benchmarksOfRow } from '../../query/probes.ts';
import type { MeasuredRow } from '../../snapshot/probes.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { textsOf } from '../../text/cells.ts';
import {
  describeBenchmark,
  describeOthers,
  describePlace,
  describeUptime,
  type Promised,
} from '../../text/measured.ts';

/** Chains of one line; more would hide the facts of the offer. */
const maxShown = 4;
const maxBenchmarks = 6;

/** Of each row that was measured; those with the same figures are one. */
export function presentMeasured(snapshot: Snapshot, ids: readonly number[]) {
  const rows = ids.flatMap((id) => {
    const measured = snapshot.probes.measured.get(id);
    return measured === undefined ? [] : [{ id, measured }];
  });
  return rows.slice(0, maxShown).map(({ id, measured }) => ({
    chain: ids.length > 1 ? snapshot.chainOf(id) : null,
    uptime: describeUptime(measured, promisedOf(snapshot, id)),
    others: [...describeOthers(measured), ...measured.byPlace.map(describePlace)].join(' · '),
    ...presentDays(measured),
  }));
}

/** What the row promises of its uptime. */
export function promisedOf(snapshot: Snapshot, id: number): Promised {
  const [text = null] = textsOf(snapshot.row(id).uptimeSla);
  const percent = snapshot.numbers(id)[numberKeys('uptimeSla')[0]];
  return { text, percent: typeof percent === 'number' ? percent : null };
}

const size = { width: 240, height: 36, top: 3 } as const;

/** Median latency of each day as a line, days with failures as bars below it. */
function presentDays({ daily, measure }: MeasuredRow) {
  const end = Date.parse(daily.at(-1)?.day ?? measure.lastDay ?? '1970-01-01');
  const highest = Math.max(1, ...daily.map(({ latencyMs }) => latencyMs ?? 0));
  const step = size.width / recentDays;
  const xOf = ({ day }: MeasuredDay) =>
    size.width - step * ((end - Date.parse(day)) / 86_400_000 + 0.5);
  const yOf = (latencyMs: number) =>
    round(size.height - ((size.height - size.top) * latencyMs) / highest);
  const points = daily.flatMap((each) =>
    each.latencyMs === null ? [] : [`${round(xOf(each))},${yOf(each.latencyMs)}`],
  );
  const bars = daily
    .filter(({ readings, answers }) => answers < readings)
    .map((each) => {
      const height = round((size.height * (each.readings - each.answers)) / each.readings);
      const x = round(xOf(each) - step / 2);
      return { x, y: round(size.height - height), width: round(step), height };
    });
  return {
    ...size,
    points: points.join(' '),
    bars,
    days: daily.map(({ day, readings, answers, latencyMs }) => ({
      day,
      answers: `${answers} of ${readings}`,
      latency: latencyMs === null ? 'no answer' : `${Math.round(latencyMs)} ms`,
    })),
  };
}

/** What others measured, each figure with its source; the same of several rows once. */
export function presentBenchmarks(
  snapshot: Snapshot,
  network: string | null,
  ids: readonly number[],
) {
  const found = new Set(ids.flatMap((id) => benchmarksOfRow(snapshot, network, id)));
  return [...found]
    .slice(0, maxBenchmarks)
    .map((each) => ({ text: describeBenchmark(each), href: each.sourceUrl }));
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
