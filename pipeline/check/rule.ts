/**
 * Input of the checks, and the forms of their rules: key, columns, and a finder that gives message
 * and fix.
 */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { type ColumnDefinition, columnsOfProviders, providersTable } from '../../model/columns.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import type { Value, Values } from '../../model/rows.ts';
import type { AddProblem, NewProblem } from '../problem.ts';
import type { RuleName } from '../rules.ts';
import {
  type CellFault,
  type EntryCells,
  type Line,
  type OfferEntry,
  type Resolved,
  type Sources,
  sourcePaths,
} from '../sources.ts';

export interface CheckContext {
  readonly sources: Sources;
  readonly resolved: Resolved;
}

export type Check = (context: CheckContext, add: AddProblem) => void;

/** Message and fix of a problem. */
export type Fault = readonly [message: string, fix: string];

/** A rule for single texts. */
export interface TextRule {
  readonly rule: RuleName;
  /** Columns of offers and listings, also of lists; none if absent. */
  readonly columns?: (column: ColumnDefinition) => boolean;
  /** Columns of providers.csv, which columns.csv does not define. */
  readonly providers?: readonly (keyof ProviderDefinition)[];
  /** Null if nothing is wrong. Of several rules with one key, the first fault of a text counts. */
  readonly find: (text: string, column: TextColumn, unread: UnreadParts) => Fault | null;
}

export type TextColumn = Pick<ColumnDefinition, 'key' | 'nullable'> &
  Partial<Pick<ColumnDefinition, 'states' | 'unit'>>;

/** Parts of texts and items that were not understood, by column key and text. */
export type UnreadParts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A rule for lines of one table. */
export interface LineRule<L extends Line> {
  readonly rule: RuleName;
  readonly column: string;
  /** Returns a function that examines a line; null if nothing is wrong. */
  readonly find: (context: CheckContext) => (line: L) => LineFault | null;
}

export interface ProviderLine extends Line {
  readonly provider: ProviderDefinition;
}

/** Fields of the problem other than those of the rule's cell. */
export interface LineFault extends Partial<Omit<NewProblem, 'line'>> {
  readonly line?: number;
  readonly message: string;
  readonly suggestion: string;
  /** Another line, if the two cannot both stay. */
  readonly other?: Line;
}

/**
 * Finds faults of a record. `offer`: cells of the offer that the record refers to; null if it
 * refers to none.
 */
export type FindFaults = (
  cells: EntryCells,
  offer: EntryCells | null,
  category: string,
) => readonly CellFault[];

/** Shared by the records without a fault, which are most. */
export const noFaults: readonly CellFault[] = [];

/** Texts of a cell. */
export function textsOf(value: Value | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
}

/** Distinct records with the number of their lines. Equal records are of one category. */
export function countRecords(sources: Pick<Sources, 'meta' | 'providers' | 'offers' | 'listings'>) {
  const records = new Map<
    EntryCells,
    { readonly category: string; readonly cells: EntryCells; count: number }
  >();
  for (const entries of [sources.offers, sources.listings, providerRecords(sources)])
    for (const { category, cells } of entries)
      getOrInsert(records, cells, () => ({ category, cells, count: 0 })).count++;
  return records.values();
}

/** Cuts a long text for a message. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** True if the table was read and does not have the column. */
export function lacksColumn({ headers }: Sources, file: string, column: string): boolean {
  return headers.get(file)?.has(column) === false;
}

export function providerLines({ providers }: Sources): readonly ProviderLine[] {
  return providers.map(({ value, line }) => {
    return {
      source: { file: sourcePaths.providers, line },
      cells: { values: value },
      provider: value,
    };
  });
}

/** The cells of providers.csv that columns.csv defines, as records of a category. */
export function providerRecords({
  meta,
  providers,
}: Pick<Sources, 'meta' | 'providers'>): readonly OfferEntry[] {
  const own = columnsOfProviders(meta.columns).map(({ key }) => key);
  if (own.length === 0) return [];
  return providers.map(({ value, line }) => {
    const cells: Values = value;
    const stated = own.flatMap((key) => (cells[key] == null ? [] : [[key, cells[key]] as const]));
    return {
      category: providersTable,
      source: { file: sourcePaths.providers, line },
      cells: { values: Object.fromEntries(stated), reference: { kind: 'none' }, faults: noFaults },
    };
  });
}
