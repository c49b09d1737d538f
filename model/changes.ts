/**
 * changes.parquet: the changes of rows, and of what probes found of them, from snapshot to
 * snapshot, oldest first.
 */
import type { Scope, StatedPrice, Value } from './rows.ts';

/** A changed slug is a change of the column `slug`, if the rest of the row is equal. */
export const changeKinds = ['added', 'removed', 'changed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * What a reader learns from a change. `chains`: listings, such as those of a chain, of an offer
 * that has others on the network.
 */
export const changeFacts = [
  'price',
  'limits',
  'chains',
  'added',
  'removed',
  'answers',
  'addresses',
  'other',
] as const;
export type ChangeFact = (typeof changeFacts)[number];

/** Kinds of edits that change rows. */
export const causeKinds = [
  'network',
  'category',
  'offer',
  'all-networks-listing',
  'chain',
  'listing',
  'column',
] as const;

export type CauseKind = (typeof causeKinds)[number];

/** An edit, or a probe, which changes no row. */
export const changeCauses = [...causeKinds, 'probe'] as const;

/** Column of changes of listings that refer to another offer than before, which no row has. */
export const offerSlugColumn = 'offerSlug';

/**
 * Columns of changes that a probe caused, which no row has. The value is an address, `before` if it
 * stopped answering, `after` if it answers again: of an endpoint or an MCP server, or of a link. A
 * link that moved has both.
 */
export const answeringColumn = 'answering';
export const answeringLinkColumn = 'answeringLink';

/**
 * Begins the column of a change that a probe caused, and ends in the key of the quoted column. The
 * value is the address of the page,
 * `before` if it does not have the quoted words any more, `after` if it has them again.
 */
const quotationPrefix = 'quotation.';

export function quotationColumn(key: string): string {
  return `${quotationPrefix}${key}`;
}

/** Key of the quoted column; null for other columns of changes. */
export function quotedColumn(column: string): string | null {
  return column.startsWith(quotationPrefix) ? column.slice(quotationPrefix.length) : null;
}

/** True for columns of changes that a probe found, such as an endpoint that stopped answering. */
export function isProbeColumn(column: string | null): boolean {
  return (
    column === answeringColumn ||
    column === answeringLinkColumn ||
    quotedColumn(column ?? '') !== null
  );
}

/**
 * Causes that stand for all of their changes: a reader is told of the network, not of each of its
 * offers.
 */
const definitionCauses: ReadonlySet<string> = new Set<(typeof causeKinds)[number]>([
  'network',
  'category',
  'chain',
  'column',
]);

/** Whether a row changed because a network, category, chain or column was added or removed. */
export function isDefinitionCause(cause: string | null): boolean {
  return cause !== null && definitionCauses.has(cause);
}

const priceType =
  'STRUCT(min DOUBLE, max DOUBLE, currency VARCHAR, unit VARCHAR, bound VARCHAR, "first" DOUBLE, stated DOUBLE, per VARCHAR, note VARCHAR)';

/** Amounts of a changed price. */
export type ChangedPrice = Omit<StatedPrice, 'tiers' | 'terms'>;

/**
 * Columns in the order of the file, with their DuckDB types and meanings. A reader may rely on all
 * of them.
 */
export const describedChanges = {
  snapshot: ['VARCHAR', 'Id of the snapshot that was built; null for a change from git.'],
  at: ['TIMESTAMP', 'Time of the snapshot, or of the commit, in UTC.'],
  kind: ['VARCHAR', '`added`, `removed` or `changed`.'],
  category: ['VARCHAR', 'Category of the row.'],
  provider: ['VARCHAR', 'Provider of the row.'],
  slug: [
    'VARCHAR',
    'Slug of the offer; of the listing if it refers to no offer{{#chains}}, without the chain of a copy{{/chains}}.',
  ],
  networks: ['VARCHAR[]', '{{Networks}} {{on}} which rows changed, sorted.'],
  wholeOffer: [
    'BOOLEAN',
    'Whether an added or removed row was the only one of its offer {{on}} these {{networks}}; false if the offer has others there. Null for changed cells.',
  ],
  scope: [
    'VARCHAR',
    '`all-networks` if one of the rows is of all {{networks}}, else `network`; null for a change of a version that did not store it.',
  ],
  column: [
    'VARCHAR',
    'Changed column; null for added and removed rows. `answering` (of an endpoint or a server), `answeringLink` and `quotation.<column>`, which no row has, are addresses: `before` if probes found that they stopped answering or lost the quoted words, `after` if they have them again.',
  ],
  before: [
    'VARCHAR',
    'The cell before: a text as it is, `true` or `false`, a JSON list, or null. For a removed row, a JSON object of its cells that are not blank, without `slug` and `chain`.',
  ],
  after: [
    'VARCHAR',
    'The cell after, in the same form. For an added row, a JSON object of its cells.',
  ],
  beforePrice: [
    priceType,
    'Amounts of `before` in a column of prices, as the companions of the column in a row; null if it states none.',
  ],
  afterPrice: [priceType, 'Amounts of `after`, in the same form.'],
  cause: [
    'STRUCT(kind VARCHAR, files VARCHAR[])',
    '`kind` of the edit (`network`, `category`, `offer`, `all-networks-listing`, `chain`, `listing`, `column`) and its `files`, or the kind `probe` and no files.',
  ],
  revision: ['VARCHAR', 'Git revision of the sources, null if they were no clean checkout.'],
  rows: [
    'STRUCT(network VARCHAR, "chain" VARCHAR, slug VARCHAR, was VARCHAR)[]',
    'Each row: `network`, `chain`, `slug`, and `was`, its slug before if that changed.',
  ],
} as const;

/** DuckDB types by column. */
export const changeColumns = Object.fromEntries(
  Object.entries(describedChanges).map(([key, [type]]) => [key, type]),
) as Readonly<Record<keyof typeof describedChanges, string>>;

/**
 * Columns that a snapshot of the format may lack, because an earlier version wrote it. They are
 * null then.
 */
export const laterChangeColumns: Partial<typeof changeColumns> = {
  scope: changeColumns.scope,
  beforePrice: changeColumns.beforePrice,
  afterPrice: changeColumns.afterPrice,
};

/** A row that changed. */
export interface ChangedPlace {
  readonly network: string;
  readonly chain: string | null;
  readonly slug: string;
  /** The slug before, if it changed; otherwise null. */
  readonly was: string | null;
  /** Line of the edit; the former line of something removed. Null without a single line. */
  readonly place: { readonly file: string; readonly line: number } | null;
}

/**
 * One edit of one offer, or of one listing without an offer, on all networks that it reaches: what
 * two states are compared to, and what diffs, histories and feeds tell.
 */
export interface Change {
  readonly kind: ChangeKind;
  readonly category: string;
  /** Provider of the row after the change; of the row before it if the row was removed. */
  readonly provider: string | null;
  /** Slug of the offer; of the listing if it refers to none, without the chain of a copy. */
  readonly slug: string;
  /** Sorted. */
  readonly networks: readonly string[];
  /**
   * Whether the offer has no other row on these networks, before an addition or after a removal;
   * false if it only gained or lost listings, such as those of a chain. Null for changed cells.
   */
  readonly wholeOffer: boolean | null;
  /** `all-networks` if one of the rows is of all networks. */
  readonly scope: Scope;
  /**
   * Null for rows that were added or removed. See `offerSlugColumn` and `isProbeColumn`.
   */
  readonly column: string | null;
  /**
   * The cell. Of a row that was removed or added, a JSON object of the cells that are not blank,
   * without `slug` and `chain`, which are in `rows`.
   */
  readonly before: Value;
  readonly after: Value;
  readonly cause: {
    readonly kind: (typeof changeCauses)[number];
    readonly files: readonly string[];
  };
  /** Sorted by network and slug. */
  readonly rows: readonly ChangedPlace[];
}

/** When a change happened, and in which snapshot or commit. */
export type ChangeStamp = Readonly<Record<'snapshot' | 'at' | 'revision', string | null>>;

/** A record of changes.parquet. `before` and `after`: see `describedChanges`. */
export interface StoredChange extends Omit<Change, 'before' | 'after' | 'rows'>, ChangeStamp {
  readonly before: string | null;
  readonly after: string | null;
  readonly rows: readonly Omit<ChangedPlace, 'place'>[];
}
