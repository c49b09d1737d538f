/** Probes: what the world answered when a fact of the sources was checked against it. */

import * as z from 'zod';

/** What is probed: an RPC endpoint, an MCP server, an address of a page, words on a page. */
export const probeKinds = ['endpoint', 'mcp', 'link', 'quotation'] as const;
export type ProbeKind = (typeof probeKinds)[number];

/**
 * Results, and whether one is a good answer. Null: it says nothing about the fact, because the
 * other side refused the question. A good answer confirms a fact of its kind only: a page that
 * answers confirms its address, and no price on it.
 */
export const probeResults = {
  answered: true,
  moved: true,
  confirmed: true,
  'wrong-chain': false,
  'no-archive': false,
  changed: false,
  dead: false,
  parked: false,
  'bad-tls': false,
  error: false,
  unreachable: false,
  'needs-key': null,
  limited: null,
  disallowed: null,
  unreadable: null,
  unsafe: null,
} as const satisfies Readonly<Record<string, boolean | null>>;

export type ProbeResultName = keyof typeof probeResults;

const text = z.string().nullable();
const number = z.number().nullable();

/** Columns whose values together name a target. */
export const targetColumns = ['kind', 'address', 'expected', 'category', 'slug', 'column'] as const;

/** Depth of states that nodes which prune do not keep: the deepest that is asked before the first block. */
export const deepBlocks = 1_000_000;

/** What an EVM endpoint does for programs, asked once a week; null for what was not found out. */
const capabilities = {
  trace: [z.boolean().nullable(), 'BOOLEAN', 'Whether `trace_call` is answered.'],
  debug: [z.boolean().nullable(), 'BOOLEAN', 'Whether `debug_traceCall` is answered.'],
  archiveDepth: [number, 'BIGINT', 'Blocks below the head, up to which states are answered.'],
  logRange: [number, 'BIGINT', 'Largest range of blocks of `eth_getLogs` that was answered.'],
  logResults: [number, 'BIGINT', 'Logs of the largest result that was answered.'],
  batchSize: [number, 'BIGINT', 'Largest batch that was answered; 1 for none.'],
  subscribes: [z.boolean().nullable(), 'BOOLEAN', 'Whether `eth_subscribe` is answered.'],
} as const satisfies Readonly<Record<string, readonly [z.ZodType, string, string]>>;

type CapabilityShape = { [Key in keyof typeof capabilities]: (typeof capabilities)[Key][0] };

export const capabilityKeys = Object.keys(capabilities) as (keyof typeof capabilities)[];

export const capabilitiesSchema = z.object(
  Object.fromEntries(
    Object.entries(capabilities).map(([key, [schema, , meaning]]) => [
      key,
      schema.describe(meaning),
    ]),
  ) as unknown as CapabilityShape,
);

export type Capabilities = Readonly<z.infer<typeof capabilitiesSchema>>;

const capabilityTypes = Object.entries(capabilities).map(([key, [, type]]) => `${key} ${type}`);

/** Type in DuckDB of what is published of them: with the day on which it was asked. */
export const capabilitiesType = `STRUCT("day" DATE, ${capabilityTypes.join(', ')})`;

/** Columns of a reading, with their types in DuckDB. */
const columns = {
  /** ISO 8601 UTC with milliseconds. */
  at: [z.iso.datetime(), 'TIMESTAMP'],
  kind: [z.enum(probeKinds), 'VARCHAR'],
  address: [z.string(), 'VARCHAR'],
  /**
   * CAIP-2 identifier that an endpoint should have, or quoted words; null if the sources state
   * none.
   */
  expected: [text, 'VARCHAR'],
  /** Of a quotation: the fact that was read on the page. */
  category: [text, 'VARCHAR'],
  slug: [text, 'VARCHAR'],
  column: [text, 'VARCHAR'],
  result: [z.enum(Object.keys(probeResults) as ProbeResultName[]), 'VARCHAR'],
  /** Status, error or other short text; what strangers wrote is never in it. */
  detail: [text, 'VARCHAR'],
  /** Address after redirects, if it is another one. */
  finalAddress: [text, 'VARCHAR'],
  latencyMs: [number, 'DOUBLE'],
  chainId: [text, 'VARCHAR'],
  head: [number, 'BIGINT'],
  /**
   * Blocks below the highest one that an endpoint of the chain stated in the same round. Null unless
   * `peers` is at least `minPeers`, and if the head came too late to be compared.
   */
  blocksBehind: [number, 'BIGINT'],
  archive: [z.boolean().nullable(), 'BOOLEAN'],
  protocolVersion: [text, 'VARCHAR'],
  tools: [z.array(z.string()).readonly().nullable(), 'VARCHAR[]'],
  /** Of the visible text of a page. */
  textSha256: [text, 'VARCHAR'],
  /** Endpoints of the chain, this one included, whose heads were compared in the round. */
  peers: [number.default(null), 'BIGINT'],
  /** Name of the prober's place, from PROBE_PLACE; null without one. */
  place: [text.default(null), 'VARCHAR'],
  /** Whether the request had a key of the operator. */
  withKey: [z.boolean().nullable().default(null), 'BOOLEAN'],
  /** Null in the readings in which they were not asked. */
  capabilities: [
    capabilitiesSchema.nullable().default(null),
    `STRUCT(${capabilityTypes.join(', ')})`,
  ],
  /** Of old readings that one row stands for: their number and days, and the time of the first. */
  times: [number.default(null), 'BIGINT'],
  onDays: [number.default(null), 'BIGINT'],
  firstAt: [text.default(null), 'TIMESTAMP'],
} as const satisfies Readonly<Record<string, readonly [z.ZodType, string]>>;

type Columns = typeof columns;

const entries = Object.entries(columns);

/** One reading of a target: a line of the journal of a run, a row of a file of `build/probes/`. */
export const readingSchema = z.object(
  Object.fromEntries(entries.map(([name, [schema]]) => [name, schema])) as {
    [Name in keyof Columns]: Columns[Name][0];
  },
);

export type Reading = Readonly<z.infer<typeof readingSchema>>;

/** Heads of fewer endpoints are no comparison: of two that differ, nobody knows which one is wrong. */
export const minPeers = 3;

/** Names a fact that is probed. */
export type ProbeTarget = Pick<Reading, (typeof targetColumns)[number]>;

/** DuckDB types by column of a file of readings. */
export const readingColumns: Readonly<Record<string, string>> = Object.fromEntries(
  entries.map(([name, [, type]]) => [name, type]),
);

/** Results of a target that gave no answer of its own. */
export const silentResults: readonly ProbeResultName[] = [
  'unreachable',
  'error',
  'dead',
  'bad-tls',
  'parked',
];

/**
 * Failures in a row, on two days at least, after which a target counts as one that stopped
 * answering.
 */
export const stoppedAfter = { failures: 3, days: 2 } as const;

/** Days of the share of good answers, of latencies, and of a recent confirmation. */
export const recentDays = 30;
