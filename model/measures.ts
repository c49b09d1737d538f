/**
 * Measures: figures of the readings of the endpoints of a target or a row, in the days that count as
 * recent. They stand beside what providers promise.
 */
import * as z from 'zod';
import { formatCount } from '../common/format-count.ts';

/** Columns of figures of many readings. */
const figureColumns = ['verifiedUptime', 'verifiedBlocksBehindAvg', 'verifiedLatency'] as const;

/** Columns of limits that break programs: what is stated, and what was found when it was asked. */
export const limitColumns = {
  logRange: 'verifiedLogRange',
  batchSize: 'verifiedBatchSize',
  logResults: 'verifiedLogResults',
} as const;
export type StatedLimit = keyof typeof limitColumns;
export const statedLimits = Object.keys(limitColumns) as StatedLimit[];

/** Whether a measured column is a limit, which one answer finds. */
export function isLimit(column: MeasuredColumn): boolean {
  return Object.values(limitColumns).some((key) => key === column);
}

/** The largest limits that are asked for, whatever is stated. */
export const mostAsked: Readonly<Record<StatedLimit, number>> = {
  logRange: 1_000_000,
  batchSize: 1000,
  logResults: 10_000,
};

/**
 * Whether an endpoint refused what is stated. Blocks differ in their logs, so that results are asked
 * for well within the stated size.
 */
export function isBelowStated(limit: StatedLimit, stated: number, found: number): boolean {
  const asked = Math.min(stated, mostAsked[limit]);
  return limit === 'logResults' ? 4 * found < asked : found < asked;
}

/** Columns that a build fills from readings where the cell is blank. */
export const measuredColumns = [...figureColumns, ...Object.values(limitColumns)] as const;
export type MeasuredColumn = (typeof measuredColumns)[number];

export function isMeasured(column: string): column is MeasuredColumn {
  return measuredColumns.some((key) => key === column);
}

/**
 * Readings that judge, and their days, from which a cell is filled. One reading of 20 is 5 percent,
 * so that fewer say little of an uptime; 7 days have each day of a week, and a maintenance or a night
 * of one day does not decide. Four readings a day are 28 in a week.
 */
export const enoughReadings = { readings: 20, days: 7 } as const;

const number = z.number().nullable();
const text = z.string().nullable();

/** Columns of a figure: schema, type in DuckDB, meaning. */
const figure = {
  readings: [z.int(), 'BIGINT', 'Readings that judge: answers and failures.'],
  answers: [z.int(), 'BIGINT', 'Answers among them.'],
  days: [z.int(), 'BIGINT', 'Days with a reading that judges.'],
  firstDay: [text, 'DATE', 'First of these days, in UTC.'],
  lastDay: [text, 'DATE', 'Last of these days.'],
  places: [z.array(z.string()), 'VARCHAR[]', 'Places of the probers; none if they have no name.'],
  withKey: [z.boolean(), 'BOOLEAN', 'Whether some readings were made with a key.'],
  uptime: [number, 'DOUBLE', 'Answers among the readings, in percent.'],
  latencyMs: [number, 'DOUBLE', 'Median latency of the answers, in milliseconds.'],
  blocksBehind: [
    number,
    'DOUBLE',
    'Mean of the blocks below the highest head of the chain in the same round.',
  ],
  compared: [z.int(), 'BIGINT', 'Rounds in which the head was compared.'],
  notCompared: [text, 'VARCHAR', 'Why there are no blocks behind; null if there are.'],
  isEnough: [z.boolean(), 'BOOLEAN', 'Whether the readings are enough to fill cells of rows.'],
  logRange: [number, 'BIGINT', 'Largest range of blocks of `eth_getLogs` that was answered last.'],
  batchSize: [number, 'BIGINT', 'Largest batch of calls that was answered last.'],
  logResults: [number, 'BIGINT', 'Logs of the largest result of `eth_getLogs` last.'],
  limitsDay: [text, 'DATE', 'Last day on which these limits were asked.'],
} as const satisfies Readonly<Record<string, readonly [z.ZodType, string, string]>>;

type Figure = typeof figure;

export const measureSchema = z
  .object(
    Object.fromEntries(
      Object.entries(figure).map(([key, [schema, , meaning]]) => [key, schema.describe(meaning)]),
    ) as unknown as { [Key in keyof Figure]: Figure[Key][0] },
  )
  .meta({ id: 'Measure' });

export type Measure = Readonly<z.infer<typeof measureSchema>>;

export const daySchema = z.object({
  day: z.iso.date(),
  readings: z.int().describe('Readings of the day that judge.'),
  answers: z.int().describe('Answers among them.'),
  latencyMs: number.describe('Median latency of the answers.'),
});

export type MeasuredDay = Readonly<z.infer<typeof daySchema>>;

const struct = (types: Readonly<Record<string, string>>) =>
  `STRUCT(${Object.entries(types)
    .map(([key, type]) => `${/^days?$/.test(key) ? `"${key}"` : key} ${type}`)
    .join(', ')})`;

/** Types in DuckDB. */
export const measureType = struct(
  Object.fromEntries(Object.entries(figure).map(([key, [, type]]) => [key, type])),
);
export const daysType = `${struct({ day: 'DATE', readings: 'BIGINT', answers: 'BIGINT', latencyMs: 'DOUBLE' })}[]`;

/** What cells and problems state of a measure. */
export const measureFacts = [
  'readings',
  'firstDay',
  'lastDay',
  'uptime',
  'latencyMs',
  'blocksBehind',
  'isEnough',
  'logRange',
  'batchSize',
  'logResults',
  'limitsDay',
] as const satisfies readonly (keyof Measure)[];
export type MeasureFacts = Pick<Measure, (typeof measureFacts)[number]>;

type MeasureNumbers = Pick<Measure, 'uptime' | 'blocksBehind' | 'latencyMs' | StatedLimit>;

type MeasuredCells = Readonly<
  Record<MeasuredColumn, { readonly value: number; readonly text: string } | null>
>;

/** Number and text of the cells that a measure states; null where it states none. */
export function measuredCells(measure: MeasureNumbers): MeasuredCells {
  const { uptime, blocksBehind, latencyMs, logRange, batchSize, logResults } = measure;
  const cell = (given: number | null, digits: number, unit: string) => {
    if (given === null) return null;
    const value = Number(given.toFixed(digits));
    return { value, text: `${value}${unit}` };
  };
  const limit = (value: number | null, unit: string) =>
    value === null
      ? null
      : { value, text: `${formatCount(value)} ${unit}${value === 1 ? '' : 's'}` };
  return {
    verifiedUptime: cell(uptime, 2, '%'),
    verifiedBlocksBehindAvg: cell(blocksBehind, 2, ''),
    verifiedLatency: cell(latencyMs, latencyMs !== null && latencyMs < 10 ? 1 : 0, ' ms'),
    verifiedLogRange: limit(logRange, 'block'),
    verifiedBatchSize: limit(batchSize, 'call'),
    verifiedLogResults: limit(logResults, 'log'),
  };
}

/** The cells that builds write: a limit is found by one answer, a figure by enough readings. */
export function cellsToFill(measure: MeasureNumbers & Pick<Measure, 'isEnough'>): MeasuredCells {
  const cells = measuredCells(measure);
  if (measure.isEnough) return cells;
  return { ...cells, verifiedUptime: null, verifiedBlocksBehindAvg: null, verifiedLatency: null };
}
