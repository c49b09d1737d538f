/** Prices of an offer over time as a step chart, with the day of each change. */
import { scaleLinear, scaleUtc } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import type { LoggedChange } from '../../../query/changes/changes.ts';
import { formatDay } from './news.ts';
import { type Amount, readAmount } from './price-change.ts';

/** In pixels. Prices are above the line, days below. */
const heights = { top: 18, bottom: 44, days: 58 } as const;
/** Percentage of the width that a text may need. */
const textWidth = 35;

/** `4 Jan 2026`, in UTC */
const shortDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

interface Step {
  readonly atMs: number;
  readonly amount: Amount;
}

/** Null if the amounts cannot be compared, or if the changes do not follow on each other, as on two chains. */
export function readSteps(changes: readonly LoggedChange[], startMs: number): readonly Step[] | null {
  const [first] = changes;
  if (first === undefined || changes.some(({ before }, at) => at > 0 && before !== changes[at - 1]?.after)) return null;
  const texts = [{ atMs: startMs, text: first.before }, ...changes.map(({ atMs, after }) => ({ atMs, text: after }))];
  const steps = texts.flatMap(({ atMs, text }): Step[] => {
    const amount = readAmount(text);
    return amount === null ? [] : [{ atMs, amount }];
  });
  const measures = new Set(steps.map(({ amount }) => amount.measure).filter((measure) => measure !== ''));
  const values = new Set(steps.map(({ amount }) => amount.value));
  return steps.length === texts.length && measures.size <= 1 && values.size > 1 ? steps : null;
}

/** The line runs to the time of the snapshot. Amounts are drawn in proportion, from 0. */
export function presentSteps(name: string, steps: readonly Step[], endMs: number) {
  const startMs = steps[0]?.atMs ?? 0;
  const x = scaleUtc()
    .domain([startMs, Math.max(endMs, startMs + 1)])
    .range([0, 100]);
  const y = scaleLinear()
    .domain([0, Math.max(...steps.map(({ amount }) => amount.value))])
    .range([heights.bottom, heights.top]);
  const last = steps.at(-1);
  const points = last === undefined ? steps : [...steps, { ...last, atMs: Math.max(endMs, last.atMs) }];
  const draw = line<Step>()
    .x(({ atMs }) => x(atMs))
    .y(({ amount }) => y(amount.value))
    .curve(curveStepAfter)
    .digits(1);
  const texts = placeTexts(steps.map(({ atMs, amount }) => ({ atMs, amount, x: x(atMs), y: y(amount.value) })));
  return {
    ...heights,
    height: heights.days + 4,
    path: draw(points) ?? '',
    texts,
    label: `${name}: ${tellSteps(steps)}`,
  };
}

/** Text of each step and the day of its change, of the last ones first where there is no room for all. */
function placeTexts(steps: readonly (Step & { readonly x: number; readonly y: number })[]) {
  let end = Number.POSITIVE_INFINITY;
  return steps.toReversed().flatMap((step, at) => {
    const isLate = step.x > 100 - textWidth;
    const start = isLate ? step.x - textWidth : step.x;
    if (start + textWidth > end) return [];
    end = start;
    const day = at === steps.length - 1 ? null : shortDay.format(step.atMs);
    return { x: step.x.toFixed(1), y: Math.round(step.y) - 5, price: step.amount.text, day, isLate };
  });
}

/** `$49/month until 3 March 2026, then $59/month` */
function tellSteps(steps: readonly Step[]): string {
  const parts = steps.map(({ amount }, at) => {
    const next = steps[at + 1];
    return next === undefined ? `then ${amount.text}` : `${amount.text} until ${formatDay(next.atMs)}`;
  });
  return parts.join(', ');
}
