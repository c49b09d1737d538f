/** Promise and measurement of the rows of a line, with a line of 30 days. */
import { dayMs } from '../../../common/durations.ts';
import type { MeasuredDay } from '../../../model/measures.ts';
import { recentDays } from '../../../model/probes.ts';
import { benchmarkWords, measuredWords } from '../../answers/measured.ts';
import type { MeasuredRow } from '../../snapshot/probes.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';

/** Places of one line; more would hide the facts of the offer. */
const maxShown = 4;
const maxBenchmarks = 6;

/** Of the rows that were measured; null without one. */
export function presentMeasured(snapshot: Snapshot, ids: readonly number[]) {
  const words = measuredWords(snapshot, ids);
  if (words.length === 0) return null;
  const rows = words.slice(0, maxShown).map(({ place, measured, uptime, others, limits }) => ({
    place,
    uptime,
    others: others.join(' · '),
    limits,
    ...presentDays(measured),
  }));
  const more = words.length - rows.length;
  return { rows, more: more === 0 ? null : `${plural(more, 'further listing')} measured.` };
}

function latencyText(latencyMs: number): string {
  return `${Number(latencyMs.toFixed(latencyMs < 10 ? 1 : 0))} ms`;
}

const size = { width: 240, height: 36, top: 3 } as const;

/** Median latency of each day as a line, days with failures as bars below it. */
function presentDays({ daily, measure }: MeasuredRow) {
  const end = Date.parse(daily.at(-1)?.day ?? measure.lastDay ?? '1970-01-01');
  const highest = Math.max(1, ...daily.map(({ latencyMs }) => latencyMs ?? 0));
  const step = size.width / recentDays;
  const xOf = ({ day }: MeasuredDay) => size.width - step * ((end - Date.parse(day)) / dayMs + 0.5);
  const yOf = (latencyMs: number) =>
    round(size.height - ((size.height - size.top) * latencyMs) / highest);
  const points = daily.flatMap((dayReadings) =>
    dayReadings.latencyMs === null
      ? []
      : [`${round(xOf(dayReadings))},${yOf(dayReadings.latencyMs)}`],
  );
  const bars = daily
    .filter(({ readings, answers }) => answers < readings)
    .map((dayReadings) => {
      const height = round(
        (size.height * (dayReadings.readings - dayReadings.answers)) / dayReadings.readings,
      );
      const x = round(xOf(dayReadings) - step / 2);
      return { x, y: round(size.height - height), width: round(step), height };
    });
  return {
    ...size,
    points: points.join(' '),
    bars,
    days: daily.map(({ day, readings, answers, latencyMs }) => ({
      day,
      answers: `${answers} of ${readings}`,
      latency: latencyMs === null ? 'no answer' : latencyText(latencyMs),
    })),
  };
}

/** What others measured, each figure with its source; the same of several rows once. */
export function presentBenchmarks(...args: Parameters<typeof benchmarkWords>) {
  return benchmarkWords(...args).slice(0, maxBenchmarks);
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
