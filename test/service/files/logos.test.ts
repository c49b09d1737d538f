import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { svg } from '../../support/images.ts';
import { nightly } from '../../support/lane.ts';
import { projectFolder } from '../../support/paths.ts';
import { readFailure } from '../../support/service-answers.ts';
import { asBrowser } from '../../support/service-get.ts';
import { buildTree, openCurrent, startService, useService } from '../../support/service-server.ts';

const asProgram = { headers: { accept: 'application/json' } };
const tree = { ...directory, 'networks/images/aria.svg': svg };
const toolbox = '/networks/aria/toolbox/apis';
/** The addresses of logos on a page. */
const logosIn = (html: string) =>
  [...html.matchAll(/<img src="([^"]*\/logos\/[^"]*)"/g)].map(([, found = '']) => found);

describe('logos', () => {
  const { get } = useService(tree);

  it('stand on pages beside the names of providers, under an address that changes with them', async () => {
    for (const page of [
      toolbox,
      '/networks/aria/providers',
      '/networks/aria/providers/alchemy',
      '/search?q=alchemy',
    ]) {
      const found = logosIn((await get(page)).text).filter((logo) => logo.includes('alchemy'));
      assert.equal(new Set(found).size, 1, page);
      assert.match(found[0] ?? '', /^\/logos\/96\/alchemy\.png\.webp\?v=[0-9a-f]{8}$/);
    }
  });

  it('are kept for ever under an address with their version', async () => {
    const [address = ''] = logosIn((await get('/networks/aria/providers/alchemy')).text);
    const answer = await get(address);
    assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'image/webp']);
    assert.match(answer.headers['cache-control'] ?? '', /immutable/);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    const { etag = '' } = answer.headers;
    assert.equal((await get(address, { headers: { 'if-none-match': etag } })).status, 304);
    for (const other of ['', '?v=', '?v=a', '?v=00000000'])
      assert.doesNotMatch(
        (await get(`/logos/alchemy.png${other}`)).headers['cache-control'] ?? '',
        /immutable/,
      );
  });

  it('that are drawings run nothing, also when the answer is sent again', async () => {
    for (const turn of ['made', 'kept', 'replayed']) {
      const { headers, text } = await get('/logos/beacon.svg');
      assert.deepEqual([headers['content-type'], text], ['image/svg+xml', svg], turn);
      assert.equal(
        headers['content-security-policy'],
        "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        turn,
      );
    }
  });

  it('are nothing else of the snapshot, and nothing outside of it', async () => {
    for (const name of [
      'nope.png',
      'manifest.json',
      '..%2fmanifest.json',
      '..%2fproviders.parquet',
      'alchemy.PNG',
    ])
      readFailure(await get(`/logos/${name}`, asProgram), 404);
    readFailure(await get('/networks/nope/logos/alchemy.png', asProgram), 404);
    readFailure(await get('/logos/nope.png', asBrowser), 404);
  });

  it('leave a monogram where there is none', async () => {
    const { text } = await get('/networks/aria/providers/p01');
    assert.deepEqual(logosIn(text), []);
    assert.match(
      text,
      /<svg class="mark mark-large" color="#[0-9a-f]{6}" aria-hidden="true"><text [^>]*>AA</,
    );
  });

  it('of networks stand where networks stand, and in the API', async () => {
    for (const page of ['/', '/networks/aria/', '/search?q=aria', '/providers/alchemy'])
      assert.ok(
        logosIn((await get(page)).text).some((logo) =>
          /^\/logos\/networks\/aria\.svg\?v=/.test(logo),
        ),
        page,
      );
    const { result } = JSON.parse((await get('/api/networks')).text);
    const iconOf = (key: string) => {
      const network = result.networks.find((found: { key: string }) => found.key === key);
      return new URL(network.icon).pathname;
    };
    assert.equal(iconOf('aria'), '/logos/networks/aria.svg');
    assert.equal(iconOf('bora'), '/logo.svg', 'the definition of bora names its icon');
    const { status, headers } = await get('/logos/networks/aria.svg');
    assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml']);
    assert.match(String(headers['content-security-policy']), /^sandbox/);
  });
});

describe('logos of a snapshot whose folder is gone', () => {
  nightly(
    'are missing on this server, and those that were asked for before are still there',
    async (t) => {
      const snapshot = await openCurrent((await buildTree(t, tree)).build);
      const { get, close } = await startService({ snapshot });
      t.after(close);
      assert.equal((await get('/logos/alchemy.png')).status, 200);
      await rm(path.join(snapshot.folder, 'images'), { recursive: true });
      assert.equal((await get('/logos/alchemy.png')).status, 200);
      assert.equal(
        readFailure(await get('/logos/beacon.svg', asProgram), 503).code,
        'file-damaged',
      );
      assert.equal((await get(toolbox)).status, 200);
    },
  );
});

describe('GET /assets', () => {
  const { get } = useService(directory);

  it('sends a script without its comments, on the site and on a network', async () => {
    const file = await readFile(path.join(projectFolder, 'templates/layout/theme.js'), 'utf8');
    const sent = file.replace(/^ *\/\/.*\n/gm, '').replace(/^ +/gm, '');
    for (const base of ['', '/networks/aria']) {
      const { status, headers, bytes } = await get(`${base}/assets/theme.js`);
      assert.deepEqual([status, headers['content-type']], [200, 'text/javascript; charset=utf-8']);
      assert.equal(String(bytes), sent);
    }
  });

  it('has one address of the style sheet for all pages of an origin', async () => {
    const pages = ['/', '/networks/aria/', '/networks/bora/toolbox/storages', '/networks/nope/'];
    const styles = pages.map(async (page) => {
      const { text } = await get(page, { headers: { accept: 'text/html' } });
      return /<link rel="stylesheet" href="([^"?]*)/.exec(text)?.[1];
    });
    const expected = pages.map(() => '/assets/style.css');
    assert.deepEqual(await Promise.all(styles), expected);
  });

  it('has nothing else', async () => {
    for (const name of [
      'nope.css',
      '..%2fhome.mustache',
      '../home.mustache',
      '',
      'constructor',
      '%00',
    ])
      assert.equal((await get(`/assets/${name}`)).status, 404, name);
    assert.equal((await get('/networks/nope/assets/style.css')).status, 404);
  });
});
