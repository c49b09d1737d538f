/**
 * Benchmarks: what others measured of endpoints and providers and published. Each figure keeps its
 * source and licence, and is never mixed with the readings of this directory.
 */
import * as z from 'zod';

const text = z.string().max(500).nullable();
const number = z.number().nonnegative().nullable();
const day = z.iso.date();
const address = z.url({ protocol: /^https?$/ });

/** Columns of a benchmark: schema, type in DuckDB, meaning. */
const columns = {
  endpoint: [
    text,
    'VARCHAR',
    'Address of the endpoint, as the sources state it; null for figures of a provider.',
  ],
  provider: [
    text,
    'VARCHAR',
    'Name of the provider{{#endpoints}}; null for figures of an endpoint{{/endpoints}}.',
  ],
  network: [text, 'VARCHAR', '{{Network}} key{{#endpoints}}; null for an endpoint{{/endpoints}}.'],
  chain: [text, 'VARCHAR', 'Chain of the {{network}}, such as `mainnet`; null for all of it.'],
  place: [text, 'VARCHAR', 'Place or region from which was measured.'],
  from: [day.nullable(), 'DATE', 'First day of the measurement, in UTC.'],
  until: [day, 'DATE', 'Last day of the measurement.'],
  readings: [z.int().nonnegative().nullable(), 'BIGINT', 'Number of measurements.'],
  answered: [z.number().min(0).max(1).nullable(), 'DOUBLE', 'Share of answers, from 0 to 1.'],
  p50Ms: [number, 'DOUBLE', 'Median latency in milliseconds.'],
  p90Ms: [number, 'DOUBLE', '90th percentile of the latency.'],
  p95Ms: [number, 'DOUBLE', '95th percentile of the latency.'],
  p99Ms: [number, 'DOUBLE', '99th percentile of the latency.'],
  blocksBehind: [number, 'DOUBLE', 'Blocks behind the newest one, on average.'],
  method: [text, 'VARCHAR', 'What was called and how, in a few words.'],
  source: [z.string().min(1).max(100), 'VARCHAR', 'Who measured.'],
  sourceUrl: [address, 'VARCHAR', 'Page that has the figures.'],
  licence: [
    z.string().min(1).max(100),
    'VARCHAR',
    'Licence of the figures, as their source names it.',
  ],
} as const satisfies Readonly<Record<string, readonly [z.ZodType, string, string]>>;

type Columns = typeof columns;
type Column = keyof Columns;

const entries = Object.entries(columns);

export const benchmarkSchema = z
  .object(
    Object.fromEntries(
      entries.map(([key, [schema, , meaning]]) => [key, schema.describe(meaning)]),
    ) as unknown as { [Key in Column]: Columns[Key][0] },
  )
  .meta({ id: 'Benchmark' });

export type Benchmark = Readonly<z.infer<typeof benchmarkSchema>>;

export const benchmarkKeys = Object.keys(columns) as readonly Column[];

/** Figures, of which a benchmark has one at least. */
const figures = ['answered', 'p50Ms', 'p90Ms', 'p95Ms', 'p99Ms', 'blocksBehind'] as const;

/** A line of an import. */
export const statedBenchmarkSchema = benchmarkSchema
  .refine(({ endpoint, provider }) => endpoint !== null || provider !== null, {
    path: ['provider'],
    error: 'names neither an endpoint nor a provider',
  })
  .refine(({ endpoint, network }) => endpoint !== null || network !== null, {
    path: ['network'],
    error: 'names no network, which figures of a provider need',
  })
  .refine((line) => figures.some((key) => line[key] !== null), {
    path: ['p50Ms'],
    error: `none of ${figures.join(', ')} has a figure`,
  })
  .refine(({ from, until }) => from === null || from <= until, {
    path: ['from'],
    error: 'is after `until`',
  });

/** Whether the cells of a column are numbers, which a CSV file has as texts. */
export function hasNumbers(key: Column): boolean {
  return columns[key][1] !== 'VARCHAR' && columns[key][1] !== 'DATE';
}

export const benchmarkColumns = Object.fromEntries(
  entries.map(([key, [, type, meaning]]) => [key, [type, meaning]]),
) as { [Key in Column]: [type: string, meaning: string] };
