import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { rename, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { KnownFiles, settledMs } from '../../../pipeline/read/known-files.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** More than a step of the time stamps of a file system. */
const stepMs = 20;

const modified = new Date('2026-01-01T00:00:00Z');

/** A remembered file, as in the state after the one in which it was read. */
async function remember(t: CleanUp, ageMs = settledMs + stepMs) {
  const folder = await makeTemporaryFolder(t);
  const [file, other] = [path.join(folder, 'a.csv'), path.join(folder, 'b.csv')];
  await writeFile(file, 'one');
  await utimes(file, modified, modified);
  await delay(stepMs);
  const memory = new KnownFiles(() => statSync(file).ctimeMs + ageMs);
  const bytes = Buffer.from('one');
  memory.remember(file, await stat(file), bytes);
  memory.endState();
  return { file, other, memory, bytes };
}

describe('KnownFiles', () => {
  it('recalls what was read of a file that did not change', async (t) => {
    const { file, memory, bytes } = await remember(t);
    assert.equal(memory.recall(file), bytes);
    memory.endState();
    assert.equal(memory.recall(file), bytes);
  });

  it('does not remember a file that is so young that it may change within a step of its time stamp', async (t) => {
    const { file, memory } = await remember(t, settledMs);
    assert.equal(memory.recall(file), null);
  });

  it('sees a change of the same size whose time of modification is restored', async (t) => {
    const { file, memory } = await remember(t);
    await writeFile(file, 'two');
    await utimes(file, modified, modified);
    assert.equal(memory.recall(file), null);
  });

  it('sees that another file took the place', async (t) => {
    const { file, other, memory } = await remember(t);
    await writeFile(other, 'two');
    await utimes(other, modified, modified);
    await rename(other, file);
    assert.equal(memory.recall(file), null);
  });

  it('forgets files that a state did not have', async (t) => {
    const { file, memory } = await remember(t);
    memory.endState();
    assert.equal(memory.recall(file), null);
  });
});
