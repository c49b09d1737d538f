/**
 * `make init`: writes a small folder of sources that checks, builds and serves, for the beginning
 * of another directory.
 */
import { cp, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { makeVisible } from '../../common/visible.ts';
import { PipelineError } from '../errors.ts';
import { print } from './flags.ts';
import type { Flags } from './options.ts';

export async function init({ sources, project }: Flags): Promise<number> {
  const shown = makeVisible(sources);
  const entry = await lstat(sources).catch(() => null);
  if (entry !== null && !entry.isDirectory())
    throw new PipelineError(
      'usage',
      `${shown} is ${entry.isSymbolicLink() ? 'a link' : 'no folder'}; name a new folder with SOURCES=folder`,
    );
  const there = await readdir(sources).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new PipelineError('usage', `${shown} cannot be read: ${error.code}`);
  });
  if (there.length > 0)
    throw new PipelineError(
      'usage',
      `${shown} is not empty; name a new folder with SOURCES=folder`,
    );
  await cp(path.join(project, 'docs/starter'), sources, { recursive: true });
  print(`${shown} has one category, three offers and a README.md, which says what to do first`);
  return 0;
}
