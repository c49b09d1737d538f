/** Which records of a source folder are neither in a row nor in a problem. A reader of its own finds the records. */
import type { Checked } from '../../pipeline/build.ts';
import { tokenize } from '../../pipeline/fix/tokenize.ts';

export function csvFiles(paths: readonly string[]): string[] {
  return paths.filter((file) => file.endsWith('.csv'));
}

/**
 * A listing that points into a file with an error may be left out without a word of its own: the error speaks for it,
 * and nothing is published. So may all that a network without a chain would have of the listings of all networks.
 */
export function lostRecords(
  files: ReadonlyMap<string, Uint8Array>,
  { sources, resolved, problems }: Checked,
): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const said = new Set(problems.map(({ file, line }) => `${file}:${line}`));
  // A problem of a header, or of a file that is no table, speaks for all of its lines.
  const whole = new Set(
    errors.filter(({ line, rule }) => line === null || line === 1 || isOfFile(rule)).map(({ file }) => file),
  );
  const rows = new Set(
    resolved.networks.flatMap((network) => network.rows.map(({ source }) => `${source.file}:${source.line}`)),
  );
  const offers = new Set(sources.offers.map(({ source }) => `${source.file}:${source.line}`));
  const unsure = errors.some(({ file }) => file.startsWith('meta/'));
  const referred = errors.some(({ file }) => file.startsWith('references/'));
  if (unsure) return [];
  const lost: string[] = [];
  for (const [file, content] of files) {
    if (!/^(?:listings|references\/offers)\//.test(file) || whole.has(file)) continue;
    for (const { line, cells } of readRecords(content)) {
      const key = `${file}:${line}`;
      if (rows.has(key) || offers.has(key) || said.has(key)) continue;
      if (referred && cells.some((cell) => cell.trim().startsWith('!'))) continue;
      if (file.startsWith('listings/all-networks/') && resolved.networks.every(({ chains }) => chains.length === 0))
        continue;
      lost.push(`${key} ${cells.join(',')}`);
    }
  }
  return lost;
}

function isOfFile(rule: string): boolean {
  return ['not-utf8', 'unclosed-quote', 'text-after-quote', 'stray-quote', 'conflict-marker'].includes(rule);
}

function readRecords(content: Uint8Array): { line: number; cells: string[] }[] {
  const lines =
    tokenize(
      Buffer.from(content)
        .toString('utf8')
        .replace(/^\ufeff{1,2}/, ''),
    ) ?? [];
  let next = 1;
  const records = lines.map(({ cells }) => {
    const line = next;
    next += cells.reduce((sum, { text }) => sum + text.split('\n').length - 1, 1);
    return { line, cells: cells.map(({ text }) => text) };
  });
  return records.slice(1).filter(({ cells }) => cells.length > 1 || cells[0]?.trim() !== '');
}
