/** The files that a rows request passes: a developer who follows a question reads them all. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { directory } from '../support/directory.ts';
import { projectFolder } from '../support/paths.ts';
import type { Get } from '../support/service-get.ts';
import { rowsOf } from '../support/service-paths.ts';
import { useService } from '../support/service-server.ts';

const maxFiles = 24;

describe('a rows request', () => {
  const { get } = useService(directory);

  it(`passes at most ${maxFiles} files`, async () => {
    const files = await filesOf(get, rowsOf('aria', { category: 'apis', pageSize: 1 }));
    assert.equal(files.includes('service/query/ask.ts'), true);
    assert.deepEqual(files.slice(maxFiles), [], `all files: ${files.join(', ')}`);
  });
});

/** Files of the project with a function that is called while a request is answered. Requests before it load and make what is made once. */
async function filesOf(get: Get, target: string): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (const warmUp of [2, 3]) await get(`${target}&page=${warmUp}`);
  await session.post('Profiler.takePreciseCoverage');
  assert.equal((await get(target)).status, 200);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const names = new Set(result.flatMap(filesCalled));
  const own = Array.from(names, (name) => path.relative(projectFolder, name));
  return own.filter((name) => /^(?:common|model|service)\//.test(name)).toSorted();
}

/** Files of the functions of a script that were called. A bundle of tests has those of many files. */
function filesCalled({ url, functions }: Profiler.ScriptCoverage): string[] {
  const starts = functions.flatMap(({ ranges: [whole] }) => (whole && whole.count > 0 ? [whole.startOffset] : []));
  if (!url.startsWith('file:') || starts.length === 0) return [];
  const file = fileURLToPath(url);
  const map = findSourceMap(file);
  if (map === undefined) return [file];
  const script = readFileSync(file, 'utf8');
  return starts.flatMap((start) => {
    const lines = script.slice(0, start).split('\n');
    const entry = map.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
    return 'originalSource' in entry ? [fileURLToPath(new URL(entry.originalSource, url))] : [];
  });
}
