/** Rows of a spreadsheet -> lines of offers. */
import { NameFinder } from '../../../common/nearest-name.ts';
import { foldNetworkName } from '../../../common/network-names.ts';
import { type ColumnDefinition, isAddress } from '../../../model/columns.ts';
import { toKebabCase } from '../../check/lines/slugs.ts';
import { PipelineError } from '../../errors.ts';
import { type AddProblem, didYouMean } from '../../problem.ts';
import { findMeant } from '../../read/tables/match-columns.ts';
import type { Table, TableRecord } from '../../read/tables/table.ts';
import { sourcePaths } from '../../sources.ts';
import type { EditedTable, Line } from '../../tables/table.ts';
import type { Edits } from './edits.ts';
import { type CellFault, faultOf, isPrice, namesPrice, writeCellText } from './import-cells.ts';

type Cells = Readonly<Record<string, string>> & { readonly slug: string };

/** Columns of the offers that the columns of a file stand for, by index; null for the others. */
type Keys = readonly (string | null)[];

type AddFault = (key: string, fault: CellFault) => void;

/** A new offer is not starred; a listing states the chain, and a missing provider is a fault. */
const unasked: ReadonlySet<string> = new Set(['starred', 'chain', 'provider', 'slug']);

/** Import into the offers of a category. */
export class Import {
  readonly #table: EditedTable;
  readonly #path: string;
  readonly #columns: ReadonlyMap<string, ColumnDefinition>;
  /** By slug and by name in lowercase. */
  readonly #providers: ReadonlyMap<string, string>;
  /** Notes for the editor, such as required cells that are blank. */
  readonly #notes: string[] = [];

  readonly #category: string;

