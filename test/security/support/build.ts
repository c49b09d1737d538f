/** Snapshots for the tests, built by the compiled pipeline. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from './service.ts';

/** Sources with a few rows, which lie in the repository. */
export const smallSources = path.join(projectFolder, 'test/fixtures/project/sources');

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
