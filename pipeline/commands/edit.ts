/** `make import`, `make rename`, `make list` and `make set`: edits of many lines. With DRY_RUN they only say what they would write. */
import { readFile } from 'node:fs/promises';
import { Edits } from '../edit/edits.ts';
import { importRows } from '../edit/import-rows.ts';
import { list as listOffer, setColumn } from '../edit/list.ts';
import { rename as renameAll } from '../edit/rename.ts';
import { PipelineError } from '../errors.ts';
import { readCsv } from '../read/csv.ts';
import { removeByteOrderMark } from '../read/parse-table.ts';
import { type Flags, print } from './flags.ts';

export async function importFile(flags: Flags): Promise<number> {
  const { file = '', category = '' } = flags.words;
  if (file === '' || category === '')
    throw new PipelineError('usage', 'name FILE=rows.xlsx (or .csv) and CATEGORY=apis');
  const edits = await Edits.open(flags.sources, flags.project);
  const { added, changed, unchanged, notes } = importRows(edits, category, await readMatrix(file));
  for (const note of notes) print(note);
  print(`${added} offers are new, ${changed} change, ${unchanged} are there already`);
  return finish(edits, flags);
}

export async function rename(flags: Flags): Promise<number> {
  const { what = '', from = '', category = null } = flags.words;
  const edits = await Edits.open(flags.sources, flags.project);
  renameAll(edits, { what, from, to: flags.to ?? '', category });
  return finish(edits, flags);
}

export async function list(flags: Flags): Promise<number> {
  const { offer = '', networks = '', chains = '' } = flags.words;
  const edits = await Edits.open(flags.sources, flags.project);
  listOffer(edits, { offer, networks: splitNames(networks), chains: splitNames(chains) });
  return finish(edits, flags);
}

export async function set(flags: Flags): Promise<number> {
  const { category = '', column = '', value = '', where = '' } = flags.words;
  const edits = await Edits.open(flags.sources, flags.project);
  const pairs = splitNames(where).map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]);
  setColumn(edits, { category, column, value, where: Object.fromEntries(pairs) });
  return finish(edits, flags);
}

async function finish(edits: Edits, { dryRun }: Flags): Promise<number> {
  const told = await edits.finish(dryRun);
  for (const line of told) print(line);
  print(
    told.length === 0
      ? 'nothing changes'
      : dryRun
        ? 'nothing was written, because this is a dry run'
        : 'run make check',
  );
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
