/** Header of a table -> the columns that its category has. Reports the others. */
import { NameFinder } from '../../../common/nearest-name.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { didYouMean, fileProblem, missingColumn, type NewProblem } from '../../problem.ts';
import { sourcePaths } from '../../sources.ts';
import type { TablePlace } from '../source-folder.ts';
import type { ReadContext } from './parse-table.ts';
import type { Table, TableRecord } from './table.ts';

export interface TableColumn {
  readonly definition: ColumnDefinition;
  readonly index: number;
}

/** Columns without which most checks of a line would report follow-on errors. */
const structural: readonly string[] = ['slug', 'provider'];

/**
 * In the order of columns.csv, so that the order in a file makes no difference. A misspelt column
 * is read as the one that was meant, another unknown one is ignored. Null if the lines cannot be
 * read without it.
 */
export function matchColumns(
  table: Table,
  { kind, category }: TablePlace,
  defined: readonly ColumnDefinition[],
  { add, unreadable }: ReadContext,
): TableColumn[] | null {
  const allowed = defined.filter((column) => column.categories.includes(category));
  const header = compareNames(
    table.header,
    allowed.map(({ key }) => key),
  );
  if (reportOtherTable(table, header, { add, unreadable })) return null;
  for (const name of header.unknown.keys()) {
    const elsewhere = defined.some((column) => column.key === name);
    add(
      describeUnknown(table.path, {
        name,
        category,
        elsewhere,
        meant: header.meant.get(name) ?? null,
      }),
    );
  }
  if (!isReadable(table, kind, header, { add, unreadable })) return null;
  const columns = allowed.flatMap((definition) => {
    const index = header.indexes.get(definition.key);
    return index === undefined ? [] : [{ definition, index }];
  });
  if (kind !== 'offers' || !table.header.includes('chain')) return columns;
  const message = 'an offer is the same on every network, so it has no chain';
  const suggestion = 'remove the column; name chains in the listings';
  add({ rule: 'chain-in-offers', file: table.path, line: 1, column: 'chain', message, suggestion });
  return columns.filter(({ definition }) => definition.key !== 'chain');
}

/** Reports a header that has none of the columns: the file is another table, or has no header. */
export function reportOtherTable(
  { path, header }: Pick<Table, 'path' | 'header'>,
  { unknown, meant }: Pick<ReturnType<typeof compareNames>, 'unknown' | 'meant'>,
  { add, unreadable }: ReadContext,
): boolean {
  if (meant.size > 0 || unknown.size < header.length) return false;
  const names = header.slice(0, shownNames).map((name) => `"${name}"`);
  const more = header.length > shownNames ? ', ...' : '';
  const message = `line 1 has no column of this table: ${names.join(', ')}${more}`;
  const fix = 'restore the header line, or put the right table here';
  add(fileProblem(path, 'not-a-table', [message, fix], 1));
  unreadable.addFile(path, null);
  return true;
}

const shownNames = 3;

interface UnknownColumn {
  readonly name: string;
  readonly category: string;
  /** Whether another category has the column. */
  readonly elsewhere: boolean;
  readonly meant: string | null;
}

function describeUnknown(
  file: string,
  { name, category, elsewhere, meant }: UnknownColumn,
): NewProblem {
  const message = elsewhere
    ? `${sourcePaths.columns} does not give the column "${name}" to the category "${category}"`
    : `no column "${name}" in ${sourcePaths.columns}`;
  const otherwise = elsewhere
    ? `remove the column, or add "${category}" to its categories in ${sourcePaths.columns}`
    : `remove the column, or describe it in ${sourcePaths.columns}`;
  return {
    rule: 'unknown-column',
    file,
    line: 1,
    column: name,
    message,
    suggestion: didYouMean(meant, otherwise),
  };
}

/** Whether the lines can be read with the columns that the header has. */
function isReadable(
  { path, records }: Table,
  kind: TablePlace['kind'],
  { missing, meant, unknown }: ReturnType<typeof compareNames>,
  { add, unreadable }: ReadContext,
): boolean {
  // An unknown name may stand for any missing column.
  if (unknown.size > meant.size) {
    const isOffer =
      missing.includes('offer') && records.some((record) => hasReference(record, unknown));
    if (isOffer || structural.some((key) => missing.includes(key))) return false;
    unreadable.addHeader(path);
  }
  if (kind !== 'offers' || records.length === 0 || !missing.includes('slug')) return true;
  add(missingColumn(path, 'slug', 'offers'));
  return false;
}

/** Whether one of the unknown columns holds a reference. */
function hasReference({ cells }: TableRecord, unknown: ReadonlyMap<string, number>): boolean {
  return [...unknown.values()].some((index) => cells[index]?.trim().startsWith('!') === true);
}

/** Names of a header that are unknown, meant or missing. */
export function compareNames(header: readonly string[], keys: readonly string[]) {
  const [defined, present] = [new Set(keys), new Set(header)];
  /** Their places in the header. */
  const unknown = new Map(
    header.flatMap((name, index) => (defined.has(name) ? [] : [[name, index] as const])),
  );
  const free = new Set(keys.filter((key) => !present.has(key)));
  /**
   * The column that an unknown name means, by name. No column is meant twice or is in the header
   * already.
   */
  const meant = findMeant([...unknown.keys()], free);
  const indexes = new Map(header.map((name, index) => [meant.get(name) ?? name, index]));
  /** `missing`: columns that no name of the header stands for. */
  return { unknown, meant, missing: [...free], indexes };
}

/** Removes the names that are meant from `free`. */
export function findMeant(unknown: readonly string[], free: Set<string>): Map<string, string> {
  const meant = new Map<string, string>();
  for (const name of unknown) {
    const near =
      new NameFinder(free).find(name) ?? [...free].find((key) => stemOf(key) === stemOf(name));
    if (near === undefined) continue;
    meant.set(name, near);
    free.delete(near);
  }
  return meant;
}

/** `price`, `prices` and `pricing` have the same stem. */
function stemOf(word: string): string {
  return word.toLowerCase().replace(/(?<=..)(?:ing|es|ed|s|e)$/, '');
}
