/** Selects the mutants of a run: a sample from folders, or the lines of a table of bugs. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../../common/files-below.ts';
import { projectFolder } from '../../test/support/paths.ts';
import { type Mutant, mutantsOf } from './operators.ts';

const golden = 0.618_034;

/**
 * Evenly over all, from a place that the seed chooses; in an order in which the first of them are
 * even, too, so that a run may be ended.
 */
function sampled<T>(all: readonly T[], count: number, seed: number): T[] {
  const step = Math.max(1, all.length / count);
  const start = (seed * golden) % 1;
  const places = Array.from({ length: Math.min(count, all.length) }, (_, at) => at);
  const order = places.toSorted((a, b) => ((a * golden) % 1) - ((b * golden) % 1));
  return order.flatMap((at) => all[Math.floor((at + start) * step)] ?? []);
}

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

function sourceFiles(name: string): string[] {
  const place = path.join(projectFolder, name);
  if (!statSync(place).isDirectory()) return [name];
  const files = filesBelow(place).filter((file) => file.endsWith('.ts'));
  return files.map((file) => path.posix.join(name, file)).toSorted();
}

/** `count` mutants, as many of each folder, in turn, so that a run may be ended. */
export async function sampleOf(
  folders: readonly string[],
  count: number,
  seed: number,
): Promise<{ readonly chosen: Mutant[]; readonly all: number }> {
  let all = 0;
  const samples: Mutant[][] = [];
  for (const folder of folders) {
    const own: Mutant[] = [];
    for (const file of sourceFiles(folder)) own.push(...(await mutantsOf(file, read(file))));
    all += own.length;
    samples.push(sampled(own, Math.ceil(count / folders.length), seed));
  }
  const longest = Math.max(...samples.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, at) => at);
  return { chosen: turns.flatMap((at) => samples.flatMap((own) => own[at] ?? [])), all };
}

/**
 * Bugs of a table with tabs: id, file, line, the right text and the text with the bug. Lines that
 * begin with # and the header are left out. A text that the file does not have is an error.
 */
export function bugsOf(table: string): Mutant[] {
  const rows = readFileSync(table, 'utf8').split('\n');
  return rows.flatMap((row) => {
    const [id = '', file = '', line = '', before = '', after = ''] = row.split('\t');
    if (row === '' || row.startsWith('#') || id === 'id') return [];
    const start = nearest(read(file), before, Number(line));
    if (start === null) throw new Error(`${id}: ${file} does not have ${before}`);
    const end = start + before.length;
    return [{ file, line: Number(line), operator: 'BugOfList', start, end, before, after }];
  });
}

/** Index of the part in the text that is nearest to a line, which may have moved; null without it. */
function nearest(text: string, part: string, line: number): number | null {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  const away = (at: number) => Math.abs(text.slice(0, at).split('\n').length - line);
  return places.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}
