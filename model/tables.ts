/** Tables of a snapshot: the columns of every Parquet file, with their types and meanings. */
import type { CategoryDefinition } from './categories.ts';
import { type ColumnDefinition, columnsOfCategory, columnsOfProviders } from './columns.ts';
import { companionsOf } from './companions.ts';
import {
  confirmationColumns,
  contentColumns,
  dayColumns,
  dayKey,
  definitionColumns,
  type FixedColumns,
  measurementColumns,
  membershipColumns,
  rowColumns,
} from './fixed-columns.ts';
import { snapshotPaths } from './manifest.ts';
import { type Wording, worded } from './terms.ts';

/**
 * `defined`: by a line of columns.csv. `companion`: belongs to a defined column. `fixed`: every
 * snapshot has it.
 */
type ColumnKind = 'defined' | 'companion' | 'fixed';

/** A column of a Parquet file. */
export interface TableColumn {
  readonly key: string;
  /** DuckDB type. */
  readonly type: string;
  readonly kind: ColumnKind;
  /** Null for fixed columns. */
  readonly label: string | null;
  readonly description: string | null;
}

/** A Parquet file of a snapshot. */
export interface Table {
  /** Relative to the snapshot's folder. */
  readonly path: string;
  /** One line, without a full stop. */
  readonly title: string;
  /** Columns whose values together are different in every row; empty if there are none. */
  readonly key: readonly string[];
  /** In the order of the file. */
  readonly columns: readonly TableColumn[];
}

/** Definitions that determine the columns of a snapshot's tables. */
export interface TableDefinitions {
  readonly categories: readonly CategoryDefinition[];
  readonly columns: readonly ColumnDefinition[];
}

/** DuckDB type by `valueKind`. */
const valueTypes = {
  string: 'VARCHAR',
  boolean: 'BOOLEAN',
  array: 'VARCHAR[]',
  number: 'DOUBLE',
} as const;

/** A column of columns.csv and its companions, as Parquet files have them. */
export function physicalColumns(column: ColumnDefinition): TableColumn[] {
  const { key, label, description, valueKind } = column;
  const companions = companionsOf(column).map((companion): TableColumn => {
    const { key: name, label: title, description: meaning, valueKind: kind } = companion;
    return {
      key: name,
      type: valueTypes[kind],
      kind: 'companion',
      label: title,
      description: meaning,
    };
  });
  return [{ key, type: valueTypes[valueKind], kind: 'defined', label, description }, ...companions];
}

/**
 * Every Parquet file of a snapshot with these definitions: rows, definitions, changes, then
 * internal tables.
 */
export function describeTables(definitions: TableDefinitions, wording: Wording): Table[] {
  return [
    ...describeRows(definitions, wording),
    ...describeDefinitions(definitions, wording),
    ...describeInternal(definitions, wording),
  ];
}

function describeRows({ categories, columns }: TableDefinitions, wording: Wording): Table[] {
  const { network, category, ...places } = rowColumns;
  return categories.map(({ key, label }) => ({
    path: snapshotPaths.rows(key),
    title: label,
    key: ['network', 'slug'],
    columns: [
      ...fixed({ network, category }, wording),
      ...columnsOfCategory(columns, key).flatMap(physicalColumns),
      ...fixed(places, wording),
      ...fixed(daysOf(columnsOfCategory(columns, key)), wording),
    ],
  }));
}

function daysOf(columns: readonly ColumnDefinition[]): FixedColumns {
  const known = Object.entries(dayColumns).filter(([key]) =>
    columns.some((column) => column.key === key),
  );
  return Object.fromEntries(known.map(([key, entry]) => [dayKey(key), entry]));
}

