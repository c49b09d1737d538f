/**
 * `build/probes/others/`: benchmarks that others published, a file of JSON lines for each source. An
 * import of the same source replaces its file. The name has the hash of its content.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nullIfAbsent } from '../../common/faults.ts';
import { foldText } from '../../common/fold.ts';
import { sha256 } from '../../common/hash.ts';
import { parseJson } from '../../common/json.ts';
import { isRegularFile, readBoundedSync } from '../../common/read-bounded.ts';
import { type Benchmark, benchmarkSchema } from '../../model/benchmarks.ts';
import { PipelineError } from '../errors.ts';
import { compareText } from '../problem.ts';
import { othersFolder, probesFolder } from './probe-files.ts';

export const maxBenchmarkBytes = 50_000_000;

const fileName = /^([\p{L}\d]+(?:-[\p{L}\d]+)*)-[\da-f]{16}\.ndjson$/u;

function folderOf(build: string): string {
  return path.join(probesFolder(build), othersFolder);
}

/** Files of benchmarks, by source. */
export async function listBenchmarks(build: string): Promise<string[]> {
  const folder = folderOf(build);
  const names = (await readdir(folder).catch(nullIfAbsent)) ?? [];
  return names
    .filter((name) => fileName.test(name) && isRegularFile(folder, name, maxBenchmarkBytes))
    .toSorted(compareText)
    .map((name) => path.join(folder, name));
}

/** Throws PipelineError for a line that is no benchmark. */
export function readBenchmarks(files: readonly string[]): Benchmark[] {
  return files.flatMap((file) => {
    const lines = readBoundedSync(file, maxBenchmarkBytes).toString('utf8').split('\n');
    return lines.slice(0, -1).map((line, at) => {
      const { data } = benchmarkSchema.safeParse(parseJson(line));
      if (data !== undefined) return data;
      throw new PipelineError(
        'bad-benchmark',
        `${file}:${at + 1} is no benchmark; import it again`,
      );
    });
  });
}

/** Replaces the benchmarks of one source. */
export async function writeBenchmarks(
  build: string,
  source: string,
  lines: readonly Benchmark[],
): Promise<void> {
  const folder = folderOf(build);
  await mkdir(folder, { recursive: true });
  const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const slug =
    foldText(source)
      .replace(/[^\p{L}\d]+/gu, '-')
      .replace(/^-|-$/g, '') || 'source';
  const name = `${slug}-${sha256(content).slice(0, 16)}.ndjson`;
  await writeFile(path.join(folder, `${name}.part`), content);
  await rename(path.join(folder, `${name}.part`), path.join(folder, name));
  for (const other of await readdir(folder))
    if (fileName.exec(other)?.[1] === slug && other !== name) await rm(path.join(folder, other));
}
