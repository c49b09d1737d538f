import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { projectFolder } from '../../support/paths.ts';
import { useService } from '../../support/service-server.ts';

describe('GET /assets', () => {
  const { get } = useService(directory);

  const types = { 'favicon.svg': 'image/svg+xml', 'theme.js': 'text/javascript' };
  for (const [name, type] of Object.entries(types)) {
    it(`sends ${name} as it is, on the site and on a network`, async () => {
      const file = await readFile(path.join(projectFolder, 'templates/layout', name));
      for (const base of ['', '/networks/aria']) {
        const answer = await get(`${base}/assets/${name}`);
        assert.equal(answer.status, 200);
        assert.ok(answer.headers['content-type']?.startsWith(type), answer.headers['content-type']);
        assert.deepEqual(answer.bytes, file);
      }
    });
  }

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
    for (const name of ['nope.css', '..%2fhome.mustache', '../home.mustache', '', 'style.css/', 'constructor', '%00'])
      assert.equal((await get(`/assets/${name}`)).status, 404, name);
    assert.equal((await get('/networks/nope/assets/style.css')).status, 404);
  });
});
