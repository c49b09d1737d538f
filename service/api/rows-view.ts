/** A page of rows -> the JSON text of the rows endpoint. Rows are rendered already; they are only joined. */
import type { Hints } from '../query/hints.ts';
import type { Page } from '../query/rows.ts';

/** Version of the rows payload. */
export const rowsVersion = 2;

export interface RowsAnswer {
  readonly generatedAt: string;
  /** JSON array of the category's columns. */
  readonly columnsJson: string;
  readonly page: Page;
  /** Null where something was found, or there is nothing to say. */
  readonly hints: Hints | null;
  readonly rowJson: (content: number) => string;
}

export function presentRows({ generatedAt, columnsJson, page, hints, rowJson }: RowsAnswer): string {
  const rows = page.groups.flatMap((group) => group.contents.map(rowJson));
  const head = `{"result":{"version":${rowsVersion},"generatedAt":${JSON.stringify(generatedAt)}`;
  const pagination = `${JSON.stringify(page.pagination)}${hints === null ? '' : `,"hints":${JSON.stringify(hints)}`}`;
  return `${head},"columnsMeta":${columnsJson},"rows":[${rows.join(',')}],"pagination":${pagination}}}`;
}
