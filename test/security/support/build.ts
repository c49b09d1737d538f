/** Snapshots for the tests, built by the compiled pipeline. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readParquet } from '../../support/second-reader.ts';
import { projectFolder } from './service.ts';

const corpus = path.resolve(projectFolder, process.env.CORPUS ?? '../shared/corpus/chain-love');

/** Sources with a few rows, which lie in the repository. */
export const smallSources = path.join(projectFolder, 'test/fixtures/project/sources');

/** The corpus if it lies beside the project, else the project's own sources. */
export const largestSources = existsSync(path.join(corpus, 'listings')) ? corpus : path.join(projectFolder, 'sources');

/** A folder that is removed when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'directory-security-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** The build folder. */
export function buildSources(sources: string = smallSources, build: string = temporaryFolder()): string {
  const words = ['dist/pipeline.js', 'build', '--sources', sources, '--build', build, '--confirm'];
  const { status, stdout, stderr } = spawnSync('node', words, {
    cwd: projectFolder,
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`the build failed: ${stdout}${stderr}`);
  return build;
}

/** The id of the snapshot that `current` points to. */
export function currentId(build: string): string {
  return path.basename(readlinkSync(path.join(build, 'current')));
}

/** The network with most rows, and its largest category. */
export async function largestScope(build: string): Promise<{ readonly network: string; readonly category: string }> {
  const { rows } = await readParquet(path.join(build, 'current/metrics.parquet'));
  const ofNetworks = rows.filter(({ network, provider }) => network !== null && provider === null);
  const byRows = ofNetworks.toSorted((a, b) => Number(b.rows) - Number(a.rows));
  const largest = byRows.find(({ category }) => category === null);
  const scope = byRows.find(({ network, category }) => network === largest?.network && category !== null);
  if (!largest || !scope) throw new Error(`${build} has no rows`);
  return { network: String(largest.network), category: String(scope.category) };
}
