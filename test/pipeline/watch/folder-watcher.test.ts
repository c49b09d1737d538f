import assert from 'node:assert/strict';
import fs, { writeFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  FolderWatcher,
  isEditorFile,
  type WatchOptions,
} from '../../../pipeline/commands/watch/folder-watcher.ts';
import { nightly } from '../../support/lane.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** Fails a test that waits for an event that does not arrive. */
const timeout = 60_000;

async function start(t: TestContext, options?: WatchOptions) {
  const parent = await makeTemporaryFolder(t);
  const folder = path.join(parent, 'sources');
  await mkdir(path.join(folder, 'a/b'), { recursive: true });
  await writeFile(path.join(folder, 'a/b/x.csv'), '1');
  const watcher = new FolderWatcher([folder], options);
  await watcher.start();
  t.after(() => watcher.close());
  const signal = new AbortController().signal;
  const at = (name: string) => path.join(folder, name);
  return {
    watcher,
    folder,
    at,
    write: (name: string, text: string) => writeFile(at(name), text),
    next: () => watcher.nextChange(signal),
  };
}

describe('FolderWatcher', { timeout }, () => {
  it('sees a file that is written, again and again', async (t) => {
    const { write, next } = await start(t);
    for (const text of ['22', '333', '4444']) {
      await write('a/b/x.csv', text);
      assert.equal(await next(), true, text);
    }
  });

  it('sees each save of an editor that writes another file and renames it', async (t) => {
    const { write, at, next } = await start(t);
    for (const text of ['22', '333', '4444']) {
      await write('a/b/.x.csv.new', text);
      await rename(at('a/b/.x.csv.new'), at('a/b/x.csv'));
      assert.equal(await next(), true, text);
    }
  });

  it('sees new folders, files in them and removed folders', async (t) => {
    const { write, at, next } = await start(t);
    await mkdir(at('c/d'), { recursive: true });
    assert.equal(await next(), true, 'a folder without a file is a network');
    await write('c/d/y.csv', '1');
    assert.equal(await next(), true);
    await rm(at('c'), { recursive: true });
    assert.equal(await next(), true);
  });

  it('sees a file that is written after its new folder is listed and before it is watched', async (t) => {
    const { write, at, next } = await start(t);
    const { watch } = fs;
    const [folder, early] = [at('c'), 'c/early.csv'];
    t.mock.method(fs, 'watch', (...words: Parameters<typeof watch>) => {
      if (words[0] === folder) writeFileSync(at(early), '1');
      return watch(...words);
    });
    syncBuiltinESMExports();
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    await mkdir(folder);
    assert.equal(await next(), true, 'the folder');
    assert.equal(await next(), true, 'the file');
    await write(early, '22');
    assert.equal(await next(), true, 'a change of the file');
  });

  it('remembers a change that happens while nobody waits', async (t) => {
    const { write, next } = await start(t);
    await write('a/b/x.csv', '22');
    await write('a/y.csv', '1');
    assert.equal(await next(), true);
  });

  nightly('polls if the file system sends no events', async (t) => {
    const { write, next } = await start(t, { usePolling: true });
    await write('a/b/x.csv', '22');
    assert.equal(await next(), true);
  });

  it('sees the folder itself disappear and come back', async (t) => {
    const { folder, next, watcher, write } = await start(t, { followMs: 50 });
    await rename(folder, `${folder}-aside`);
    assert.equal(await next(), true);
    await rename(`${folder}-aside`, folder);
    assert.equal(await next(), true);
    const { signal } = new AbortController();
    while (await watcher.nextChange(signal, 500));
    let [seen, text] = [false, '1'];
    // The folder is watched again some time after it is seen.
    while (!seen) {
      await write('a/b/x.csv', (text += '2'));
      seen = await watcher.nextChange(signal, 1000);
    }
  });

  /** What may happen to a path, and the folders and links that are there before. */
  interface Swap {
    readonly sources?: string;
    readonly folders?: readonly string[];
    readonly links?: readonly (readonly [name: string, target: string])[];
    readonly swap: (at: (name: string) => string) => Promise<void>;
  }
  const relink = (name: string, target: string) => async (at: (name: string) => string) => {
    await symlink(target, at('new'));
    await rename(at('new'), at(name));
  };
  const replace = (name: string, by: string) => async (at: (name: string) => string) => {
    await rename(at(name), at('aside'));
    await rename(at(by), at(name));
  };
  const swaps: Readonly<Record<string, Swap>> = {
    'a link that is swapped': {
      links: [['sources', 'first']],
      swap: relink('sources', 'second'),
    },
    'a link to a link that is swapped': {
      links: [
        ['sources', 'middle'],
        ['middle', 'first'],
      ],
      swap: relink('middle', 'second'),
    },
    'a link above that is swapped': {
      sources: 'current/sources',
      links: [['current', 'releases/1']],
      swap: relink('current', 'releases/2'),
    },
    'a folder that is replaced by rename': {
      folders: ['sources'],
      swap: replace('sources', 'second'),
    },
    'a folder above that is replaced by rename': {
      sources: 'current/sources',
      folders: ['current/sources'],
      swap: replace('current', 'releases/2'),
    },
    'a folder that is removed and made again': {
      folders: ['sources'],
      swap: async (at) => {
        await rm(at('sources'), { recursive: true });
        await mkdir(at('sources'));
      },
    },
    'a folder that was not there': { swap: async (at) => void (await mkdir(at('sources'))) },
    'a loop of links that is mended': {
      links: [['sources', 'sources']],
      swap: relink('sources', 'second'),
    },
  };
  for (const [what, { sources = 'sources', folders = [], links = [], swap }] of Object.entries(
    swaps,
  ))
    it(`follows ${what}`, async (t) => {
      const parent = await makeTemporaryFolder(t);
      const at = (name: string) => path.join(parent, name);
      const usual = ['first', 'second', 'releases/1/sources', 'releases/2/sources'];
      for (const name of [...usual, ...folders]) await mkdir(at(name), { recursive: true });
      for (const [name, target] of links) await symlink(target, at(name));
      const watcher = new FolderWatcher([at(sources)], { followMs: 50 });
      await watcher.start();
      t.after(() => watcher.close());
      const { signal } = new AbortController();
      await swap(at);
      assert.equal(await watcher.nextChange(signal), true, 'the swap');
      // The first event may come before the look that follows the path.
      while (await watcher.nextChange(signal, 500));
      await writeFile(path.join(at(sources), 'x.csv'), '1');
      assert.equal(await watcher.nextChange(signal, 30_000), true, 'the file');
    });

  it('does not follow a symbolic link out of the folder', async (t) => {
    const parent = await makeTemporaryFolder(t);
    const [folder, outside] = [path.join(parent, 'sources'), path.join(parent, 'outside')];
    for (const each of [folder, outside]) await mkdir(each);
    await symlink(outside, path.join(folder, 'link'));
    const [watcher, other] = [new FolderWatcher([folder]), new FolderWatcher([outside])];
    for (const each of [watcher, other]) {
      await each.start();
      t.after(() => each.close());
      // chokidar reports a link before it is ready.
      await each.nextChange(AbortSignal.abort());
    }
    await writeFile(path.join(outside, 'z.csv'), '1');
    assert.equal(await other.nextChange(new AbortController().signal), true);
    assert.equal(await watcher.nextChange(AbortSignal.abort()), false);
    await writeFile(path.join(folder, 'x.csv'), '1');
    assert.equal(await watcher.nextChange(new AbortController().signal), true);
  });

  it('ends its wait at a signal', async (t) => {
    const { watcher } = await start(t);
    const controller = new AbortController();
    const waiting = watcher.nextChange(controller.signal);
    controller.abort();
    assert.equal(await waiting, false);
    assert.equal(await watcher.nextChange(controller.signal), false);
  });
});

describe('isEditorFile', () => {
  it('knows swap, backup and hidden files', () => {
    const names = ['.x.csv.swp', '~$x.csv', 'x.csv~', '.~lock.x.csv#', '.git', 'x.tmp'];
    assert.deepEqual(names.filter(isEditorFile), names);
    assert.deepEqual(['x.csv', 'networks', 'a.png'].filter(isEditorFile), []);
  });
});
