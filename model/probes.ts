/** Probes: what the world answered when a fact of the sources was checked against it. */

import * as z from 'zod';

/** What is probed: an RPC endpoint, an MCP server, an address of a page, words on a page. */
export const probeKinds = ['endpoint', 'mcp', 'link', 'quotation'] as const;
export type ProbeKind = (typeof probeKinds)[number];

/**
 * Results, and whether one is a good answer. Null: it says nothing about the fact, because the other side refused the question. A
 * good answer confirms a fact of its kind only: a page that answers confirms its address, and no price on it.
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

const targetFields = {
  kind: z.enum(probeKinds),
  address: z.string(),
  /** CAIP-2 identifier that an endpoint should have, or quoted words; null if the sources state none. */
  expected: text,
  /** Of a quotation: the fact that was read on the page. */
  ...{ category: text, slug: text, column: text },
};

/** One reading of a target: a line of the journal of a run, a row of a file of `build/probes/`. */
export const readingSchema = z.object({
  /** ISO 8601 UTC with milliseconds. */
  at: z.iso.datetime(),
  ...targetFields,
  result: z.enum(Object.keys(probeResults) as ProbeResultName[]),
  /** Status, error or other short text; what strangers wrote is never in it. */
  detail: text,
  /** Address after redirects, if it is another one. */
  finalAddress: text,
  ...{ latencyMs: number, chainId: text, head: number },
  /** At least: another endpoint of the chain had stated a higher block before. Null without another endpoint. */
  blocksBehind: number,
  archive: z.boolean().nullable(),
  protocolVersion: text,
  tools: z.array(z.string()).readonly().nullable(),
  /** Of the visible text of a page. */
  textSha256: text,
});

export type Reading = Readonly<z.infer<typeof readingSchema>>;

/** Names a fact that is probed. */
export type ProbeTarget = Pick<Reading, keyof typeof targetFields>;

const target = {
  kind: 'VARCHAR',
  address: 'VARCHAR',
  expected: 'VARCHAR',
  category: 'VARCHAR',
  slug: 'VARCHAR',
  column: 'VARCHAR',
} as const satisfies Readonly<Record<keyof ProbeTarget, string>>;

/** Columns whose values together name a target. */
export const targetColumns = Object.keys(target) as readonly (keyof ProbeTarget)[];

/** DuckDB types by column of a file of readings. */
export const readingColumns = {
  at: 'TIMESTAMP',
  ...target,
  result: 'VARCHAR',
  detail: 'VARCHAR',
  finalAddress: 'VARCHAR',
  latencyMs: 'DOUBLE',
  chainId: 'VARCHAR',
  head: 'BIGINT',
  blocksBehind: 'BIGINT',
  archive: 'BOOLEAN',
  protocolVersion: 'VARCHAR',
  tools: 'VARCHAR[]',
  textSha256: 'VARCHAR',
} as const satisfies Readonly<Record<keyof Reading, string>>;

/** Results of a target that gave no answer of its own. */
export const silentResults: readonly ProbeResultName[] = ['unreachable', 'error', 'dead', 'bad-tls', 'parked'];

/** Failures in a row, on two days at least, after which a target counts as one that stopped answering. */
export const stoppedAfter = { failures: 3, days: 2 } as const;

/** Days of the share of good answers, of latencies, and of a recent confirmation. */
export const recentDays = 30;