  constructor(edits: Edits, category: string) {
    this.#category = category;
    this.#path = sourcePaths.offers(category);
    const table = edits.table(this.#path);
    if (table === null) throw new PipelineError('not-found', `no file ${this.#path}`);
    this.#table = table;
    const columns = edits.checked.sources.meta.columns.filter(({ key }) =>
      table.header.includes(key),
    );
    this.#columns = new Map(columns.map((column) => [column.key, column]));
    const names = edits.checked.sources.providers.flatMap(({ value: { slug, name } }) =>
      [slug, name.toLowerCase()].map((written) => [written, name] as const),
    );
    this.#providers = new Map(names);
  }

  /** Whether the cells name two columns: a title above the table names none. */
  isHeader = (cells: readonly string[]): boolean =>
    this.#exactKeys(cells).filter((key) => key !== null).length > 1;

  /**
   * A row updates the offer of its slug, or the one of the same provider and names. Blank cells of
   * the row change nothing. Reports what would be lost or would overwrite other rows of the file.
   * `ignored`: headers that are not wanted.
   */
  addRows(
    file: Pick<Table, 'path' | 'header' | 'records'>,
    ignored: readonly string[],
    add: AddProblem,
  ) {
    const { path, header, records } = file;
    const keys = this.#matchHeader(header, ignored);
    this.#reportColumns(file, keys, ignored, add);
    const writer = new RowWriter(this.#table);
    for (const record of records) {
      const { line } = record;
      const cells = this.#read(record, keys, (key, fault) => {
        const column = header[keys.indexOf(key)] ?? key;
        add({ file: path, line, column, suggestion: 'change it, or remove the row', ...fault });
      });
      const { earlier, isNew } = writer.write(cells, line);
      const place = { file: path, line, suggestion: 'change it, or remove the row' };
      if (earlier !== null && cells.slug !== '')
        add({
          rule: 'duplicate-slug',
          column: 'slug',
          ...place,
          message: `row ${earlier} is the same offer`,
        });
      if (isNew && cells.slug !== '' && cells.provider === undefined)
        add({
          rule: 'required-cell',
          column: 'provider',
          ...place,
          message: 'a new offer needs a provider',
        });
      if (isNew) this.#noteBlank(cells);
    }
    return { ...writer.counts, notes: this.#notes };
  }

  /**
   * The editor of an offer knows what its required cells are, and `check` asks for them once the
   * offer is listed.
   */
  #noteBlank(cells: Cells): void {
    const blank = [...this.#columns.values()].filter(
      ({ key, requiredIn }) =>
        requiredIn.includes(this.#category) && !unasked.has(key) && cells[key] === undefined,
    );
    const names = blank.map(({ key }) => key).join(', ');
    if (names !== '') this.#notes.push(`"${cells.slug}" lacks what listed offers need: ${names}`);
  }

  #exactKeys(header: readonly string[]): (string | null)[] {
    const byName = new Map<string, string>();
    for (const [key, { label }] of this.#columns)
      for (const name of [label, key]) byName.set(foldNetworkName(name), key);
    return header.map((name) => byName.get(foldNetworkName(name)) ?? null);
  }

  /** Columns by key, by label or by a name that is nearly one of these. */
  #matchHeader(header: readonly string[], ignored: readonly string[]): Keys {
    const isWanted = header.map((name) => !ignored.includes(name.trim()));
    const exact = this.#exactKeys(header).map((key, index) => (isWanted[index] ? key : null));
    const free = new Set([...this.#columns.keys()].filter((key) => !exact.includes(key)));
    const unknown = header.filter((_, index) => exact[index] === null && isWanted[index]);
    const meant = findMeant(unknown, free);
    return header.map((name, index) => exact[index] ?? meant.get(name) ?? null);
  }

  #reportColumns(
    { path: file, header, records }: Pick<Table, 'path' | 'header' | 'records'>,
    keys: Keys,
    ignored: readonly string[],
    add: AddProblem,
  ): void {
    const place = { file, line: 1 };
    for (const [index, name] of header.entries()) {
      const key = keys[index] ?? null;
      if (key !== null && keys.indexOf(key) !== index) {
        const message = `another column means the same as "${name}"`;
        add({
          ...place,
          rule: 'repeated-header',
          column: name,
          message,
          suggestion: 'remove or rename one',
        });
      }
      if (key !== null || ignored.includes(name.trim())) continue;
      if (namesPrice(name) || records.some(({ cells }) => isPrice(cells[index] ?? ''))) {
        const message = `the column has prices, and ${this.#path} has no column of this name`;
        const suggestion = `rename it, or leave it out with IGNORE="${name.trim()}"`;
        add({ ...place, rule: 'unknown-column', column: name, message, suggestion });
      } else this.#notes.push(`column "${name}" is left out: ${this.#path} has no such column`);
    }
  }

  #read(record: TableRecord, keys: Keys, add: AddFault): Cells {
    const { line } = record;
    const columns = keys.map((key) => this.#columns.get(key ?? ''));
    const texts = columns.flatMap((column, index) => {
      const text = column === undefined ? '' : this.#readCell(record, index, column, add);
      return text === '' ? [] : [[column?.key ?? '', text] as const];
    });
    const cells = new Map(texts);
    this.#nameProvider(cells, add);
    const names = ['provider', 'offer', 'planName'].flatMap((key) => cells.get(key) ?? []);
    const given = cells.get('slug');
    const slug = toKebabCase(given ?? names.join(' '));
    if (slug === '')
      add('slug', { rule: 'slug-blank', message: 'the row has neither a slug nor a name' });
    if (given !== undefined && given !== slug)
      this.#notes.push(`row ${line}: the slug of "${given}" is "${slug}"`);
    return { ...Object.fromEntries(cells), slug };
  }

  #readCell(
    { line, cells, links }: TableRecord,
    index: number,
    column: ColumnDefinition,
    add: AddFault,
  ): string {
    const text = (cells[index] ?? '').trim().replace(/^[•‣▪●◦]\s*/, '');
    const link = links?.[index];
    if (link !== undefined && !isAddress(column))
      this.#notes.push(
        `row ${line}: "${column.key}" holds no addresses, so the link to ${link} is left out`,
      );
    const written = writeCellText(text, link, column);
    const fault = faultOf(text, written, column);
    if (fault !== null) add(column.key, fault);
    return written;
  }

  /** Replaces the slug of a provider, or its name in another case. */
  #nameProvider(cells: Map<string, string>, add: AddFault): void {
    const written = cells.get('provider');
    if (written === undefined) return;
    const provider = this.#providers.get(written.toLowerCase());
    if (provider !== undefined) {
      cells.set('provider', provider);
      return;
    }
    const near = new NameFinder(this.#providers.values()).find(written);
    const message = `no provider "${written}" in ${sourcePaths.providers}`;
    const suggestion = didYouMean(near, `add the provider to ${sourcePaths.providers} first`);
    add('provider', { rule: 'provider-not-found', message, suggestion });
  }
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

  /** Returns the row that wrote the line before. */
  write(cells: Cells, row: number) {
    const known = namesOf((column) => cells[column] ?? '').flatMap(
      (name) => this.#lines.get(name) ?? [],
    )[0];
    const line = known ?? this.#table.add({ starred: 'FALSE', ...cells });
    const earlier = this.#writers.get(line);
    this.#writers.set(line, row);
    this.#lines.set(cells.slug, line);
    const changes = Object.entries(cells).filter(([column]) => column !== 'slug');
    const changed =
      changes.filter(([column, text]) => this.#table.set(line, column, text)).length > 0;
    this.counts[known === undefined ? 'added' : changed ? 'changed' : 'unchanged']++;
    return { earlier: earlier ?? null, isNew: known === undefined };
  }
}

/** The slug; then the provider and names, if there is an offer or a plan. */
function namesOf(cell: (column: string) => string): string[] {
  const names = ['provider', 'offer', 'planName', 'planType'].map(cell);
  const isNamed = cell('planName') !== '' || cell('offer') !== '';
  return [cell('slug'), ...(isNamed ? [JSON.stringify(names)] : [])];
}
