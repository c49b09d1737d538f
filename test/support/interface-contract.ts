/** What interface.md says of rows, columns and pages, as checks on answers. */
import assert from 'node:assert/strict';
import {
  cellOf,
  quotedWords,
  sectionOf,
  type TableRow,
  tableOf,
  wordsAfter,
} from './interface-tables.ts';
import type { PublicRow, RowsResult } from './service-answers.ts';

const intro = sectionOf('What the service does');
export const siteCategories = wordsAfter(intro, 'Site-wide category keys:');

export const rowFields = tableOf('Provider offer row', 'Field', 'Type', 'Nullable');
export const networkFields = tableOf('Network marketplace', 'Field', 'Type', 'Required');
export const paginationFields = tableOf('Pagination object', 'Field', 'Type');

const metaKeys = wordsAfter(
  sectionOf('Column metadata entry'),
  'Each entry has these keys:',
).filter((word) => word !== '||');
const allowedValues = tableOf('Column metadata entry', 'Allowed or observed values');
const declarations = tableOf(
  'Column metadata entry',
  'Key',
  'filter',
  'sorting',
  'cellType',
).flatMap(splitKeys);

function splitKeys(row: TableRow): TableRow[] {
  return cellOf(row, 'Key')
    .split(',')
    .map((key) => ({ ...row, Key: key.trim() }));
}

/** Keys of the declared columns: the core that every row of every category has. */
export const coreKeys = declarations.map((row) => cellOf(row, 'Key'));

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  'string, URI': (value) => typeof value === 'string' && URL.canParse(value),
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  'integer 0 or 1': (value) => value === 0 || value === 1,
  'array of string': (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string'),
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

export function assertType(value: unknown, type: string, where: string): void {
  const isOfType = types[type];
  assert.ok(isOfType, `the type "${type}" of ${where} is known to this test`);
  assert.ok(isOfType(value), `${where} is ${type}, not ${JSON.stringify(value)}`);
}

/**
 * `used` tells whether the row's category has the column; without it the cell says nothing
 * (service.md).
 */
export function assertRow(row: PublicRow, used: (key: string) => boolean): void {
  for (const field of rowFields) {
    const key = cellOf(field, 'Field');
    const where = `${key} of ${row.network}/${row.slug}`;
    const value = row[key];
    assert.ok(value !== undefined, `${where} is there`);
    const isNetwork = key === 'network';
    const mayBeNull = !isNetwork && (cellOf(field, 'Nullable') === 'yes' || !used(key));
    // service.md: `starred` and `trial` are 0 where the category has no such column.
    if (value === null && mayBeNull && !alwaysFlags.includes(key)) continue;
    assertType(value, cellOf(field, 'Type'), where);
    if (!isNetwork && !used(key))
      assert.equal(value, 0, `${where} says nothing where the category has no such column`);
  }
}

const alwaysFlags = ['starred', 'trial'];

/** Every link of a cell in the form that actionButtons are promised in. */
export function isActionButton(text: string): boolean {
  const [, label = '', url = ''] = /^\[([^\]]+)\]\((\S+)\)$/.exec(text) ?? [];
  return label !== '' && (url.startsWith('/') || URL.canParse(url));
}

/** `own` are the cell types beyond those that interface.md has observed, each with its reason. */
export function assertColumns(columns: RowsResult['columnsMeta'], own: readonly string[]): void {
  for (const column of columns) {
    assert.deepEqual(Object.keys(column), metaKeys, `keys of ${column.key}`);
    for (const row of allowedValues) assertAllowed(column, cellOf(row, 'Key'), { row, own });
  }
  const core = columns.filter(({ key }) => coreKeys.includes(key));
  assert.deepEqual(
    core.map(({ key }) => key).toSorted(),
    coreKeys.toSorted(),
    'every declared column is there, once',
  );
  for (const declaration of declarations) assertDeclared(columns, declaration);
}

type Column = RowsResult['columnsMeta'][number];

function assertAllowed(
  column: Column,
  key: string,
  { row, own }: { row: TableRow; own: readonly string[] },
): void {
  const value = column[key as keyof Column];
  const text = cellOf(row, 'Allowed or observed values');
  const where = `${key} of ${column.key}`;
  if (text.startsWith('boolean')) {
    assertType(value, 'boolean', where);
    return;
  }
  const words: readonly unknown[] = [
    ...quotedWords(text),
    ...(key === 'cellType' ? own : []),
    null,
  ];
  assert.ok(words.includes(value), `${where} is one of ${words.join(', ')}, not ${value}`);
}

/** `none (pinned left)` is two statements. */
function readDeclared(text: string): { value: string | null; pinning: string | null } {
  const [word = ''] = text.split(' ');
  return {
    value: word === 'none' ? null : word,
    pinning: text.includes('(pinned left)') ? 'left' : null,
  };
}

const kinds: Readonly<Record<string, Column['valueKind']>> = {
  string: 'string',
  'integer 0 or 1': 'boolean',
  'array of string': 'array',
};

function assertDeclared(columns: RowsResult['columnsMeta'], declaration: TableRow): void {
  const key = cellOf(declaration, 'Key');
  const column = columns.find((candidate) => candidate.key === key);
  assert.ok(column, `the column ${key}`);
  const field = rowFields.find((row) => cellOf(row, 'Field') === key);
  assert.ok(field, `${key} is described as a field of rows, too`);
  const { value: cellType, pinning } = readDeclared(cellOf(declaration, 'cellType'));
  const { filter, sorting } = column;
  const declared = {
    filter: readDeclared(cellOf(declaration, 'filter')).value,
    sorting: readDeclared(cellOf(declaration, 'sorting')).value,
    cellType,
    pinning,
  };
  assert.deepEqual(
    { filter, sorting, cellType: column.cellType, pinning: column.pinning },
    declared,
    `column ${key}`,
  );
  const valueKind = kinds[cellOf(field, 'Type')];
  assert.equal(column.valueKind, valueKind, `valueKind of ${key}`);
  assert.equal(column.itemKind, valueKind === 'array' ? 'string' : null, `itemKind of ${key}`);
  const nullable = cellOf(declaration, 'nullable');
  // `see above`: null is allowed in "some responses"; this service always says.
  assert.equal(
    column.nullable,
    nullable === 'see above' ? true : nullable === 'true',
    `nullable of ${key}`,
  );
}
