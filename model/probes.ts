/** Probes: what the world answered when a fact of the sources was checked against it. */

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

/** Names a fact that is probed. */
export interface ProbeTarget {
  readonly kind: ProbeKind;
  readonly address: string;
  /** CAIP-2 identifier that an endpoint should have, or quoted words; null if the sources state none. */
  readonly expected: string | null;
  /** Of a quotation: the fact that was read on the page. */
  readonly category: string | null;
  readonly slug: string | null;
  readonly column: string | null;
}

/** One reading of a target: a line of the journal of a run, a row of a file of `build/probes/`. */
export interface Reading extends ProbeTarget {
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
  readonly result: ProbeResultName;
  /** Status, error or other short text; what strangers wrote is never in it. */
  readonly detail: string | null;
  /** Address after redirects, if it is another one. */
  readonly finalAddress: string | null;
  readonly latencyMs: number | null;
  readonly chainId: string | null;
  readonly head: number | null;
  /** At least: another endpoint of the chain had stated a higher block before. Null without another endpoint. */
  readonly blocksBehind: number | null;
  readonly archive: boolean | null;
  readonly protocolVersion: string | null;
  readonly tools: readonly string[] | null;
  /** Of the visible text of a page. */
  readonly textSha256: string | null;
}

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
