/** A log of changes made of a few facts, as a snapshot has it. */
import type { ColumnDefinition } from '../../model/columns.ts';
import {
  type ChangeColumns,
  ChangeLog,
  type LoggedChange,
  type TextColumn,
  textColumns,
} from '../../service/snapshot/changes/change-log.ts';
import { Texts } from '../../service/snapshot/changes/numbered-texts.ts';

export const firstDay = Date.UTC(2026, 0, 1);
export const dayMs = 24 * 60 * 60 * 1000;

/** A change of the price of Alchemy's Growth on two networks, except for what is given. */
export function makeChange(given: Partial<LoggedChange> = {}): LoggedChange {
  return {
    snapshot: null,
    atMs: firstDay,
    kind: 'changed',
    category: 'apis',
    provider: 'Alchemy',
    slug: 'alchemy-growth',
    networks: ['aria', 'bora'],
    column: given.kind === undefined || given.kind === 'changed' ? 'accessPrice' : null,
    before: null,
    after: null,
    cause: { kind: 'offer', files: ['references/offers/apis.csv'] },
    revision: null,
    chain: null,
    chains: [],
    wholeOffer: null,
    scope: 'network',
    fact: 'other',
    ...given,
  };
}

/** `changes` are oldest first. */
export function makeLog(
  changes: readonly LoggedChange[],
  definitions: ReadonlyMap<string, ColumnDefinition> = new Map(),
): ChangeLog {
  const rows = changes.map(({ networks, cause, chains, wholeOffer, ...change }) => ({
    ...change,
    networks: JSON.stringify(networks),
    causeKind: cause.kind,
    files: JSON.stringify(cause.files),
    places: JSON.stringify(networks.flatMap((key) => chains.map((chain) => [key, chain]))),
    wholeOffer: wholeOffer === null ? null : String(wholeOffer),
  }));
  const texts = new Texts();
  const numbersOf = (column: TextColumn) => Int32Array.from(rows, (row) => texts.add(row[column]));
  const numbers = Object.fromEntries(textColumns.map((column) => [column, numbersOf(column)]));
  const columns = {
    atMs: Float64Array.from(changes, ({ atMs }) => atMs),
    numbers: numbers as ChangeColumns['numbers'],
    texts,
  };
  return new ChangeLog(columns, definitions);
}