const definitionTables = {
  categories: { title: 'Categories: labels and descriptions', key: ['key'] },
  columns: { title: 'Data dictionary: every column of every table', key: [] },
  networks: {
    title: '{{Networks}}: names, documentation{{#chains}} and chains{{/chains}}',
    key: ['network'],
  },
  chains: {
    title: 'Chains of {{networks}}: identifiers, currencies and explorers',
    key: ['network', 'chain'],
  },
  providers: { title: 'Providers: names, websites and profiles', key: ['slug'] },
  probes: {
    title: 'Probes: what {{#endpoints}}endpoints, servers and {{/endpoints}}pages answered',
    key: [],
  },
  benchmarks: { title: 'Benchmarks: what others measured and published', key: [] },
  quotations: {
    title: 'Quotations: where facts of offers were read',
    key: ['category', 'slug', 'column', 'address'],
  },
  sets: { title: 'Ready sets: filters and a sort order', key: ['category', 'label'] },
  words: { title: 'Words that searches understand', key: [] },
  application: { title: 'Links into an application', key: ['key'] },
  units: {
    title: 'Units of providers: what calls cost',
    key: ['provider', 'unit', 'technology', 'call'],
  },
  rates: { title: 'Rates of currencies', key: ['currency'] },
  changes: { title: 'Changes of rows since the first snapshot', key: [] },
  metrics: {
    title: 'Figures of the site, of {{networks}}, of their categories and of providers',
    key: [],
  },
  snapshot: { title: 'Identity of the snapshot', key: ['id'] },
} as const;

export type DefinitionTable = keyof typeof definitionTables;

function describeDefinitions({ columns }: TableDefinitions, wording: Wording): Table[] {
  const own = columnsOfProviders(columns).flatMap((column) => physicalColumns(column).slice(0, 1));
  const names = (Object.keys(definitionTables) as DefinitionTable[]).filter(
    (name) => name !== 'chains' || wording.has.has('chains'),
  );
  return names.map((name) => {
    const table = describeDefinition(name, wording);
    return name === 'providers' ? { ...table, columns: [...table.columns, ...own] } : table;
  });
}

/** The columns of a table that are the same in every snapshot. */
export function describeDefinition(name: DefinitionTable, wording: Wording): Table {
  const { title, key } = definitionTables[name];
  const columns = fixed(definitionColumns[name], wording);
  return { path: snapshotPaths[name], title: worded(title, wording), key, columns };
}

function describeInternal({ categories, columns }: TableDefinitions, wording: Wording): Table[] {
  const { _content, ...served } = contentColumns;
  const contents = categories.map(({ key, label }) => ({
    path: snapshotPaths.contents(key),
    title: `${label}: distinct row contents`,
    key: ['_content'],
    columns: [
      ...fixed({ _content }, wording),
      ...columnsOfCategory(columns, key).flatMap(physicalColumns),
      ...fixed(served, wording),
    ],
  }));
  const memberships = {
    path: snapshotPaths.memberships,
    title: worded('{{Networks}} of the row contents', wording),
    key: ['network', '_content'],
    columns: fixed(membershipColumns, wording),
  };
  return [...contents, memberships, confirmationsTable, measurementsTable];
}

export const confirmationsTable: Table = {
  path: snapshotPaths.confirmations,
  title: 'Confirmations of the row contents',
  key: ['_content'],
  columns: fixed(confirmationColumns, null),
};

export const measurementsTable: Table = {
  path: snapshotPaths.measurements,
  title: 'Figures that probes measured of the row contents',
  key: ['_content'],
  columns: fixed(measurementColumns, null),
};

/** `wording`: null where no description names networks. */
function fixed(columns: FixedColumns, wording: Wording | null): TableColumn[] {
  return Object.entries(columns).flatMap(([key, [type, text, about]]) => {
    if (about !== undefined && wording?.has.has(about) === false) return [];
    const description = wording === null ? text : worded(text, wording);
    return [{ key, type, kind: 'fixed', label: null, description }];
  });
}

/** DuckDB types by column, in the order of the file. */
export function typesOf(columns: readonly TableColumn[]): Record<string, string> {
  return Object.fromEntries(columns.map(({ key, type }) => [key, type]));
}
