/** The preview of edits: a page of this machine with the edited rows and their problems, which follows every save. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { compiled } from '../support/compiled.ts';
import { startPipeline } from '../support/run-pipeline.ts';
import { readSmallTree, type Tree, writeTree } from '../support/source-tree.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const offers = 'references/offers/wallets.csv';
const head = 'slug,provider,offer,custodial,description\n';
const old = 'acme-wallet,Acme,Acme Wallet,TRUE,Keeps coins.\n';
const edited = 'acme-wallet,Acme,Acme Wallet,maybe,Keeps **all** <b>[coins](https://acme.com)</b>.\n';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function get(
  port: number,
  host = `127.0.0.1:${port}`,
): Promise<{ status: number; text: string; policy: string }> {
  const sent = request({ port, host: '127.0.0.1', path: '/', headers: { host } }).end();
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text, policy: response.headers['content-security-policy'] };
}

describe('make preview', () => {
  it('shows edited rows with their problems, follows saves, and answers this machine only', async (t) => {
    compiled('pipeline');
    const folder = await makeTemporaryFolder(t);
    const tree: Tree = { ...(await readSmallTree()), [offers]: head + old };
    const [base, sources] = [path.join(folder, 'base'), path.join(folder, 'now')];
    await writeTree(base, tree);
    await writeTree(sources, { ...tree, [offers]: head + edited });
    const port = await freePort();
    const words = ['preview', '--sources', sources, '--base', base, '--port', String(port)];
    const { child, ended } = startPipeline(words);
    t.after(() => child.kill('SIGTERM'));
    await once(child.stdout ?? child, 'data');

    const first = await get(port);
    assert.equal(first.status, 200);
    assert.match(first.text, /<h1>1 edited row since sources /);
    assert.match(first.text, new RegExp(`<code>${offers}:2</code>`));
    assert.match(first.text, /<code>maybe<\/code>/);
    assert.match(first.text, /<del>TRUE<\/del><p class="problem error">&quot;maybe&quot; is neither TRUE nor FALSE/);
    assert.match(
      first.text,
      /Keeps <strong>all<\/strong> &lt;b&gt;<a href="https:\/\/acme\.com" rel="noopener nofollow">coins<\/a>&lt;\/b&gt;\./,
    );
    assert.match(first.policy, /^default-src 'none';/);
    assert.equal((await get(port, 'elsewhere.example')).status, 403);

    await writeTree(sources, { [offers]: head + old });
    let text = first.text;
    for (let times = 0; times < 100 && !text.includes('No edited rows'); times++) {
      await delay(100);
      text = (await get(port)).text;
    }
    assert.match(text, /<h1>No edited rows since sources /);

    child.kill('SIGTERM');
    assert.deepEqual({ ...(await ended), stdout: '' }, { code: 0, stdout: '', stderr: '' });
  });
});
