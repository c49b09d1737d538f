/** Files that a snapshot takes over from the one before. */
import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { FileMemory, NewFiles } from '../../../pipeline/write/new-files.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** A snapshot with the file `rows/a`, made of `one`. */
async function writeFirst(cleanUp: CleanUp) {
  const build = await makeTemporaryFolder(cleanUp);
  const [first, second] = [path.join(build, 'first'), path.join(build, 'second')];
  await mkdir(second);
  const memory = new FileMemory();
  const files = new NewFiles(first, memory, null);
  assert.equal(files.link('rows/a', 'one'), false, 'there is no snapshot before');
  files.makeParent('rows/a');
  await writeFile(path.join(first, 'rows/a'), 'text');
  const described = await files.describeAll(() => 1);
  files.remember(first);
  return { first, second, memory, described };
}

describe('NewFiles', () => {
  it('links a file that is made of the same, and describes it as it was', async (t) => {
    const { first, second, memory, described } = await writeFirst(t);
    const files = new NewFiles(second, memory, first);
    assert.equal(files.link('rows/a', 'one'), true);
    assert.equal((await stat(path.join(second, 'rows/a'))).ino, (await stat(path.join(first, 'rows/a'))).ino);
    assert.deepEqual([...files.linked], ['rows/a']);
    assert.deepEqual(await files.describeAll(() => null), described);
    files.remember(second);
    const third = new NewFiles(path.join(path.dirname(first), 'third'), memory, second);
    assert.equal(third.link('rows/a', 'one'), true, 'the link can be linked again');
    assert.equal(await readFile(path.join(third.folder, 'rows/a'), 'utf8'), 'text');
  });

  it('leaves a file to be written if it is made of something else, was changed, or is of another snapshot', async (t) => {
    const { first, second, memory } = await writeFirst(t);
    assert.equal(new NewFiles(second, memory, first).link('rows/a', 'two'), false);
    assert.equal(new NewFiles(second, memory, first).link('rows/b', 'one'), false);
    assert.equal(new NewFiles(second, memory, second).link('rows/a', 'one'), false, 'another build was published');
    assert.equal(new NewFiles(second, memory, null).link('rows/a', 'one'), false);
    await appendFile(path.join(first, 'rows/a'), '!');
    assert.equal(new NewFiles(second, memory, first).link('rows/a', 'one'), false, 'somebody wrote to the file');
  });
});

describe('FileMemory', () => {
  it('keeps the version of a list as long as its items are the same objects in the same order', () => {
    const memory = new FileMemory();
    const [a, b] = [{}, {}];
    const first = memory.versionOf('rows', [a, b]);
    assert.equal(memory.versionOf('rows', [a, b]), first);
    const others = [memory.versionOf('rows', [b, a]), memory.versionOf('rows', [b]), memory.versionOf('rows', [{}])];
    assert.equal(new Set([first, ...others]).size, 4);
  });
});
