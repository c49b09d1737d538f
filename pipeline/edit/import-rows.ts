/** Rows of a spreadsheet -> lines of offers. */

import { parseJson } from '../../common/json.ts';
import { foldNetworkName } from '../../common/network-names.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { toKebabCase } from '../check/slugs/slugs.ts';
import { PipelineError } from '../errors.ts';
import { findMeant } from '../read/tables/match-columns.ts';
import { sourcePaths } from '../sources.ts';
import type { Edits } from './edits.ts';
import type { EditedTable, Line } from './table.ts';

export interface Imported {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** What an editor should look at. */
  readonly notes: readonly string[];
}

type Cells = Readonly<Record<string, string>>;

/** A row updates the offer of its slug, or the one of the same provider and names. Blank cells of the row change nothing. */
export function importRows(edits: Edits, category: string, matrix: readonly (readonly string[])[]): Imported {
  const table = edits.table(sourcePaths.offers(category));
  if (table === null) throw new PipelineError('not-found', `no file ${sourcePaths.offers(category)}`);
  const [header = [], ...rows] = matrix.filter((row) => row.some((cell) => cell.trim() !== ''));
  const columns = edits.checked.sources.meta.columns.filter(({ key }) => table.header.includes(key));
  const { keys, unknown } = matchHeader(header, columns);
  const notes = unknown.map(
    (name) => `column "${name}" is left out: ${sourcePaths.offers(category)} has no such column`,
  );
  const reader = new RowReader(edits, columns, keys);
  const counts = { added: 0, changed: 0, unchanged: 0 };
  for (const [index, row] of rows.entries()) {
    const { cells, note } = reader.read(row);
    if (note !== null) notes.push(`row ${index + 2}: ${note}`);
    counts[writeRow(table, cells)]++;
  }
  return { ...counts, notes };
}

/** Columns by key, by label or by a name that is nearly one of these; null for the others. */
function matchHeader(header: readonly string[], columns: readonly ColumnDefinition[]) {
  const names = columns.flatMap(({ key, label }) => [label, key].map((name) => [foldNetworkName(name), key] as const));
  const byName = new Map(names);
  const exact = header.map((name) => byName.get(foldNetworkName(name)) ?? null);
  const free = new Set(columns.map(({ key }) => key).filter((key) => !exact.includes(key)));
  const meant = findMeant(
    header.filter((name, index) => exact[index] === null && name.trim() !== ''),
    free,
  );
  const keys = header.map((name, index) => exact[index] ?? meant.get(name) ?? null);
  return { keys, unknown: header.filter((name, index) => keys[index] === null && name.trim() !== '') };
}

class RowReader {
  readonly #columns: ReadonlyMap<string, ColumnDefinition>;
  readonly #keys: readonly (string | null)[];
  readonly #providers: ReadonlyMap<string, string>;

  constructor(edits: Edits, columns: readonly ColumnDefinition[], keys: readonly (string | null)[]) {
    this.#columns = new Map(columns.map((column) => [column.key, column]));
    this.#keys = keys;
    const names = edits.checked.sources.providers.flatMap(({ value: { slug, name } }) =>
      [slug, name.toLowerCase()].map((written) => [written, name] as const),
    );
    this.#providers = new Map(names);
  }

  read(row: readonly string[]): { readonly cells: Cells; readonly note: string | null } {
    const cells = new Map<string, string>();
    for (const [index, key] of this.#keys.entries()) {
      const column = key === null ? undefined : this.#columns.get(key);
      const text = (row[index] ?? '').trim();
      if (column !== undefined && text !== '') cells.set(column.key, writeValue(text, column));
    }
    const written = cells.get('provider') ?? '';
    const provider = this.#providers.get(written.toLowerCase());
    if (provider !== undefined) cells.set('provider', provider);
    const names = ['provider', 'offer', 'planName'].map((key) => cells.get(key));
    cells.set('slug', toKebabCase(cells.get('slug') ?? names.filter(Boolean).join(' ')));
    return {
      cells: Object.fromEntries(cells),
      note: provider === undefined ? `no provider "${written}" in ${sourcePaths.providers}` : null,
    };
  }
}

function writeValue(text: string, { valueKind, cellType }: ColumnDefinition): string {
  if (valueKind === 'boolean')
    return /^(?:true|yes|y|x|1)$/i.test(text) ? 'TRUE' : /^(?:false|no|n|0)$/i.test(text) ? 'FALSE' : text;
  if (valueKind !== 'array' || Array.isArray(parseJson(text))) return text;
  const items = text
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const isAddress = (item: string) => cellType === 'actionButtons' && /^https?:\/\/\S+$/.test(item);
  return JSON.stringify(items.map((item) => (isAddress(item) ? `[Website](${item})` : item)));
}

function writeRow(table: EditedTable, cells: Cells): 'added' | 'changed' | 'unchanged' {
  const line = table.lines.find((each) => isSameOffer(table, each, cells));
  if (line === undefined) {
    table.add(cells);
    return 'added';
  }
  const changes = Object.entries(cells).filter(([column]) => column !== 'slug');
  return changes.filter(([column, text]) => table.set(line, column, text)).length > 0 ? 'changed' : 'unchanged';
}

function isSameOffer(table: EditedTable, line: Line, cells: Cells): boolean {
  if (table.get(line, 'slug') === cells.slug) return true;
  const names = ['provider', 'offer', 'planName', 'planType'].filter((name) => table.header.includes(name));
  return (
    names.every((name) => table.get(line, name) === (cells[name] ?? '')) && (cells.planName ?? cells.offer ?? '') !== ''
  );
}
