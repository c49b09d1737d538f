/** Sentences of the documents about versions, files, times and the thread pool, against the product. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { version } from '../../common/version.ts';
import { identity } from '../../service/mcp/identity.ts';
import { directory } from '../support/directory.ts';
import { projectFolder } from '../support/paths.ts';
import { asBrowser } from '../support/service-get.ts';
import { buildFolder, buildTree, builtAt, useService } from '../support/service-server.ts';
import { afterAll } from '../support/temporary-folder.ts';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

describe('claims of the documents', () => {
  const used = useService(directory);
  const cleanUp = afterAll();

  it('one version: package, lock file, OpenAPI, MCP, deployments, changelog', async () => {
    assert.equal(JSON.parse(read('package.json')).version, version);
    assert.equal(JSON.parse(read('package-lock.json')).version, version);
    for (const document of ['/openapi.json', '/networks/aria/openapi.json'])
      assert.equal(((await used.get(document)).json() as { info: { version: string } }).info.version, version);
    assert.equal(((await used.get('/mcp/server-card')).json() as { version: string }).version, version);
    assert.equal(identity.version, version);
    for (const file of ['deploy/kubernetes.yaml', 'deploy/compose.yaml']) {
      const images = Array.from(read(file).matchAll(/image: web3-directory(\S*)/g), ([, tag]) => tag);
      assert.deepEqual(new Set(images), new Set([`:${version}`]), file);
    }
    assert.ok(read('CHANGELOG.md').includes(`(${version})`));
  });

  it('docs/snapshot.md: "Parquet files use zstd"', async () => {
    assert.match(read('docs/snapshot.md'), /Parquet files use zstd/);
    const connection = await (await DuckDBInstance.create()).connect();
    const files = path.join(used.built().build, 'current/**/*.parquet');
    const found = await connection.runAndReadAll(`SELECT DISTINCT compression FROM parquet_metadata('${files}')`);
    assert.deepEqual(found.getRows(), [['ZSTD']]);
  });

  it('docs/configuration.md: SOURCE_DATE_EPOCH in a folder with a newer snapshot', async () => {
    assert.match(
      read('docs/configuration.md'),
      /`generatedAt` is that time, and the id a millisecond after the newest/,
    );
    const { build } = await buildTree(cleanUp, directory);
    const earlier = new Date(builtAt.getTime() - 24 * 60 * 60 * 1000);
    const { manifest } = await buildFolder(path.join(build, '../sources'), build, earlier);
    assert.equal(manifest?.generatedAt, earlier.toISOString());
    assert.match(manifest.id, /^20260102T030405679Z-/);
  });

  it('docs/reference/pages.md: `Vary` has `Accept` on /compare and on pages with a Markdown form, and nowhere else', async () => {
    const varies = async (address: string) => String((await used.get(address, asBrowser)).headers.vary);
    const forms = [
      '/search?q=a',
      '/changes',
      '/mcp-gateway',
      '/networks/aria/toolbox/apis',
      '/networks/aria/providers/alchemy',
    ];
    for (const address of [...forms, '/compare?category=apis&offer=beacon-free'])
      assert.match(await varies(address), /\bAccept\b(?!-)/, address);
    for (const address of ['/', '/about', '/providers', '/data', '/api/networks', '/networks/aria/'])
      assert.doesNotMatch(await varies(address), /\bAccept\b(?!-)/, address);
  });

  it('test/docs/statements.md: "Last updated" on every page, "built on" beside figures, "As of" in texts', async () => {
    for (const address of ['/', '/about', '/networks/aria/', '/networks/aria/toolbox/apis'])
      assert.match((await used.get(address, asBrowser)).text, /Last updated <time/, address);
    for (const address of ['/', '/networks/aria/'])
      assert.match((await used.get(address, asBrowser)).text, /built on <time/, address);
    for (const address of ['/llms.txt', '/llms-full.txt']) {
      const { text } = await used.get(address);
      assert.match(text, /as of 2026-01-02/i, address);
      assert.match(text, /Last updated: /, address);
    }
  });

  it('test/docs/statements.md: the number of queries in README.md and docs/snapshot.md', () => {
    const queries = (file: string) => read(file).split('```sql').length - 1;
    assert.deepEqual([queries('README.md'), queries('docs/snapshot.md')], [1, 6]);
  });
});
