/** What probes found, by the addresses and offers that a row states. */
import * as z from 'zod';
import { getOrInsert } from '../../common/get-or-insert.ts';
import type { Benchmark } from '../../model/benchmarks.ts';
import type { Connect } from '../../model/connect.ts';
import type { Quoted } from '../../model/coverage.ts';
import { daySchema, measuredColumns, measureSchema } from '../../model/measures.ts';
import { capabilitiesSchema, probeKinds, probeResults } from '../../model/probes.ts';

const text = z.string().nullable();
const number = z.number().nullable();
const time = z.iso.datetime().nullable();

/** Directories without endpoints have no such field. */
const ofEndpoints = <S extends z.ZodType>(schema: S, description: string): S =>
  schema.meta({ about: 'endpoints', description });

/**
 * One row of probes.parquet that was read. Texts of strangers are in none of its fields but the
 * names of tools.
 */
export const probeSchema = z.object({
  kind: z.enum(probeKinds).describe('What was probed.'),
  address: z.string().describe('Address that the sources state.'),
  expected: text.describe(
    'Quoted words{{#endpoints}}, or CAIP-2 identifier of the chain{{/endpoints}}.',
  ),
  category: text.describe('Of a quotation: category of the offer.'),
  slug: text.describe('Of a quotation: slug of the offer.'),
  column: text.describe('Of a quotation: column of the fact.'),
  result: z.enum(Object.keys(probeResults) as [keyof typeof probeResults]).describe('Last result.'),
  detail: text.describe('Status or error of the last result.'),
  finalAddress: text.describe('Address after redirects, if it is another one.'),
  firstRead: time,
  lastRead: time,
  lastConfirmed: time.describe(
    'Last good answer. A page that answers confirms its address, and no price on it.',
  ),
  readings: z.int().describe('Readings of the last 30 days, with a judgement.'),
  goodShare: number.describe('Share of good answers in these readings, from 0 to 1.'),
  latencyP50Ms: number.describe('Median latency, in milliseconds.'),
  latencyP95Ms: number.describe('95th percentile of the latency.'),
  latencies: z
    .array(z.object({ day: z.iso.date(), latencyMs: z.number() }))
    .describe('Median latency of each day.'),
  failures: z.int().describe('Answers that are not good since the last good one.'),
  stopped: z.boolean().describe('Whether it stopped answering: three failures on two days.'),
  chainId: ofEndpoints(text, 'CAIP-2 identifier that the endpoint stated.'),
  blocksBehind: ofEndpoints(
    z.int().nullable(),
    'Blocks that the endpoint was behind another one, at least.',
  ),
  archive: ofEndpoints(z.boolean().nullable(), 'Whether the endpoint answered for an old block.'),
  protocolVersion: ofEndpoints(text, 'Version of the protocol that the MCP server chose.'),
  tools: ofEndpoints(z.array(z.string()).nullable(), 'Names of the tools of the MCP server.'),
  capabilities: ofEndpoints(
    capabilitiesSchema
      .extend({ day: z.iso.date().describe('Day on which it was asked.') })
      .nullable(),
    'What an EVM endpoint does for programs; null if it was not asked.',
  ),
  measure: ofEndpoints(
    measureSchema.nullable(),
    'Figures of the endpoint in the last 30 days; null if no reading of it judges.',
  ),
  byPlace: ofEndpoints(z.array(measureSchema), 'The same of each place, if there are several.'),
  daily: ofEndpoints(z.array(daySchema), 'Readings of each of these days.'),
});

/** What a build measured of the endpoints of a row. */
export const measuredSchema = z
  .object({
    filled: z
      .array(z.enum(measuredColumns))
      .describe('Columns whose cells are filled from readings; editors wrote the others.'),
    measure: measureSchema,
    byPlace: probeSchema.shape.byPlace,
    daily: probeSchema.shape.daily,
  })
  .meta({ id: 'Measured' });

export type MeasuredRow = Readonly<z.infer<typeof measuredSchema>>;

export type Probe = Readonly<z.infer<typeof probeSchema>>;

export interface ProbeCount {
  readonly kind: Probe['kind'];
  readonly targets: number;
  readonly read: number;
  readonly confirmed: number;
  readonly stopped: number;
}

interface Figures {
  /** By row id. */
  readonly measured: ReadonlyMap<number, MeasuredRow>;
  readonly benchmarks: readonly Benchmark[];
  /** By category and column. */
  readonly quoted?: ReadonlyMap<string, Quoted>;
}

