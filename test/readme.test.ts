import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { buildSnapshot } from '../pipeline/build.ts';
import { configVariables, parseConfig } from '../service/config.ts';
import { createService } from '../service/create-service.ts';
import { createLog } from '../service/log.ts';
import { siteRoutes, toolboxRoutes } from '../service/routes.ts';
import { projectFolder } from './support/paths.ts';
import { makeTemporaryFolder } from './support/temporary-folder.ts';

const read = (file: string) => readFile(path.join(projectFolder, file), 'utf8');

/** Runs a query as a reader of README would: in a folder that has a `build/`, with nothing but DuckDB. */
const runQuery = `
import { DuckDBInstance } from '@duckdb/node-api';
const instance = await DuckDBInstance.create();
const connection = await instance.connect();
process.chdir(process.argv[1]);
const reader = await connection.runAndReadAll(process.argv[2]);
console.log(JSON.stringify(reader.getRowObjectsJson()));
`;

describe('README', () => {
  it('prints analyst queries that run as they are printed, and find something', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const options = { sources: path.join(projectFolder, 'sources'), build: path.join(folder, 'build') };
    const { kind } = await buildSnapshot({
      ...options,
      project: projectFolder,
      now: new Date(),
      force: false,
      lockWaitMs: 0,
      progress: () => undefined,
    });
    assert.equal(kind, 'published');
    const queries = [...(await read('README.md')).matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql);
    assert.equal(queries.length, 3);
    for (const sql of queries) {
      const words = ['--input-type=module', '-e', runQuery, folder, sql];
      const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectFolder });
      const rows: unknown = JSON.parse(stdout);
      assert.ok(Array.isArray(rows) && rows.length > 0, sql);
    }
  });

  it('names every make target, and no other', async () => {
    const targets = [...(await read('Makefile')).matchAll(/^([a-z]+):.*##/gm)].map(([, target = '']) => target);
    const named = [...(await read('README.md')).matchAll(/`make ([a-z]+)/g)].map(([, target = '']) => target);
    assert.deepEqual(
      targets.filter((target) => !named.includes(target)),
      [],
    );
    assert.deepEqual(
      named.filter((target) => !targets.includes(target)),
      [],
    );
  });

  it('names every variable of the service', async () => {
    const text = await read('README.md');
    assert.deepEqual(
      configVariables.filter((name) => !text.includes(`\`${name}\``)),
      [],
    );
  });

  it('names every address', async () => {
    const text = (await read('README.md')).replaceAll('<', '{').replaceAll('>', '}');
    const { deps } = await createService({
      config: parseConfig({}),
      log: createLog('silent', { write: () => undefined }),
      now: () => new Date(),
    });
    const addresses = [
      ...siteRoutes(deps).map((route) => route.path),
      ...toolboxRoutes(deps).map((route) => `/networks/{network}${route.path}`),
    ];
    assert.deepEqual(
      addresses.filter((address) => !text.includes(`\`${address}\``)),
      [],
    );
  });
});
