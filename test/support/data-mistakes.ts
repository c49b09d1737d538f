/** Single mistakes: a part of the corpus slice, one edit of it, and the problems that this adds. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CsvRecord, readCsv } from '../../pipeline/read/csv/csv.ts';
import { cellSource, writeCell } from '../../pipeline/read/csv/csv-cells.ts';
import { corpusSlice, projectFolder } from './paths.ts';

/** Enough for every rule, and small enough to be checked a hundred times in a few seconds. */
const files = [
  'references/providers/providers.csv',
  ...['apis', 'faucets', 'storages', 'wallets'].map((category) => `references/offers/${category}.csv`),
  'listings/all-networks/storages.csv',
  ...['apis', 'faucets', 'wallets'].map((category) => `listings/specific-networks/filecoin/${category}.csv`),
  'listings/specific-networks/xdc/apis.csv',
];
const metaFiles = ['meta/categories.csv', 'meta/columns.csv', 'meta/networks.csv'];

export async function copyPartOfSlice(folder: string): Promise<void> {
  for (const file of files) await copy(corpusSlice, file);
  // The logo that a mistake is about.
  await copy(corpusSlice, 'references/providers/images/sequence.png', 'references/providers/images/akave.png');
  for (const file of metaFiles) await copy(path.join(projectFolder, 'sources'), file);

  async function copy(from: string, file: string, to = file): Promise<void> {
    await mkdir(path.dirname(path.join(folder, to)), { recursive: true });
    await writeFile(path.join(folder, to), await readFile(path.join(from, file)));
  }
}

export interface Mistake {
  readonly what: string;
  readonly rule: string;
  readonly file: string;
  /** The new content, and where the mistake is: `14 offer`, `14`, or nothing for the whole file. */
  readonly edit: (text: string) => { readonly content: string | Uint8Array; readonly at: readonly string[] };
  /** Where the file goes, for a mistake in its name. */
  readonly moveTo?: string;
}

/** Another text in the cell of a column, on the line with the slug (or key). */
export function cell(rule: string, file: string, [slug, column]: readonly [string, string], text: string): Mistake {
  return {
    what: `${column} of ${slug} becomes ${JSON.stringify(text)}`,
    rule,
    file,
    edit: (old) => {
      const lines = readLines(old);
      const { index, line } = findLine(lines, slug);
      const at = lines[0]?.cells.indexOf(column) ?? -1;
      return { content: replaceCells(lines, index, (cells) => cells.with(at, text)), at: [`${line} ${column}`] };
    },
  };
}

/** Other cells on the line with the slug; `column` is the one that is to be named, null for the whole line. */
export function cells(
  rule: string,
  file: string,
  [slug, column]: readonly [string, string | null],
  change: (cells: string[]) => string[],
): Mistake {
  return {
    what: `the cells of ${slug} change (${change.toString().slice(0, 60)})`,
    rule,
    file,
    edit: (old) => {
      const lines = readLines(old);
      const { index, line } = findLine(lines, slug);
      return { content: replaceCells(lines, index, change), at: [column === null ? `${line}` : `${line} ${column}`] };
    },
  };
}

/** Any other change of the text; `at` counts lines from 1, and from the end where negative. */
export function text(
  rule: string,
  file: string,
  change: (text: string) => string | Uint8Array,
  ...at: readonly (string | number)[]
): Mistake {
  return {
    what: `${change.toString().slice(0, 90)}`,
    rule,
    file,
    edit: (old) => {
      const content = change(old);
      const count = String(content).trimEnd().split('\n').length;
      // Counted from the end, where the number is negative.
      return {
        content,
        at: at.map((place) => String(place).replace(/^-(\d+)/, (_, back) => String(count + 1 - Number(back)))),
      };
    },
  };
}

/** The line on which the cell of the first column is the slug. */
function findLine(lines: readonly CsvRecord[], slug: string): { index: number; line: number } {
  const index = lines.findIndex((record) => record.cells[0] === slug);
  const { line } = lines[index] ?? {};
  if (line === undefined) throw new Error(`no line with the slug ${slug}`);
  return { index, line };
}

function readLines(csv: string): readonly CsvRecord[] {
  const result = readCsv(csv);
  for (const { line, rule } of result.faults) throw new Error(`line ${line}: ${rule}`);
  return result.records;
}

function replaceCells(lines: readonly CsvRecord[], index: number, change: (cells: string[]) => string[]): string {
  return lines
    .map((line, at) => {
      if (at !== index) return line.cells.map((_, position) => cellSource(line, position)).join(',') + line.lineEnd;
      const changed = change([...line.cells]);
      return changed.map((one) => writeCell(one, /[",\r\n]/.test(one))).join(',') + line.lineEnd;
    })
    .join('');
}
