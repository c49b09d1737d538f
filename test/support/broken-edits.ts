/** Edits that break the corpus slice: what an editor does, and the problems that a check with a base has to report of it. */
import { readCsv } from '../../pipeline/read/csv/csv.ts';

export const files = {
  apis: 'references/offers/apis.csv',
  wallets: 'references/offers/wallets.csv',
  storages: 'references/offers/storages.csv',
  bridges: 'references/offers/bridges.csv',
  providers: 'references/providers/providers.csv',
  listedApis: 'listings/specific-networks/filecoin/apis.csv',
  listedWallets: 'listings/specific-networks/filecoin/wallets.csv',
  faucets: 'listings/specific-networks/filecoin/faucets.csv',
  everywhere: 'listings/all-networks/storages.csv',
} as const;

/** The tables of a source folder, as an editor sees them. */
export class Sheets {
  readonly tree: Map<string, string | Uint8Array>;

  constructor(tree: ReadonlyMap<string, string | Uint8Array>) {
    this.tree = new Map(tree);
  }

  text(file: string): string {
    return String(this.tree.get(file) ?? '');
  }

  rewrite(file: string, change: (text: string) => string | Uint8Array): void {
    this.tree.set(file, change(this.text(file)));
  }

  append(file: string, line: string): void {
    this.rewrite(file, (text) => `${text.trimEnd()}\n${line}\n`);
  }

  move(from: string, to: string): void {
    for (const [file, content] of [...this.tree]) {
      if (!file.startsWith(from)) continue;
      this.tree.delete(file);
      this.tree.set(to + file.slice(from.length), content);
    }
  }

  remove(prefix: string): void {
    for (const file of [...this.tree.keys()]) if (file.startsWith(prefix)) this.tree.delete(file);
  }

  /** Changes the cells below the header; `column` finds the position of a column. */
  rows(file: string, change: (rows: string[][], column: (key: string) => number) => string[][] | undefined): void {
    const [head = [], ...rows] = readCsv(this.text(file)).records.map(({ cells }) => [...cells]);
    const changed = change(rows, (key) => head.indexOf(key)) ?? rows;
    this.tree.set(file, writeTable([head, ...changed]));
  }

  column(file: string, key: string, change: (cells: string[]) => string[]): void {
    this.rows(file, (rows, column) => {
      const cells = change(rows.map((row) => row[column(key)] ?? ''));
      for (const [index, row] of rows.entries()) row[column(key)] = cells[index] ?? '';
    });
  }

  cell(file: string, slug: string, key: string, text: string): void {
    this.rows(file, (rows, column) => {
      const row = rows.find(([first]) => first === slug);
      if (row === undefined || column(key) === -1) throw new Error(`${file} has no ${key} of ${slug}`);
      row[column(key)] = text;
    });
  }
}

export function writeTable(rows: readonly (readonly string[])[]): string {
  const write = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map(write).join(',')}\n`).join('');
}

export interface BrokenEdit {
  readonly what: string;
  /** `rule file:line column | words of the message`; no line and no column for a whole file. */
  readonly expected: readonly string[];
  readonly act: (sheets: Sheets) => void;
  /** Whether the check is known to report something else. */
  readonly isMissed?: boolean;
}

export function edit(what: string, act: (sheets: Sheets) => void, ...expected: readonly string[]): BrokenEdit {
  return { what, act, expected };
}

/** An edit of which the check does not report exactly what is expected. */
export function missed(broken: BrokenEdit): BrokenEdit {
  return { ...broken, isMissed: true };
}
