/** Readers of byte ranges while three snapshots are published: what they read is never from two of them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Manifest } from '../../../model/manifest.ts';
import { directory } from '../../support/directory.ts';
import {
  buildFolder,
  buildTree,
  builtAt,
  openCurrent,
  startService,
  type TestService,
} from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const publications = 3;
const edited = 'listings/specific-networks/aria/apis.csv';
const table = 'rows/apis.parquet';
const partBytes = 3000;

describe('readers of byte ranges while snapshots are published', () => {
  const cleanUp = afterAll();
  let service: TestService;
  let build: string;
  let published = false;
  const totals = { columns: 0, parts: 0, snapshots: new Set<string>() };

  before(async () => {
    ({ build } = await buildTree(cleanUp, directory));
    service = await startService({ snapshot: await openCurrent(build), environment: { SNAPSHOT_POLL_MS: '20' } });
    cleanUp.after(service.close);
    await service.watcher.start();
  });

  it('read whole files at permanent addresses', async (t) => {
    await Promise.all([publishAll(), readWhilePublishing(readColumns), readWhilePublishing(readParts)]);
    t.diagnostic(`${totals.columns} tables, ${totals.parts} files in parts, of ${totals.snapshots.size} snapshots`);
    assert.ok(totals.columns > 4 && totals.parts > 4 && totals.snapshots.size > 1, JSON.stringify(totals));
  });

  async function publishAll(): Promise<void> {
    try {
      const file = path.join(build, '../sources', edited);
      const text = await readFile(file, 'utf8');
      const lines = text.trimEnd().split('\n');
      for (let number = 1; number <= publications; number++) {
        await writeFile(file, `${lines.slice(0, lines.length - number).join('\n')}\n`);
        await buildFolder(path.join(build, '../sources'), build, new Date(builtAt.getTime() + number * 1000));
      }
    } finally {
      published = true;
    }
  }

  async function readWhilePublishing(read: (manifest: Manifest, address: string) => Promise<void>): Promise<void> {
    while (!published) {
      const manifest = (await (await fetch(`${service.url}/data/manifest.json`)).json()) as Manifest;
      totals.snapshots.add(manifest.id);
      await read(manifest, `${service.url}/snapshots/${manifest.id}/${table}`);
      // Leaves the processor to the builds.
      await delay(100);
    }
  }

  /** Footer and columns in requests of their own, as DuckDB reads. */
  async function readColumns(manifest: Manifest, url: string): Promise<void> {
    const file = await asyncBufferFromUrl({ url });
    const rows = await parquetReadObjects({ file, compressors, columns: ['slug', 'network'] });
    assert.equal(rows.length, manifest.files.find((listed) => listed.path === table)?.rows, manifest.id);
    assert.ok(rows.every(({ slug }) => typeof slug === 'string' && slug !== ''));
    totals.columns++;
  }

  async function readParts(manifest: Manifest, url: string): Promise<void> {
    const { bytes = 0, sha256 } = manifest.files.find((listed) => listed.path === table) ?? {};
    const hash = createHash('sha256');
    for (let from = 0; from < bytes; from += partBytes) {
      const range = `bytes=${from}-${Math.min(bytes, from + partBytes) - 1}`;
      const response = await fetch(url, { headers: { range } });
      assert.equal(response.status, 206);
      hash.update(Buffer.from(await response.arrayBuffer()));
    }
    assert.equal(hash.digest('hex'), sha256, manifest.id);
    totals.parts++;
  }
});
