/** What all benchmarks measure with: the machine, the sources, and where results go. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { projectFolder } from './processes.ts';

export const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;

const corpus = path.resolve(projectFolder, process.env.CORPUS ?? '../shared/corpus/chain-love');
/** The corpus, where it is there; else the project's own. */
export const sources = existsSync(corpus) ? corpus : path.join(projectFolder, 'sources');

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Into bench/results, under the name and today's date. */
export async function writeResults(name: string, results: object): Promise<void> {
  const file = path.join(
    projectFolder,
    `bench/results/${name}${new Date().toISOString().slice(0, 10)}.json`,
  );
  await mkdir(path.dirname(file), { recursive: true });
  const told = { machine, sources: path.basename(sources), ...results };
  await writeFile(file, `${JSON.stringify(told, null, 2)}\n`);
  say(`written to ${path.relative(projectFolder, file)}`);
}
