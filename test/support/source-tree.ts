/** Source folders made of a few texts. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { smallSources } from './paths.ts';

/** Path below the folder, with `/`, -> content; null makes a folder. */
export type Tree = Readonly<Record<string, string | Uint8Array | null>>;

export async function writeTree(folder: string, tree: Tree): Promise<void> {
  for (const [name, content] of Object.entries(tree)) {
    const file = path.join(folder, name);
    await mkdir(content === null ? file : path.dirname(file), { recursive: true });
    if (content !== null) await writeFile(file, content);
  }
}

/** The files of the small source folder, to change some of them; `under` takes only a part. */
export async function readSmallTree(under = ''): Promise<Record<string, string>> {
  const entries = await readdir(smallSources, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const tree: Record<string, string> = {};
  for (const file of files.toSorted()) {
    const name = path.relative(smallSources, file).split(path.sep).join('/');
    if (name.startsWith(under)) tree[name] = await readFile(file, 'utf8');
  }
  return tree;
}
