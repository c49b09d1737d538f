/** Which records of a source folder are neither in a row nor in a problem. A reader of its own finds the records. */
import { CsvError, parse } from 'csv-parse/sync';
import type { Checked } from '../../pipeline/check-sources.ts';

export function csvFiles(paths: readonly string[]): string[] {
  return paths.filter((file) => file.endsWith('.csv'));
}

/**
 * A listing that points into a file with an error may be left out without a word of its own: the error speaks for it,
 * and nothing is published. So may all that a network without a chain would have of the listings of all networks.
 */
export function lostRecords(files: ReadonlyMap<string, Uint8Array>, checked: Checked): string[] {
  if (checked.problems.some(({ severity, file }) => severity === 'error' && file.startsWith('meta/'))) return [];
  const isKnown = findKnown(checked);
  return [...files].flatMap(([file, content]) =>
    readRecords(content)
      .filter(({ line, cells }) => !isKnown(file, line, cells))
      .map(({ line, cells }) => `${file}:${line} ${cells.join(',')}`),
  );
}

function findKnown({ sources, resolved, problems }: Checked) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const rows = resolved.networks.flatMap((network) => network.rows.map(({ source }) => source));
  const offers = sources.offers.map(({ source }) => source);
  const named = new Set([...problems, ...rows, ...offers].map(({ file, line }) => `${file}:${line}`));
  // A problem of a header, or of a file that is no table, speaks for all of its lines.
  const speaksForAll = errors.filter(({ line, rule }) => line === null || line === 1 || isOfFile(rule));
  const whole = new Set(speaksForAll.map(({ file }) => file));
  const referred = errors.some(({ file }) => file.startsWith('references/'));
  const chainless = resolved.networks.every(({ chains }) => chains.length === 0);
  return (file: string, line: number, cells: readonly string[]) =>
    !/^(?:listings|references\/offers)\//.test(file) ||
    whole.has(file) ||
    named.has(`${file}:${line}`) ||
    (referred && cells.some((cell) => cell.trim().startsWith('!'))) ||
    (chainless && file.startsWith('listings/all-networks/'));
}

function isOfFile(rule: string): boolean {
  return ['not-utf8', 'unclosed-quote', 'text-after-quote', 'stray-quote', 'conflict-marker'].includes(rule);
}

function readRecords(content: Uint8Array): { line: number; cells: string[] }[] {
  const lines = parseCsv(
    Buffer.from(content)
      .toString('utf8')
      .replace(/^\ufeff+/, ''),
  );
  let next = 1;
  const records = lines.map((cells) => {
    const line = next;
    next += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1);
    return { line, cells };
  });
  return records.slice(1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

function parseCsv(text: string): string[][] {
  try {
    return parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n'], rtrim: true });
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}
