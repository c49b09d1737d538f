/** The table of changes made of a few facts, as a snapshot has it. */
import { quoteName, quoteText } from '../../common/sql.ts';
import { changeColumns } from '../../model/changes.ts';
import { type ColumnDefinition, isMoney } from '../../model/columns.ts';
import type { ChangesTable, LoggedChange } from '../../service/query/changes.ts';
import { Database } from '../../service/snapshot/database/database.ts';
import { loadChanges } from '../../service/snapshot/open/load-changes.ts';
import { priceOf } from './read-texts.ts';
import { makeColumn } from './service-columns.ts';

export const firstDay = Date.UTC(2026, 0, 1);

/** A change of the price of Alchemy's Growth on two networks, except for what is given. */
export function makeChange(given: Partial<LoggedChange> = {}): LoggedChange {
  const column = given.kind === undefined || given.kind === 'changed' ? 'accessPrice' : null;
  const { before = null, after = null } = given;
  const key = given.column ?? column ?? '';
  const [beforePrice, afterPrice] = [before, after].map((text) => {
    const price = isMoney(makeColumn(key)) ? priceOf(key, text) : null;
    if (price === null) return null;
    const { tiers: _, terms: _terms, ...stated } = price;
    return stated;
  });
  return {
    snapshot: null,
    atMs: firstDay,
    kind: 'changed',
    category: 'apis',
    provider: 'Alchemy',
    slug: 'alchemy-growth',
    networks: ['aria', 'bora'],
    column,
    before,
    after,
    beforePrice: beforePrice ?? null,
    afterPrice: afterPrice ?? null,
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

const querySeconds = { observe: () => undefined };
const fields = Object.entries(changeColumns).map(([key, type]) => `${quoteName(key)} ${type}`);

/** `changes` are oldest first. */
export async function makeLog(
  changes: readonly LoggedChange[],
  definitions: ReadonlyMap<string, ColumnDefinition> = new Map(),
): Promise<ChangesTable> {
  const stored = changes.map(({ atMs, chain, chains, fact: _, ...change }) => {
    const listed = chain === null ? chains : [chain];
    const rows = change.networks.flatMap((network) =>
      listed.map((each) => ({ network, chain: each, slug: change.slug, was: null })),
    );
    return { ...change, at: new Date(atMs).toISOString(), rows };
  });
  const list = `SELECT unnest(${quoteText(JSON.stringify(stored))}::JSON::STRUCT(${fields.join(', ')})[]) AS change`;
  const source = `(SELECT row_number() OVER () - 1 AS file_row_number, change.* FROM (${list}))`;
  const database = await Database.create({
    connections: 1,
    memoryMb: 64,
    timeoutMs: 60_000,
    querySeconds,
  });
  await database.connect((connection) => loadChanges(connection, source, definitions));
  return {
    read: <T>(statement: Parameters<Database['read']>[0]) =>
      database.read(statement) as Promise<T[]>,
  };
}
