import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { FolderWatcher, type Listen } from '../../../pipeline/watch/folder-watcher.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** Long enough for a slow machine; a change is expected long before. */
const limitMs = 20_000;
/** Long enough for several looks. */
const quietMs = 1800;

async function start(t: TestContext, listen?: Listen) {
  const folder = path.join(await makeTemporaryFolder(t), 'sources');
  await mkdir(path.join(folder, 'a/b'), { recursive: true });
  await writeFile(path.join(folder, 'a/b/x.csv'), '1');
  const watcher = listen ? new FolderWatcher([folder], listen) : new FolderWatcher([folder]);
  await watcher.start();
  t.after(() => watcher.close());
  const signal = new AbortController().signal;
  const at = (name: string) => path.join(folder, name);
  return {
    watcher,
    folder,
    at,
    write: (name: string, text: string) => writeFile(at(name), text),
    next: () => watcher.nextChange(signal, limitMs),
    stays: async () => !(await watcher.nextChange(signal, quietMs)),
  };
}

describe('FolderWatcher', () => {
  it('sees a file that is written, again and again', async (t) => {
    const { write, next, stays } = await start(t);
    for (const text of ['2', '3', '4']) {
      await write('a/b/x.csv', text);
      assert.equal(await next(), true, text);
    }
    assert.equal(await stays(), true);
  });

  it('sees each save of an editor that writes another file and renames it', async (t) => {
    const { write, at, next, stays } = await start(t);
    for (const text of ['22', '333', '4444']) {
      await write('a/b/.x.csv.new', text);
      await rename(at('a/b/.x.csv.new'), at('a/b/x.csv'));
      assert.equal(await next(), true, text);
    }
    assert.equal(await stays(), true);
  });

  it('sees what comes into a folder that is new, and that a folder goes', async (t) => {
    const { write, at, next } = await start(t);
    await mkdir(at('c/d'), { recursive: true });
    assert.equal(await next(), true, 'a folder without a file counts: it is a network');
    await write('c/d/y.csv', '1');
    assert.equal(await next(), true);
    await rm(at('c'), { recursive: true });
    assert.equal(await next(), true);
  });

  it('sees what was written while nobody waited', async (t) => {
    const { write, next, stays } = await start(t);
    await write('a/b/x.csv', '2');
    await write('a/y.csv', '1');
    assert.equal(await next(), true);
    assert.equal(await stays(), true, 'several files of one save are one change');
  });

  it('does without events, where the system has none to give', async (t) => {
    const { write, next, stays } = await start(t, () => {
      throw new Error('no space left for watches');
    });
    await write('a/b/x.csv', '2');
    assert.equal(await next(), true);
    assert.equal(await stays(), true);
  });

  it('sees the folder itself go and come back', async (t) => {
    const { folder, next } = await start(t);
    await rename(folder, `${folder}-aside`);
    assert.equal(await next(), true);
    await rename(`${folder}-aside`, folder);
    assert.equal(await next(), true);
  });

  it('takes no notice of what editors keep beside a file, nor of a file that is only read', async (t) => {
    const { write, at, stays } = await start(t);
    for (const name of ['.x.csv.swp', '~$x.csv', 'x.csv~', '.~lock.x.csv#']) await write(`a/b/${name}`, '1');
    await mkdir(at('.git'));
    assert.equal(await stays(), true);
  });

  it('ends its wait at a signal', async (t) => {
    const { watcher } = await start(t);
    const controller = new AbortController();
    const waiting = watcher.nextChange(controller.signal);
    setTimeout(() => controller.abort(), 50);
    assert.equal(await waiting, false);
    assert.equal(await watcher.nextChange(controller.signal), false);
  });
});
