/** Writes the rows of a category, and its contents: the distinct rows without their networks. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import { type ColumnDefinition, costColumnsOf } from '../../model/columns.ts';
import { companionsOf, companionValues, stateValues } from '../../model/companions.ts';
import { dayColumns, dayKey } from '../../model/fixed-columns.ts';
import type { Values } from '../../model/rows.ts';
import { type Table, typesOf } from '../../model/tables.ts';
import type { UnitLine } from '../../model/unit-costs.ts';
import { connectOf } from '../connect/connect.ts';
import type { WrittenLines } from '../snapshot/database.ts';
import type { NewFiles } from '../snapshot/new-files.ts';
import { type CellReading, type Content, type StatedNumbers, textOfCell } from '../sources.ts';
import { contradictionsIn } from './contradictions.ts';
import type { FilledCells } from './measures.ts';
import { type CategoryRows, placeColumns } from './memberships.ts';

/** Columns of rows that the contents do not have, as SQL. */
const places: ReadonlyMap<string, string> = new Map([
  ['network', 'm.network'],
  ['sourceFile', 'm.file'],
  ['sourceLine', 'm.line::BIGINT'],
  ...Object.keys(dayColumns).map(
    (key) => [dayKey(key), `TRY_CAST(c.${quoteName(key)} AS DATE)`] as const,
  ),
]);

/**
 * DuckDB joins with a larger table may use the disk, which changes the order of the rows. It grants
 * a join 62 MB at least.
 */
const maxJoinedBytes = 32_000_000;

/** Bytes of a cell in DuckDB besides its text. */
const bytesPerCell = 16;

export interface CategoryTables {
  readonly category: string;
  readonly columns: readonly ColumnDefinition[];
  readonly found: CategoryRows;
  /** What texts of its columns state. */
  readonly numbers: StatedNumbers;
  /** What calls of providers cost. */
  readonly units: readonly UnitLine[];
  /** Cells that are filled from readings, by number of the content. */
  readonly filled: readonly (FilledCells | null)[];
  /** Hash of what the rows are made of. */
  readonly inputs: string;
  readonly rows: Table;
  readonly contents: Table;
}

/** Returns whether the snapshot before has these rows. */
export async function writeCategory(tables: CategoryTables, files: NewFiles): Promise<boolean> {
  const { database } = files;
  const { category, found, rows, contents } = tables;
  const inputs = {
    rows: files.inputsOf(rows, [tables.inputs]),
    contents: files.inputsOf(contents, [tables.inputs, String(found.first)]),
  };
  const isLinked = files.linkTable(rows, inputs.rows);
  const hasContents = files.linkTable(contents, inputs.contents);
  if (isLinked && hasContents) return true;
  const name = `contents_${category}`;
  const lines = await database.writeLines(name, contentLines(tables));
  const cells = rows.columns.filter(({ key }) => key !== 'category' && !places.has(key));
  await database.loadFile(name, typesOf([...contents.columns, ...cells]), lines);
  const select = contents.columns.map(({ key }) => quoteName(key)).join(', ');
  const numbered = `SELECT * REPLACE (_content + ${found.first} AS _content) FROM ${quoteName(name)}`;
  if (!hasContents)
    await files.writeTable(contents, inputs.contents, `SELECT ${select} FROM (${numbered})`);
  if (!isLinked) {
    await database.load(`places_${category}`, placeColumns, found.placed);
    await files.writeTable(rows, inputs.rows, selectRows(tables, lines));
    await database.query(`DROP TABLE ${quoteName(`places_${category}`)}`);
  }
  await database.query(`DROP TABLE ${quoteName(name)}`);
  return isLinked;
}

function selectRows({ category, rows }: CategoryTables, lines: WrittenLines): string {
  const cellOf = (key: string) =>
    key === 'category' ? quoteText(category) : (places.get(key) ?? `c.${quoteName(key)}`);
  const select = rows.columns.map(({ key }) => `${cellOf(key)} AS ${quoteName(key)}`);
  const lists = ['_content', 'file', 'line'].map((key) => `unnest(${key}) AS ${key}`);
  const placed = `SELECT network, ${lists} FROM ${quoteName(`places_${category}`)}`;
  const numbered = `SELECT *, row_number() OVER () AS place FROM (${placed})`;
  const query = `SELECT ${select} FROM (${numbered}) m JOIN ${quoteName(`contents_${category}`)} c USING (_content)`;
  // A join in memory keeps the order. Sorting takes as long as writing.
  const isLarge = lines.bytes + lines.lines * rows.columns.length * bytesPerCell > maxJoinedBytes;
  return isLarge ? `${query} ORDER BY m.place` : query;
}

type ContentRecord = Record<string, unknown>;

/** JSON of the contents of a category, which are numbered from 0. Blank cells are left out. */
function* contentLines({
  found,
  columns,
  numbers,
  units,
  filled,
}: CategoryTables): Iterable<string> {
  const stating = columns.filter((column) => companionsOf(column).length > 0);
  const usePriceOf = notApplicableUse(columns);
  const contradictionsOf = contradictionsIn(columns, numbers, units);
  const companions = stating.map((column) => companionsOfTexts(column, numbers.get(column.key)));
  for (const [number, content] of found.contents.entries()) {
    const { values, offer, offerSlug, listingSlug, scope, overrides } = content;
    const record: ContentRecord = {
      _content: number,
      offerSlug,
      _offer: offerSlug ?? listingSlug,
      scope,
    };
    addConnect(record, content);
    // Assigned one by one: spread copies of 100,000s of records take a tenth of a build.
    for (const key in values) if (values[key] !== null) record[key] = values[key];
    if (offer !== null)
      Object.assign(record, { offerFile: offer.file, offerLine: offer.line, overrides });
    for (const companionsIn of companions) Object.assign(record, companionsIn(values));
    Object.assign(record, usePriceOf(record), contradictionsOf(values));
    Object.assign(record, filled[number]);
    yield JSON.stringify(record);
  }
}

function addConnect(record: ContentRecord, content: Content): void {
  const connect = connectOf(content);
  if (connect !== null) record._connect = JSON.stringify(connect);
}

/**
 * Companions of a column by what its text states; null for a blank cell without a state. Most texts
 * repeat.
 */
function companionsOfTexts(
  column: ColumnDefinition,
  readings: ReadonlyMap<string, CellReading> | undefined,
) {
  const byText = new Map<string, object>();
  const blank = stateValues(column, 'notStated');
  return (values: Values): object => {
    const text = textOfCell(values[column.key]);
    if (text === null || text === '') return blank;
    return getOrInsert(byText, text, () => {
      const { stated = null, unread = [] } = readings?.get(text) ?? {};
      return companionValues(column, stated, unread);
    });
  };
}

/** A plan without a limit has no price of what goes beyond it. */
function notApplicableUse(
  columns: readonly ColumnDefinition[],
): (record: ContentRecord) => object | null {
  const { limits, use: useKey } = costColumnsOf(columns);
  const use = columns.find(({ key }) => key === useKey);
  if (limits === null || use === undefined) return () => null;
  const [bound, state] = [`${limits}IncludedBound`, stateValues(use, 'notApplicable')];
  return (record) =>
    record[bound] === 'unlimited' && (record[use.key] ?? null) === null ? state : null;
}
