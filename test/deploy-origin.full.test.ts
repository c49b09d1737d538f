/**
 * deploy/origin.conf in nginx: the headers of every file of a snapshot are those of the service,
 * and no other file is served.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildStatusName } from '../model/build-status.ts';
import { directory } from './support/directory.ts';
import { missingNginx, type RunningNginx, readDelivered, startNginx } from './support/nginx.ts';
import { type Answer, type GetOptions, get } from './support/service-get.ts';
import { useService } from './support/service-server.ts';
import { listFiles } from './support/snapshots.ts';
import { afterAll, makeTemporaryFolder } from './support/temporary-folder.ts';

const missing = missingNginx() ?? false;
if (missing) process.stderr.write(`tests of deploy/origin.conf are skipped: ${missing}\n`);

describe('deploy/origin.conf', { skip: missing }, () => {
  const cleanUp = afterAll();
  const service = useService(directory);
  let nginx: RunningNginx;
  let files: string[];

  before(async () => {
    const { build, manifest } = service.built();
    const snapshot = `snapshots/${manifest?.id}`;
    files = (await listFiles(path.join(build, snapshot))).map((name) => `/${snapshot}/${name}`);
    const conf = (await readDelivered('origin.conf')).replace('/srv/directory/build', build);
    nginx = await startNginx({ folder: await makeTemporaryFolder(cleanUp), conf });
  });

  after(async () => {
    nginx.process.kill();
    await once(nginx.process, 'exit');
  });

  const ask = (name: string, options?: GetOptions) => get(nginx.port, name, options);

  function assertInert({ headers }: Answer, name: string): void {
    assert.equal(
      headers['content-security-policy'],
      "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      name,
    );
    assert.equal(headers['x-content-type-options'], 'nosniff', name);
    assert.equal(headers['access-control-allow-origin'], '*', name);
  }

  it('sends every file of a snapshot as the service does: inert, to be saved and for ever', async () => {
    assert.ok(
      files.some((name) => name.endsWith('.svg')) &&
        files.some((name) => name.endsWith('.parquet')),
    );
    for (const name of files) {
      const [answer, { headers }] = [await ask(name), await service.get(name)];
      assertInert(answer, name);
      if (name.endsWith('.svg')) assertInert(await service.get(name), name);
      const typeOf = ({ 'content-type': type = '' }: Answer['headers']) => type.split(';')[0];
      assert.deepEqual([answer.status, typeOf(answer.headers)], [200, typeOf(headers)], name);
      assert.equal(
        answer.headers['content-disposition'],
        headers['content-disposition']?.split(';')[0],
        name,
      );
      assert.equal(answer.headers['cache-control'], headers['cache-control'], name);
    }
  });

  it('sends index.json so that a cache asks each time', async () => {
    const answer = await ask('/index.json');
    assertInert(answer, 'index.json');
    assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'no-cache']);
    assert.equal(answer.headers['content-disposition'], undefined);
  });

  it('sends the same headers with parts, without a body, and to who has the file', async () => {
    for (const name of [
      '/index.json',
      ...files.filter((each) => /\.(?:svg|parquet)$/.test(each)).slice(0, 2),
    ]) {
      const whole = await ask(name);
      const { etag = '', 'cache-control': kept } = whole.headers;
      for (const [status, options] of [
        [200, { method: 'HEAD' }],
        [206, { headers: { range: 'bytes=0-9' } }],
        [304, { headers: { 'if-none-match': etag } }],
      ] as const) {
        const answer = await ask(name, options);
        assertInert(answer, name);
        assert.deepEqual([answer.status, answer.headers['cache-control']], [status, kept], name);
      }
    }
    const headers = { 'accept-encoding': 'gzip' };
    const manifest = files.find((name) => name.endsWith('/manifest.json')) ?? '';
    assert.equal((await ask(manifest, { headers })).headers.vary, 'Accept-Encoding');
  });

  it('serves nothing else, and no error is kept', async () => {
    for (const name of [
      '/',
      `/${buildStatusName}`,
      '/current/manifest.json',
      '/snapshots/',
      '/snapshots/nope/x.svg',
      '/nope',
    ]) {
      const answer = await ask(name);
      assertInert(answer, name);
      assert.ok([403, 404].includes(answer.status), `${name}: ${answer.status}`);
      assert.equal(answer.headers['cache-control'], undefined, name);
    }
    assert.equal((await ask(files[0] ?? '', { method: 'PUT' })).status, 405);
  });
});
