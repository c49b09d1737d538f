/** A page of rows -> the JSON text of the rows endpoint. Rows are rendered already; they are only joined. */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Hints } from '../query/hints.ts';
import type { Page } from '../query/page.ts';
import { rowJson } from '../snapshot/row-json.ts';

/** Version of the rows payload. */
export const rowsVersion = 2;

export interface RowsAnswer {
  readonly network: string;
  readonly generatedAt: string;
  readonly columns: readonly ColumnDefinition[];
  readonly page: Page;
  /** Null where something was found, or there is nothing to say. */
  readonly hints: Hints | null;
  /** By content id, see Contents. */
  readonly contentJson: readonly string[];
}

export function presentRows({ network, generatedAt, columns, page, hints, contentJson }: RowsAnswer): string {
  const rows = page.groups.flatMap((group) => group.contents.map((id) => rowJson(network, contentJson[id] ?? '}')));
  const head = `{"result":{"version":${rowsVersion},"generatedAt":${JSON.stringify(generatedAt)}`;
  const pagination = `${JSON.stringify(page.pagination)}${hints === null ? '' : `,"hints":${JSON.stringify(hints)}`}`;
  return `${head},"columnsMeta":${columnsMetaJson(columns)},"rows":[${rows.join(',')}],"pagination":${pagination}}}`;
}

const rendered = new WeakMap<readonly ColumnDefinition[], string>();

/** Rendered once for each category of a snapshot. */
function columnsMetaJson(columns: readonly ColumnDefinition[]): string {
  let json = rendered.get(columns);
  if (json === undefined) rendered.set(columns, (json = JSON.stringify(columns.map(presentColumn))));
  return json;
}

/** What consumers are told of a column; which categories use and require it is the pipeline's business. */
export function presentColumn(column: ColumnDefinition) {
  const { key, label, icon, description, filter, sorting, pinning, cellType, valueKind, itemKind, nullable } = column;
  return { key, label, icon, description, filter, sorting, pinning, cellType, valueKind, itemKind, nullable };
}
