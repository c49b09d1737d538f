/**
 * Permanent addresses: files of kept snapshots, and lists that are read page by page while a new
 * snapshot comes.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { StoredManifest } from '../../../model/manifest.ts';
import { snapshotIndexSchema } from '../../../model/snapshot-index.ts';
import { countMetrics } from '../../support/count-metrics.ts';
import { directory } from '../../support/directory.ts';
import { nightly } from '../../support/lane.ts';
import { readFailure } from '../../support/service-answers.ts';
import {
  type Built,
  buildFolder,
  buildTree,
  builtAt,
  openCurrent,
  startService,
  type TestService,
} from '../../support/service-server.ts';
import { smallTree } from '../../support/source-tree.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const tree = smallTree;
const table = 'rows/apis.parquet';
const never = '20200101T000000000Z-00000000';

describe('the files of snapshots', () => {
  const cleanUp = afterAll();
  let built: Built;
  let service: TestService;
  let [first, second]: [StoredManifest | null, StoredManifest | null] = [null, null];
  const idOf = (manifest: StoredManifest | null) => manifest?.id ?? '';

  before(async () => {
    built = await buildTree(cleanUp, tree);
    first = built.manifest;
    service = await startService({ snapshot: await openCurrent(built.build) });
    const sources = path.join(built.build, '../sources');
    ({ manifest: second } = await buildFolder(
      sources,
      built.build,
      new Date(builtAt.getTime() + 1000),
    ));
    service.holder.replace(await openCurrent(built.build));
  });
  after(() => service.close());

  it('keep their addresses when another snapshot is current', async () => {
    for (const manifest of [first, second]) {
      const answer = await service.get(`/snapshots/${idOf(manifest)}/${table}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
      const { sha256 = '' } = manifest?.files.find((file) => file.path === table) ?? {};
      assert.equal(createHash('sha256').update(answer.bytes).digest('hex'), sha256);
      const digest = Buffer.from(sha256, 'hex').toString('base64');
      assert.equal(answer.headers['repr-digest'], `sha-256=:${digest}:`);
    }
  });

  it('are sent in ranges, on condition', async () => {
    const address = `/snapshots/${idOf(first)}/${table}`;
    const whole = await service.get(address);
    const { etag = '' } = whole.headers;
    const range = { range: 'bytes=4-9' };
    const part = await service.get(address, { headers: { ...range, 'if-range': etag } });
    assert.deepEqual([part.status, part.bytes], [206, whole.bytes.subarray(4, 10)]);
    assert.equal(
      (await service.get(address, { headers: { ...range, 'if-range': '"other"' } })).status,
      200,
    );
    const size = whole.bytes.length;
    for (const [asked, from] of [
      ['-3', size - 3],
      [`-${size + 5}`, 0],
      [`${size - 1}-${size + 5}`, size - 1],
    ] as const) {
      const { status, bytes } = await service.get(address, {
        headers: { range: `bytes=${asked}` },
      });
      assert.deepEqual([status, bytes], [206, whole.bytes.subarray(from)], asked);
    }
    assert.equal(
      (await service.get(address, { headers: { range: `bytes=${size}-` } })).status,
      416,
    );
    assert.equal((await service.get(address, { headers: { 'if-none-match': etag } })).status, 304);
    assert.equal((await service.get(address, { headers: { 'if-match': '"other"' } })).status, 412);
  });

  it('name their permanent address where the current ones are', async () => {
    const { headers } = await service.get(`/data/${table}`);
    assert.equal(headers['content-location'], `${service.url}/snapshots/${idOf(second)}/${table}`);
  });

  it('are compressed if they are JSON', async () => {
    const types = {
      'manifest.json': 'application/json',
      'datapackage.json': 'application/json',
      'dataset.jsonld': 'application/ld+json',
    };
    for (const [file, type] of Object.entries(types)) {
      const address = `/snapshots/${idOf(first)}/${file}`;
      const plain = await service.get(address);
      assert.equal(plain.headers['content-type'], `${type}; charset=utf-8`);
      assert.equal(
        plain.text,
        await readFile(path.join(built.build, 'snapshots', idOf(first), file), 'utf8'),
      );
      const packed = await service.get(address, { headers: { 'accept-encoding': 'br' } });
      assert.equal(packed.headers['content-encoding'], 'br');
      assert.notEqual(packed.headers.etag, plain.headers.etag);
      assert.ok(packed.bytes.length < plain.bytes.length / 2);
    }
  });

  it('are 404 where there is no such file or snapshot', async () => {
    for (const address of [
      `/snapshots/${never}/${table}`,
      `/snapshots/x/${table}`,
      `/snapshots/${idOf(first)}/x.parquet`,
    ]) {
      readFailure(await service.get(address), 404);
    }
    readFailure(await service.get(`/snapshots/${idOf(first)}/../../../etc/passwd`), 404);
    readFailure(await service.get(`/snapshots/${idOf(first)}/..%2F..%2Fhistory`), 404);
  });

  it('are listed, newest first', async () => {
    const { result } = (await service.get('/api/snapshots')).json() as {
      result: { snapshots: { id: string; current: boolean }[] };
    };
    assert.deepEqual(
      result.snapshots.map(({ id, current }) => [id, current]),
      [
        [idOf(second), true],
        [idOf(first), false],
      ],
    );
    const { text } = await service.get('/snapshots');
    for (const manifest of [first, second]) assert.ok(text.includes(idOf(manifest)));
  });

  it('are listed for followers as in index.json of the folder, relative to its own address', async () => {
    const { headers, text } = await service.get('/snapshots/index.json');
    const index = snapshotIndexSchema.parse(JSON.parse(text));
    const own = snapshotIndexSchema.parse(
      JSON.parse(await readFile(path.join(built.build, 'index.json'), 'utf8')),
    );
    const paths = own.snapshots.map(({ manifest }) => manifest.path.replace(/^snapshots\//, ''));
    const found = index.snapshots.map(({ manifest }) => manifest.path);
    assert.deepEqual(found, paths);
    assert.deepEqual({ ...index, snapshots: [] }, { ...own, snapshots: [] });
    for (const { manifest } of index.snapshots) {
      const { bytes } = await service.get(`/snapshots/${manifest.path}`);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), manifest.sha256);
    }
    assert.equal(
      (
        await service.get('/snapshots/index.json', {
          headers: { 'if-none-match': headers.etag ?? '' },
        })
      ).status,
      304,
    );
  });

  it('are 503 if they are missing or damaged, which log and metrics say', async () => {
    const file = path.join(built.build, 'current', table);
    const bytes = await readFile(file);
    const damaged = async () =>
      /^directory_snapshot_damaged_files (\d+)$/m.exec((await service.get('/metrics')).text)?.[1];
    const logged = () => service.logLines.filter((line) => line.file === table).length;
    assert.deepEqual([await damaged(), logged()], ['0', 0]);
    for (const harm of [() => rm(file), () => writeFile(file, Buffer.alloc(bytes.length))]) {
      await harm();
      assert.equal(readFailure(await service.get(`/data/${table}`), 503).code, 'file-damaged');
      assert.equal(await damaged(), '1');
    }
    assert.equal(logged(), 1, 'once, until it is whole again');
    await rm(file);
    await writeFile(file, bytes);
    assert.deepEqual([(await service.get(`/data/${table}`)).status, await damaged()], [200, '0']);
  });

  it('are 410 with the current id when the snapshot is no longer kept', async () => {
    await writeFile(path.join(built.build, 'removed'), `${never}\n`);
    const failure = readFailure(await service.get(`/snapshots/${never}/${table}`), 410);
    assert.equal(failure.current, idOf(second));
    await rm(path.join(built.build, 'removed'));
  });
});

describe('a list with the parameter snapshot', () => {
  const cleanUp = afterAll();
  const rows = '/networks/aria/api/infrastructure-providers/rows?category=apis&pageSize=2';

  nightly(
    'has every row once, also if another snapshot is published between two pages',
    async () => {
      const built = await buildTree(cleanUp, directory);
      const service = await startService({ snapshot: await openCurrent(built.build) });
      cleanUp.after(service.close);
      const id = built.manifest?.id ?? '';
      const read = async (page: number) => {
        const answer = await service.get(`${rows}&page=${page}&snapshot=${id}`);
        assert.equal(answer.status, 200, answer.text);
        const { result } = answer.json() as {
          result: { rows: { slug: string }[]; pagination: { totalPages: number } };
        };
        return result;
      };
      const slugs: string[] = [];
      const { pagination } = await read(1);
      assert.ok(pagination.totalPages > 2);
      for (let page = 1; page <= pagination.totalPages; page++) {
        slugs.push(...(await read(page)).rows.map(({ slug }) => slug));
        if (page === 1) service.holder.replace(await publishWithoutApis(built));
      }
      const all = countMetrics(built.checked).networks.aria?.categories.find(
        ({ key }) => key === 'apis',
      )?.count;
      assert.deepEqual([slugs.length, new Set(slugs).size], [all, all]);
      const { current } = readFailure(await service.get(`${rows}&snapshot=${never}`), 410);
      assert.notEqual(current, id);
      assert.equal((await service.get(`${rows}&snapshot=${current}`)).status, 200);
      readFailure(await service.get(`${rows}&snapshot=latest`), 400);
      readFailure(await service.get(`${rows}&%73napshot=${never}`), 410);
      const listed = (await service.get(`/api/snapshots?snapshot=${id}`)).json() as {
        result: { snapshots: { id: string; current: boolean }[] };
      };
      const seen = listed.result.snapshots.filter((each) => each.current).map((each) => each.id);
      assert.deepEqual(seen, [current]);
      assert.equal((await service.get(`/readyz?_snapshot=${id}`)).status, 200);
      readFailure(await service.get(`${rows}&snapshot=${id}&snapshot=${id}`), 400);
    },
  );

  async function publishWithoutApis({ build }: Built) {
    const sources = path.join(build, '../sources');
    const file = path.join(sources, 'listings/specific-networks/aria/apis.csv');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, `${lines.slice(0, 3).join('\n')}\n`);
    await buildFolder(sources, build, new Date(builtAt.getTime() + 1000));
    return openCurrent(build);
  }
});