export class ProbeLog {
  /** In the order of the sources. */
  readonly all: readonly Probe[];
  /** Of all targets, read or not; a kind without targets is missing. */
  readonly counts: readonly ProbeCount[];
  /** Ids of rows of which a probe confirmed something in the 30 days before the snapshot. */
  readonly confirmed: ReadonlySet<number>;
  /** By row id. */
  readonly measured: ReadonlyMap<number, MeasuredRow>;
  /** Quotations of the sources, read or not, by category and column: `apis accessPrice`. */
  readonly quoted: ReadonlyMap<string, Quoted>;
  readonly #byAddress = new Map<string, Probe[]>();
  /** By endpoint, and by provider and network. */
  readonly #benchmarks = new Map<string, Benchmark[]>();
  readonly #byOffer = new Map<string, Probe[]>();

  constructor(
    probes: readonly Probe[],
    counts: readonly ProbeCount[],
    confirmed: Iterable<number>,
    { measured, benchmarks, quoted = new Map() }: Figures = { measured: new Map(), benchmarks: [] },
  ) {
    for (const benchmark of benchmarks)
      getOrInsert(
        this.#benchmarks,
        benchmark.endpoint ?? `${benchmark.provider} ${benchmark.network}`,
        () => [],
      ).push(benchmark);
    this.all = probes;
    this.counts = counts;
    this.confirmed = new Set(confirmed);
    this.measured = measured;
    this.quoted = quoted;
    for (const probe of probes) {
      const [index, key] =
        probe.kind === 'quotation'
          ? [this.#byOffer, `${probe.category} ${probe.slug}`]
          : [this.#byAddress, `${probe.kind} ${probe.address}`];
      getOrInsert(index, key, () => []).push(probe);
    }
  }

  /**
   * Endpoints, server and quotations of a row; none for what was never read. `chainId`: of the row,
   * null if unknown.
   */
  ofRow({ category, offer, connect, chainId }: ProbedRow): readonly Probe[] {
    if (this.all.length === 0) return [];
    return [
      ...this.#connections(connect, chainId),
      ...(this.#byOffer.get(`${category} ${offer}`) ?? []),
    ];
  }

  /**
   * What others measured of the endpoints of a row, or of its provider on one of the networks and
   * on the chain of the row.
   */
  benchmarksOf({ connect, provider, networks, chain }: BenchmarkedRow): readonly Benchmark[] {
    if (this.#benchmarks.size === 0) return [];
    const endpoints = connect !== null && 'endpoints' in connect ? connect.endpoints : [];
    const keys = [
      ...endpoints.map(({ url }) => url),
      ...networks.map((network) => `${provider} ${network}`),
    ];
    const probes = [...new Set(keys)].flatMap((key) => this.#benchmarks.get(key) ?? []);
    return probes.filter((probe) => probe.chain === null || probe.chain === chain);
  }

  /** Links by their addresses, each once. */
  ofLinks(addresses: readonly string[]): readonly Probe[] {
    const pages = new Set(addresses.map((address) => address.split('#')[0] ?? ''));
    return [...pages].flatMap((page) => this.#byAddress.get(`link ${page}`) ?? []);
  }

  /**
   * Null for an address that was never read. Two networks may state the address with two chains:
   * `chainId` says which one is expected, null if that is unknown.
   */
  ofEndpoint(url: string, chainId: string | null): Probe | null {
    const probes = this.#byAddress.get(`endpoint ${url}`) ?? [];
    return probes.find(({ expected }) => expected === chainId) ?? probes[0] ?? null;
  }

  #connections(connect: Connect | null, chainId: string | null): readonly Probe[] {
    if (connect === null) return [];
    if ('endpoints' in connect)
      return connect.endpoints.flatMap(({ url }) => this.ofEndpoint(url, chainId) ?? []);
    return connect.server.ways.flatMap((way) =>
      way.kind === 'hosted' ? (this.#byAddress.get(`mcp ${way.url}`) ?? []) : [],
    );
  }
}

export interface ProbedRow {
  readonly category: string;
  /** Slug of the offer. */
  readonly offer: string;
  readonly connect: Connect | null;
  readonly chainId: string | null;
}

export interface BenchmarkedRow {
  readonly connect: Connect | null;
  readonly provider: string;
  /** Keys. */
  readonly networks: readonly string[];
  readonly chain: string | null;
}
