/** Rows of a spreadsheet -> lines of offers. */
import { groupBy } from '../../../common/group-by.ts';
import { toKebabCase } from '../../../common/kebab-case.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { foldNetworkName } from '../../../common/network-names.ts';
import {
  type ColumnDefinition,
  isAddress,
  isOfferPrice,
  type Roles,
  rolesOf,
} from '../../../model/columns.ts';
import { type AddProblem, didYouMean, type Problem } from '../../problem.ts';
import { findMeant } from '../../read/tables/match-columns.ts';
import type { Table, TableRecord } from '../../read/tables/table.ts';
import { sourcePaths } from '../../sources.ts';
import type { EditedTable, Line } from '../tables/table.ts';
import type { Edits } from './edits.ts';
import {
  type CellFault,
  faultOf,
  isPrice,
  keepUnit,
  namesPrice,
  writeCellText,
} from './import-cells.ts';
import { noCategory } from './references.ts';

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
  readonly #roles: Roles;
  /** By slug and by name in lowercase. */
  readonly #providers: ReadonlyMap<string, string>;
  /** Notes for the editor, such as required cells that are blank. */
  readonly #notes: string[] = [];

  readonly #category: string;

  constructor(edits: Edits, category: string) {
    this.#category = category;
    this.#path = sourcePaths.offers(category);
    const table = edits.table(this.#path);
    if (table === null) throw noCategory(edits, category);
    this.#table = table;
    const columns = edits.sources.meta.columns.filter(({ key }) => table.header.includes(key));
    this.#columns = new Map(columns.map((column) => [column.key, column]));
    this.#roles = rolesOf(columns);
    const names = edits.sources.providers.flatMap(({ value: { slug, name } }) =>
      [slug, name.toLowerCase()].map((written) => [written, name] as const),
    );
    this.#providers = new Map(names);
  }

  /** Whether the cells name two columns: a title above the table names none. */
  isHeader = (cells: readonly string[]): boolean =>
    this.#exactKeys(cells).filter((key) => key !== null).length > 1;

  /**
   * A row updates the offer of its slug, or the one of the same provider, names and depth. Blank
   * cells of the row change nothing. Reports what would be lost or would overwrite other rows of the file.
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
    const writer = new RowWriter(this.#table, this.#roles);
    for (const record of records) {
      const { line } = record;
      const cells = this.#read(record, keys, (key, fault) => {
        const column = header[keys.indexOf(key)] ?? key;
        add({ file: path, line, column, suggestion: 'change it, or remove the row', ...fault });
      });
      const place = { file: path, line, suggestion: 'change it, or remove the row' };
      const written = writer.write(cells, line, keys.includes('slug'));
      const { earlier, isNew } = written;
      for (const [key, fault] of describeUnclear(cells, written))
        add({ ...place, column: header[keys.indexOf(key)] ?? key, ...fault });
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
      this.#noteSlug(line, record.cells[keys.indexOf('slug')], written.slug);
    }
    /** A problem of the offers, at the row of the file that brought it. */
    const inFile = (problem: Problem): Problem => {
      const { places: _, ...told } = problem;
      const row = problem.file === this.#path ? writer.rowOf(problem.row) : undefined;
      if (row === undefined) return problem;
      const column = header[keys.indexOf(problem.column)] ?? problem.column;
      return { ...told, file: path, line: row, column };
    };
    return { ...writer.counts, notes: this.#notes, inFile };
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

  /** `slug`: of the offer that has the names of the row. */
  #noteSlug(row: number, cell: string | undefined, slug: string): void {
    const asked = toKebabCase(cell ?? '');
    if (asked !== '' && asked !== slug)
      this.#notes.push(
        `row ${row}: the slug "${asked}" is left out, because "${slug}" has the same names; \`make rename\` changes slugs`,
      );
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
    const meantColumns = findMeant(unknown, free);
    return header.map((name, index) => exact[index] ?? meantColumns.get(name) ?? null);
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
          suggestion: `remove one, or leave it out with IGNORE="${name.trim()}"`,
        });
      }
      if (key !== null || ignored.includes(name.trim())) continue;
      if (namesPrice(name) || records.some(({ cells }) => isPrice(cells[index] ?? ''))) {
        const message = `the column has prices, and ${this.#path} has no column of this name`;
        const prices = [...this.#columns.values()]
          .filter(isOfferPrice)
          .map(({ key }) => `"${key}"`);
        const suggestion = `rename it to ${prices.join(' or ')}, or leave it out with IGNORE="${name.trim()}"`;
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
    const names = ['provider', ...this.#roles.names].flatMap((key) => cells.get(key) ?? []);
    const writtenSlug = cells.get('slug');
    const slug = toKebabCase(writtenSlug ?? names.join(' '));
    if (slug === '')
      add('slug', { rule: 'slug-blank', message: 'the row has neither a slug nor a name' });
    if (writtenSlug !== undefined && writtenSlug !== slug)
      this.#notes.push(`row ${line}: the slug of "${writtenSlug}" is "${slug}"`);
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

type Unclear = Pick<ReturnType<RowWriter['write']>, 'unclear' | 'meant'>;

/** Faults of a row that was not written, or not whole, by column. */
function describeUnclear(
  cells: Cells,
  { unclear, meant }: Unclear,
): (readonly [key: string, fault: Required<CellFault>])[] {
  const suggestion = 'add the column "slug", which tells them apart';
  const names = `${meant.length} offers have these names: ${meant.slice(0, 4).join(', ')}`;
  const ambiguous = { rule: 'slug-blank', message: names, suggestion } as const;
  const amounts = unclear.map(([key, before]) => {
    const message = `"${cells[key]}" has no unit, and the cell says "${before}"`;
    const fault = { rule: 'odd-number', message, suggestion: 'write the whole cell' } as const;
    return [key, fault] as const;
  });
  return [...(meant.length === 0 ? [] : [['slug', ambiguous] as const]), ...amounts];
}

class RowWriter {
  readonly counts = { added: 0, changed: 0, unchanged: 0 };
  readonly #table: EditedTable;
  /** The first one of a slug counts. */
  readonly #bySlug = new Map<string, Line>();
  readonly #byProvider: ReadonlyMap<string, readonly Line[]>;
  readonly #names: readonly string[];
  /** Columns that tell the offers of a provider apart: names, plan, and the depth of the data. */
  readonly #keys: readonly string[];
  /** Row of the file that wrote a line. */
  readonly #writers = new Map<Line, number>();

  constructor(table: EditedTable, { names, plan, history }: Roles) {
    this.#table = table;
    this.#names = names;
    this.#keys = [...names, plan, history].filter((key) => key !== null);
    this.#byProvider = groupBy(table.lines, (line) => table.get(line, 'provider'));
    for (const line of table.lines) {
      const slug = table.get(line, 'slug');
      if (!this.#bySlug.has(slug)) this.#bySlug.set(slug, line);
    }
  }

  /**
   * Returns the row that wrote the line before. `meant`: slugs of the offers that the row may mean,
   * if it names no slug and several offers have its names; then nothing is written. `slug`: of the
   * offer.
   */
  write(cells: Cells, row: number, hasSlug: boolean) {
    const offers = this.#find(cells, hasSlug);
    if (offers.length > 1) {
      const meant = offers.map((line) => this.#table.get(line, 'slug'));
      return { slug: cells.slug, earlier: null, isNew: false, unclear: [], meant };
    }
    const [known] = offers;
    const line = known ?? this.#table.add({ starred: 'FALSE', ...cells });
    const earlier = this.#writers.get(line);
    this.#writers.set(line, row);
    this.#bySlug.set(cells.slug, line);
    const isNew = known === undefined;
    const { changed, unclear } = this.#writeCells(line, cells);
    this.counts[isNew ? 'added' : changed ? 'changed' : 'unchanged']++;
    const slug = this.#table.get(line, 'slug');
    return { slug, earlier: earlier ?? null, isNew, unclear, meant: [] };
  }

  /** Row of the file that wrote the offer. */
  rowOf(slug = ''): number | undefined {
    const line = this.#bySlug.get(slug);
    return line && this.#writers.get(line);
  }

  /** By slug; then by all names, blank ones included; then by the names that the row states. */
  #find(cells: Cells, hasSlug: boolean): readonly Line[] {
    const same = this.#bySlug.get(cells.slug);
    if (same !== undefined) return [same];
    if (this.#names.every((key) => !cells[key])) return [];
    const offersOfProvider = this.#byProvider.get(cells.provider ?? '') ?? [];
    const isNamed = (line: Line, name: string) =>
      this.#table.get(line, name) === (cells[name] ?? '');
    const exact = offersOfProvider.filter((line) =>
      this.#keys.every((name) => isNamed(line, name)),
    );
    if (exact.length === 1 || hasSlug) return exact.slice(0, 1);
    const stated = this.#keys.filter((name) => cells[name] !== undefined);
    return offersOfProvider.filter((line) => stated.every((name) => isNamed(line, name)));
  }

  /** `unclear`: columns with the cells that an amount without a unit cannot replace. */
  #writeCells(line: Line, { slug: _, ...cells }: Cells) {
    const unclear: (readonly [column: string, before: string])[] = [];
    let changed = false;
    for (const [column, text] of Object.entries(cells)) {
      const before = this.#table.get(line, column);
      const kept = /(?:Date|Version)$/.test(column) ? text : keepUnit(text, before);
      if (kept === null) unclear.push([column, before]);
      else if (this.#table.set(line, column, kept)) changed = true;
    }
    return { changed, unclear };
  }
}
