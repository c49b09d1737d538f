/**
 * Thirty hostile texts in each text column of rows and providers, through check, fix, build, opening, every page and every API route:
 * nothing hangs, fails or becomes markup, and no request or opening holds the event loop for long.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { checkFolder } from '../../support/check-tree.ts';
import { writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { buildSources, currentId } from '../support/build.ts';
import { projectFolder, type RunningService, readMetric, startService, waitFor } from '../support/service.ts';
import { assertHarmless } from './markup.ts';
import { hostileRequests, type Served } from './requests.ts';
import { hostileTexts } from './texts.ts';
import { type Definitions, definitionFiles, type Files, hostileFiles, removeRefused, writeFiles } from './tree.ts';

/** A row may have 20,000 bytes. */
const [size, width] = [1500, 12];
/** The target is 100 ms. The limit allows for the other tests of the lane, beside which a request takes many times its time. */
const mostMs = 2000;
const texts = hostileTexts(size);

describe('hostile cells', { timeout: 600_000 }, () => {
  it('hold no command, and no request to a service', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    const definitions = await readDefinitions(t);
    const { files, refused, checkMs } = await removeRefused(sources, hostileFiles(definitions, texts, width));
    t.diagnostic(
      `${[...files.values()].flat().length} records, ${refused.length} refused, check ${checkMs.toFixed(0)} ms`,
    );
    assert.ok(checkMs < 10_000, `check took ${checkMs} ms`);
    await writeFiles(sources, harmless(files));
    buildSources(sources, build);
    const service = await startService(build);
    t.after(() => service.stop('SIGKILL'));
    await writeFiles(sources, files);
    const begun = performance.now();
    execFileSync('node', ['dist/pipeline.js', 'fix', '--sources', sources], { cwd: projectFolder, timeout: 120_000 });
    const first = currentId(build);
    await readLagMs(service.port);
    buildSources(sources, build);
    t.diagnostic(`fix and build ${(performance.now() - begun).toFixed(0)} ms`);
    const id = currentId(build);
    assert.notEqual(id, first);
    await waitFor(`the snapshot ${id}`, 90_000, async () => (await servedId(service.port)) === id);
    t.diagnostic(`opening held the event loop for ${(await readLagMs(service.port)).toFixed(0)} ms`);
    await assertAnswers(service, { ...describeServed(files, definitions), texts }, (line) => t.diagnostic(line));
  });
});

async function readDefinitions(cleanUp: CleanUp): Promise<Definitions> {
  const folder = await makeTemporaryFolder(cleanUp);
  await writeTree(folder, definitionFiles);
  const { sources } = await checkFolder(folder);
  return { categories: sources.meta.categories.map(({ key }) => key), columns: sources.meta.columns };
}

/** The same records with harmless texts, so that the hostile ones are changes. */
function harmless(files: Files): Files {
  const isHostile = (cell: unknown) => texts.includes(Array.isArray(cell) ? String(cell[0]) : String(cell));
  const change = (cell: unknown, key: string) => {
    if (!isHostile(cell) || key === 'name' || key === 'provider') return cell;
    if (key === 'actionButtons') return ['[x](https://x.io/)'];
    return Array.isArray(cell) ? ['x'] : 'x';
  };
  return new Map(
    Array.from(files, ([file, records]) => [
      file,
      records.map((record) => {
        if (record === null || file.includes('providers')) return record;
        return Object.fromEntries(Object.entries(record).map(([key, cell]) => [key, change(cell, key)]));
      }),
    ]),
  ) as Files;
}

function describeServed(files: Files, { categories, columns }: Definitions): Omit<Served, 'texts'> {
  const slugsIn = (file: string) => (files.get(file) ?? []).map((record) => String(record?.slug));
  const offers = categories.map(
    (category) => [category, slugsIn(`listings/specific-networks/aria/${category}.csv`)] as const,
  );
  return { columns, offers: new Map(offers), providers: slugsIn('references/providers/providers.csv') };
}

async function servedId(port: number): Promise<string> {
  const { result } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as {
    result: { snapshot: string };
  };
  return result.snapshot;
}

/** Longest time that the event loop did not turn since the last call. */
async function readLagMs(port: number): Promise<number> {
  return 1000 * (await readMetric(port, 'directory_nodejs_eventloop_lag_max_seconds'));
}

/** CPU time of the process so far, of all threads, in the ticks of 10 ms that Linux counts. */
function cpuMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return 10 * ((user ?? 0) + (system ?? 0));
}

async function assertAnswers(
  { port, pid }: RunningService,
  served: Served,
  tell: (line: string) => void,
): Promise<void> {
  const slow: string[] = [];
  const statuses = new Map<number, number>();
  let most = 0;
  for (const request of hostileRequests(served)) {
    const [startedMs, before] = [performance.now(), cpuMs(pid)];
    const response = await send(port, request);
    const body = await response.text();
    // On a busy machine the loop waits for a processor: it did not work longer than the process did.
    const worked = Math.min(performance.now() - startedMs, cpuMs(pid) - before);
    // Other threads work for a request too. A scrape for each one would take longer than the requests.
    const held = worked > mostMs ? Math.min(worked, await readLagMs(port)) : worked;
    const name = typeof request === 'string' ? request : JSON.stringify(request);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    assert.ok(response.status < 500, `${response.status} ${name}`);
    assertHarmlessAt(name, response.headers.get('content-type') ?? '', body);
    most = Math.max(most, held);
    if (held > mostMs) slow.push(`${held.toFixed(0)} ms ${body.length} characters ${name.slice(0, 200)}`);
  }
  tell(`${JSON.stringify([...statuses])}; the longest request held the event loop for ${most.toFixed(0)} ms`);
  assert.deepEqual(slow, []);
}

function assertHarmlessAt(name: string, type: string, body: string): void {
  try {
    assertHarmless(type, body);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message.slice(0, 300)}`, { cause: error });
  }
}

function send(port: number, request: string | object): Promise<Response> {
  const signal = AbortSignal.timeout(90_000);
  if (typeof request === 'string') return fetch(`http://127.0.0.1:${port}${request}`, { signal });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body: JSON.stringify(request), headers, signal });
}
