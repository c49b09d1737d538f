/** The files that a rows request passes: a developer who follows a question reads them all. */
import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { projectFolder } from '../support/paths.ts';
import type { Get } from '../support/service-get.ts';
import { rowsOf } from '../support/service-paths.ts';
import { useService } from '../support/service-server.ts';
import { tinyTree } from '../support/service-tiny-sources.ts';

const maxFiles = 24;

describe('a rows request', () => {
  const { get } = useService({ tree: tinyTree });

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
  const called = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  const names = called.flatMap(({ url }) => (url.startsWith('file:') ? [fileURLToPath(url)] : []));
  const own = names.map((name) => path.relative(projectFolder, name));
  return own.filter((name) => /^(?:common|model|service)\//.test(name)).toSorted();
}
