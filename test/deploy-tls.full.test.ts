/** deploy/tls.conf in nginx, by the commands of docs/debian.md. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readDocument } from './support/documents.ts';
import { missingNginx } from './support/nginx.ts';
import { projectFolder } from './support/paths.ts';
import { findFreePort } from './support/service-process.ts';
import { makeTemporaryFolder } from './support/temporary-folder.ts';

const run = promisify(execFile);
const missing = missingNginx() ?? false;
if (missing) process.stderr.write(`the test of deploy/tls.conf is skipped: ${missing}\n`);

describe('deploy/tls.conf', { skip: missing }, () => {
  it('is what nginx includes after the steps of the guide', async (test) => {
    const folder = await makeTemporaryFolder(test);
    const steps = (await readDocument('docs/debian.md'))
      .replaceAll(/ \\\n */g, ' ')
      .replaceAll('/srv/directory/app', projectFolder)
      .replaceAll('/etc/nginx', folder)
      .match(/^(?:cp \S+deploy\/.*|openssl .*|sed -i .*(?:nginx|upstream)\.conf)$/gm);
    assert.equal(steps?.length, 6);
    await run('sh', ['-ec', steps.join('\n')], { cwd: folder });
    for (const name of ['nginx.conf', 'tls.conf']) {
      const file = path.join(folder, name);
      const text = (await readFile(file, 'utf8'))
        .replace('/tmp/directory-nginx', `${folder}/cache`)
        .replace('/var/log/nginx', folder);
      // Ports that any user may open.
      const ports = [await findFreePort(), await findFreePort()];
      const listening = text.replaceAll(/listen \d+/g, () => `listen 127.0.0.1:${ports.pop()}`);
      await writeFile(file, listening);
    }
    const globals = `pid ${folder}/pid; error_log ${folder}/error.log;`;
    const words = ['-t', '-q', '-c', `${folder}/nginx.conf`, '-p', folder, '-g', globals];
    await assert.doesNotReject(run('nginx', words));
  });
});
