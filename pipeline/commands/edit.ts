/** `make import`, `make rename`, `make list` and `make set`: edits of many lines. With DRY_RUN they only say what they would write. */
import { readFile } from 'node:fs/promises';
import { Edits } from '../edit/edits.ts';
import { importRows } from '../edit/import-rows.ts';
import { list as listOffer, setColumn } from '../edit/list.ts';
import { rename as renameAll } from '../edit/rename.ts';
import { PipelineError } from '../errors.ts';
import { readCsv } from '../read/csv/csv.ts';
import { removeByteOrderMark } from '../read/tables/parse-table.ts';
import { type Flags, print } from './flags.ts';

export async function importFile(flags: Flags): Promise<number> {
  const { file = '', category = '' } = flags.words;
  if (file === '' || category === '')
    throw new PipelineError('usage', 'name FILE=rows.xlsx (or .csv) and CATEGORY=apis');
  const matrix = await readMatrix(file);
  return edit(flags, (edits) => {
    const { added, changed, unchanged, notes } = importRows(edits, category, matrix);
    for (const note of notes) print(note);
    print(`${added} offers are new, ${changed} change, ${unchanged} are there already`);
  });
}

export function rename(flags: Flags): Promise<number> {
  const { what = '', from = '', category = null } = flags.words;
  return edit(flags, (edits) => renameAll(edits, { what, from, to: flags.to ?? '', category }));
}

export function list(flags: Flags): Promise<number> {
  const { offer = '', networks = '', chains = '' } = flags.words;
  return edit(flags, (edits) =>
    listOffer(edits, { offer, networks: splitNames(networks), chains: splitNames(chains) }),
  );
}

export function set(flags: Flags): Promise<number> {
  const { category = '', column = '', value = '', where = '' } = flags.words;
  const pairs = splitNames(where).map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]);
  return edit(flags, (edits) => setColumn(edits, { category, column, value, where: Object.fromEntries(pairs) }));
}

async function edit({ sources, project, dryRun }: Flags, change: (edits: Edits) => unknown): Promise<number> {
  const edits = await Edits.open(sources, project);
  change(edits);
  const told = await edits.finish(dryRun);
  const notice = dryRun ? 'nothing was written, because this is a dry run' : 'run make check';
  for (const line of [...told, told.length === 0 ? 'nothing changes' : notice]) print(line);
  return 0;
}

function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The first sheet of a workbook, or the lines of a CSV file. */
async function readMatrix(file: string): Promise<string[][]> {
  const bytes = await readFile(file);
  if (!/\.xlsx$/i.test(file))
    return readCsv(removeByteOrderMark(bytes.toString('utf8'))).records.map(({ cells }) => [...cells]);
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(bytes);
  return (sheets[0]?.rows ?? []).map((row) => Array.from(row, textOf));
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
