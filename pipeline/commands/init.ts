/**
 * `make init`: writes a small folder of sources that checks, builds and serves, for the beginning
 * of another directory.
 */
import { cp, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeUtf8 } from '../../common/json.ts';
import { readBounded } from '../../common/read-bounded.ts';
import { version } from '../../common/version.ts';
import { makeVisible } from '../../common/visible.ts';
import { PipelineError } from '../errors.ts';
import { print } from './flags.ts';
import type { Flags } from './options.ts';

const maxBytes = 10_000;
const workflow = '.github/workflows/check.yml';

export async function init({ sources, project }: Flags): Promise<number> {
  const shown = makeVisible(sources);
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
  const file = path.join(sources, workflow);
  const text = decodeUtf8(await readBounded(file, maxBytes)) ?? '';
  await writeFile(file, text.replace('VERSION', version));
  print(`${shown} has one category, three offers and a README.md, which says what to do first`);
  return 0;
}
