/** Folders of the tests' own below the system's temporary one, removed when the tests end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** A test context, or `afterAll()` for what a `before` makes. */
export interface CleanUp {
  after(work: () => Promise<void>): void;
}

export async function makeTemporaryFolder(cleanUp: CleanUp): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-test-'));
  cleanUp.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Called in the body of a describe: cleans up when all of its tests have ended. */
export function afterAll(): CleanUp {
  const works: (() => Promise<void>)[] = [];
  after(async () => {
    for (const work of works) await work();
  });
  return { after: (work) => works.push(work) };
}
