/**
 * Verdict of the handshake with an MCP server, beside each row where one chooses a server. No snapshot
 * has the column.
 */
import { type ColumnDefinition, plainColumn } from '../../model/columns.ts';
import { mcpCategory } from '../../model/connect.ts';
import { type ProbeResultName, probeResults } from '../../model/probes.ts';
import { probesOfRow } from '../query/probes.ts';
import type { Row } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export const handshakeColumn: ColumnDefinition = {
  ...plainColumn,
  key: 'handshake',
  label: 'Handshake',
  description: 'What the hosted server answered when it was last probed.',
  icon: null,
  cellType: null,
};

/** Whether rows of the category have a verdict: a server was probed. */
export function hasHandshakes({ probes }: Snapshot, category: string): boolean {
  return (
    category === mcpCategory && probes.counts.some(({ kind, read }) => kind === 'mcp' && read > 0)
  );
}

/** Of several addresses of a server the one that answers best. */
const ranked = ['answered', 'needs a key', 'unreachable'] as const;

function wordOf(result: ProbeResultName): (typeof ranked)[number] {
  if (probeResults[result] === true) return 'answered';
  return result === 'needs-key' ? 'needs a key' : 'unreachable';
}

/** `answered 2026-11-28`; `not probed` for a server that is not hosted, or was not read yet. */
export function handshakeOf(snapshot: Snapshot, rows: readonly number[]): string {
  const servers = rows
    .flatMap((id) => probesOfRow(snapshot, null, id))
    .filter(({ kind }) => kind === 'mcp')
    .map(({ result, lastRead }) => ({ word: wordOf(result), day: lastRead?.slice(0, 10) ?? '' }))
    .toSorted((a, b) => ranked.indexOf(a.word) - ranked.indexOf(b.word));
  const [best] = servers;
  return best === undefined ? 'not probed' : `${best.word} ${best.day}`;
}

export function handshakeCell(snapshot: Snapshot, rows: readonly number[]): Row {
  const [category = ''] = rows.map((id) => snapshot.categoryOf(id));
  return hasHandshakes(snapshot, category)
    ? { [handshakeColumn.key]: handshakeOf(snapshot, rows) }
    : {};
}
