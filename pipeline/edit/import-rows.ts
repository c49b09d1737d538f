/** Rows of a spreadsheet -> lines of offers. */

import { parseJson } from '../../common/json.ts';
import { foldNetworkName } from '../../common/network-names.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { toKebabCase } from '../check/lines/slugs.ts';
import { PipelineError } from '../errors.ts';
import type { AddProblem } from '../problem.ts';
import { isNullCell } from '../read/parse-entries.ts';
import { findMeant } from '../read/tables/match-columns.ts';
import type { Table } from '../read/tables/table.ts';
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

type Cells = Readonly<Record<string, string>> & { readonly slug: string };

/**
 * A row updates the offer of its slug, or the one of the same provider and names. Blank cells of the row change nothing. Reports
 * columns and rows that would overwrite others of the file.
 */
export function importRows(
  edits: Edits,
  category: string,
  { path: file, header, records }: Pick<Table, 'path' | 'header' | 'records'>,
  add: AddProblem,
): Imported {
  const table = edits.table(sourcePaths.offers(category));
  if (table === null) throw new PipelineError('not-found', `no file ${sourcePaths.offers(category)}`);
  const columns = edits.checked.sources.meta.columns.filter(({ key }) => table.header.includes(key));
  const { keys, unknown } = matchHeader(header, columns);
  const notes = unknown.map(
    (name) => `column "${name}" is left out: ${sourcePaths.offers(category)} has no such column`,
  );
  const twice = header.find(
    (name, index) => keys[index] !== null && header[keys.indexOf(keys[index] ?? null)] !== name,
  );
  if (twice !== undefined) {
    const message = `another column means the same as "${twice}"`;
    add({ rule: 'repeated-header', file, line: null, column: null, message, suggestion: 'remove or rename one' });
  }
  const reader = new RowReader(edits, columns, keys);
  const writer = new RowWriter(table);
  for (const { line, cells: row } of records) {
    const { cells, given, note } = reader.read(row);
    const { earlier, slug } = writer.write(cells, line);
    const place = { file, line, column: 'slug', suggestion: 'change it, or remove the row' };
    if (slug === '') add({ rule: 'slug-blank', ...place, message: 'the row has neither a slug nor a name' });
    else if (earlier !== null) add({ rule: 'duplicate-slug', ...place, message: `row ${earlier} is the same offer` });
    if (given !== undefined && given !== slug) notes.push(`row ${line}: the slug of "${given}" is "${slug}"`);
    if (note !== null) notes.push(`row ${line}: ${note}`);
  }
  return { ...writer.counts, notes };
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

  /** `given`: the slug as the row has it. */
  read(row: readonly string[]): {
    readonly cells: Cells;
    readonly given: string | undefined;
    readonly note: string | null;
  } {
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
    const given = cells.get('slug');
    const slug = toKebabCase(given ?? names.filter(Boolean).join(' '));
    return {
      cells: { ...Object.fromEntries(cells), slug },
      given,
      note: provider === undefined ? `no provider "${written}" in ${sourcePaths.providers}` : null,
    };
  }
}

function writeValue(text: string, { valueKind, cellType }: ColumnDefinition): string {
  if (valueKind === 'boolean')
    return /^(?:true|yes|y|x|1)$/i.test(text) ? 'TRUE' : /^(?:false|no|n|0)$/i.test(text) ? 'FALSE' : text;
  if (valueKind !== 'array' || isNullCell(text) || Array.isArray(parseJson(text))) return text;
  const items = text
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const isAddress = (item: string) => cellType === 'actionButtons' && /^https?:\/\/\S+$/.test(item);
  return JSON.stringify(items.map((item) => (isAddress(item) ? `[Website](${item})` : item)));
}

class RowWriter {
  readonly counts = { added: 0, changed: 0, unchanged: 0 };
  readonly #table: EditedTable;
  /** Lines by slug and by names; the first one counts. */
  readonly #lines = new Map<string, Line>();
  /** Row of the file that wrote a line. */
  readonly #writers = new Map<Line, number>();

  constructor(table: EditedTable) {
    this.#table = table;
    for (const line of table.lines)
      for (const name of namesOf((column) => table.get(line, column)))
        if (!this.#lines.has(name)) this.#lines.set(name, line);
  }

  /** Returns the slug of the line, and the row that wrote it before. */
  write(cells: Cells, row: number): { readonly earlier: number | null; readonly slug: string } {
    const known = namesOf((column) => cells[column] ?? '').flatMap((name) => this.#lines.get(name) ?? [])[0];
    const line = known ?? this.#table.add(cells);
    const earlier = this.#writers.get(line);
    this.#writers.set(line, row);
    this.#lines.set(cells.slug, line);
    const changes = Object.entries(cells).filter(([column]) => column !== 'slug');
    const changed = changes.filter(([column, text]) => this.#table.set(line, column, text)).length > 0;
    this.counts[known === undefined ? 'added' : changed ? 'changed' : 'unchanged']++;
    return { earlier: earlier ?? null, slug: this.#table.get(line, 'slug') };
  }
}

/** The slug; then the provider and names, if there is an offer or a plan. */
function namesOf(cell: (column: string) => string): string[] {
  const names = ['provider', 'offer', 'planName', 'planType'].map(cell);
  const isNamed = cell('planName') !== '' || cell('offer') !== '';
  return [cell('slug'), ...(isNamed ? [JSON.stringify(names)] : [])];
}
