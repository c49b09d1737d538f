/**
 * Runs that are killed: the next ones continue them, and each target has one reading in the end.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { probesFolder } from '../../../pipeline/write/probe-files.ts';
import { readAddresses } from '../../support/probe-readings.ts';
import { link, serve } from '../../support/probe-world.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const kills = 3;
const pages = 60;
const program = path.join(import.meta.dirname, '../../support/probe-process.ts');

describe('a killed run', () => {
  it('is continued: killed at three moments, nothing is lost or doubled', async (t) => {
    const build = await makeTemporaryFolder(t);
    let child: ChildProcess | null = null;
    let [asked, killAt] = [0, Number.POSITIVE_INFINITY];
    const port = await serve(
      (_request, response) => {
        if (++asked >= killAt) child?.kill('SIGKILL');
        response.end('page');
      },
      { after: (work) => t.after(work) },
    );
    const targets = Array.from({ length: pages }, (_, at) =>
      link(`http://host${at % 10}.world.dev:${port}/${at}`),
    );
    const run = async () => {
      child = spawn(
        process.execPath,
        ['--import', 'tsx', program, build, JSON.stringify(targets)],
        {
          stdio: 'inherit',
        },
      );
      const [, signal] = await once(child, 'exit');
      return signal;
    };
    for (let kill = 0; kill < kills; kill++) {
      // Of a run: its first request, or one of those after it.
      killAt = asked + 1 + kill * 3;
      await run();
    }
    killAt = Number.POSITIVE_INFINITY;
    assert.equal(await run(), null);
    assert.deepEqual(await readAddresses(build), targets.map(({ address }) => address).toSorted());
    const wrong = (await readdir(probesFolder(build))).filter((name) => !name.endsWith('.parquet'));
    assert.deepEqual(wrong, []);
  });
});
