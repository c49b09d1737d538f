/** A CSV file as a table. */

export interface TableRecord {
  /** Line on which the record starts, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Addresses that cells of a workbook lead to, by index. */
  readonly links?: Readonly<Record<number, string>>;
}

export interface Table {
  /** Relative to the source folder. */
  readonly path: string;
  readonly header: readonly string[];
  /** Every record has as many cells as the header. */
  readonly records: readonly TableRecord[];
  /**
   * Records with more or fewer cells, beyond a limit or with a quoting mistake; they were reported.
   */
  readonly misfits: readonly TableRecord[];
  /** True if a quoting mistake was found in the file. */
  readonly hasQuoteFaults: boolean;
  /** The whole file without its byte-order mark. */
  readonly text: string;
}
