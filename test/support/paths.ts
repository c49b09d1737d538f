/**
 * Where the tests find the project, its small source folder and, where it lies beside the project,
 * the corpus.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { unbounded } from './lane.ts';

export const projectFolder = path.resolve(import.meta.dirname, '../..');

/**
 * A project folder with nothing but small sources; its meta/ is the default of trees that have
 * none.
 */
export const smallProject = path.join(projectFolder, 'test/fixtures/project');
export const smallSources = path.join(smallProject, 'sources');

export const corpusFolder = path.resolve(
  projectFolder,
  process.env.CORPUS ?? '../shared/corpus/chain-love',
);

/** Some listings of two networks of the corpus; see its ATTRIBUTION.md. */
export const corpusSlice = path.join(projectFolder, 'test/fixtures/corpus-slice');

/** For `skip`: false where the corpus is there, else why the test does not run. */
export const corpusMissing = existsSync(path.join(corpusFolder, 'listings'))
  ? false
  : `no corpus in ${corpusFolder}; name its folder with CORPUS`;

/** The corpus in `make test-all`, where it exists; its slice in any other lane. */
export const realSources = unbounded && !corpusMissing ? corpusFolder : corpusSlice;
