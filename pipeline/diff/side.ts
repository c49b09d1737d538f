/** One of the two things that are compared: the rows of a build, and what is known of how they came about. */
import type { Values } from '../../model/rows.ts';
import { compareText } from '../problem.ts';
import { type Place, type ResolvedNetwork, type Row, sourcePaths } from '../sources.ts';

export const definitionKinds = ['network', 'category', 'column', 'provider'] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** What the tables besides the rows say, by key or slug. */
export type Definitions = Readonly<Record<DefinitionKind, ReadonlyMap<string, Values>>>;

export interface KnownOffer {
  readonly category: string;
  /** Null where it is blank, or was inferred: a snapshot's rows say where their offer is written, not what it is called. */
  readonly slug: string | null;
  /** By column key; a key that is absent is blank. */
  readonly values: Values;
}

export interface Side {
  /** Sorted by key. */
  readonly networks: readonly ResolvedNetwork[];
  /** By `placeKey` of where they are written; null for a snapshot, which holds rows alone. */
  readonly offers: ReadonlyMap<string, KnownOffer> | null;
  readonly definitions: Definitions;
}

export function placeKey({ file, line }: Place): string {
  return `${file}:${line}`;
}

export function slugOf({ content }: Row): string {
  return String(content.values.slug ?? '');
}

export function isListedEverywhere({ content, source }: Row): boolean {
  return source.file === sourcePaths.allNetworks(content.category);
}

/** The slug as the listing says it: without the chain that resolving appends to a listing of all networks. */
export function listingSlug(row: Row): string {
  const slug = slugOf(row);
  const ending = `-${row.content.values.chain}`;
  return isListedEverywhere(row) && slug.endsWith(ending) ? slug.slice(0, -ending.length) : slug;
}

export function sorted(names: Iterable<string>): string[] {
  return [...names].toSorted(compareText);
}
