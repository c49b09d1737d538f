/** Source folders made of a few texts. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { smallSources } from './paths.ts';
import { type CleanUp, makeTemporaryFolder } from './temporary-folder.ts';

/** Path below the folder, with `/`, -> content; null makes a folder. */
export type Tree = Readonly<Record<string, string | Uint8Array | null>>;

export async function writeTree(folder: string, tree: Tree): Promise<void> {
  for (const [name, content] of Object.entries(tree)) {
    const file = path.join(folder, name);
    await mkdir(content === null ? file : path.dirname(file), { recursive: true });
    if (content !== null) await writeFile(file, content);
  }
}

export function readTree(folder: string): Readonly<Record<string, Buffer>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const name = (file: string) => path.relative(folder, file).split(path.sep).join('/');
  return Object.fromEntries(files.toSorted().map((file) => [name(file), readFileSync(file)]));
}

/** A small source folder without problems, and its definitions alone. */
export const smallTree: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(readTree(smallSources)).map(([file, content]) => [file, String(content)]),
);
export const smallMeta: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(smallTree).filter(([file]) => file.startsWith('meta/')),
);

/** Files of the small tree that tests edit. */
export const places = {
  ariaApis: 'listings/specific-networks/aria/apis.csv',
  boraExplorers: 'listings/specific-networks/bora/explorers.csv',
  everywhereApis: 'listings/all-networks/apis.csv',
  apiOffers: 'references/offers/apis.csv',
  walletOffers: 'references/offers/wallets.csv',
  providers: 'references/providers/providers.csv',
  images: 'references/providers/images/',
  columns: 'meta/columns.csv',
  categories: 'meta/categories.csv',
  networks: 'meta/networks.csv',
} as const;

/** A folder `sources` in a folder of its own, with the small tree and changes to it. */
export async function makeTree(cleanUp: CleanUp, changes: Tree = {}): Promise<string> {
  const sources = path.join(await makeTemporaryFolder(cleanUp), 'sources');
  await writeTree(sources, { ...smallTree, ...changes });
  return sources;
}

/** The tree with texts replaced, by file; a text that is not there is a mistake of the test. */
export function editTree(
  tree: Tree,
  edits: Readonly<Record<string, readonly [string, string][]>>,
): Tree {
  const edited: Record<string, string> = { ...(tree as Record<string, string>) };
  for (const [file, replacements] of Object.entries(edits)) {
    for (const [from, to] of replacements) {
      const text = edited[file] ?? '';
      assert.ok(text.includes(from), `${file} holds ${from}`);
      edited[file] = text.replaceAll(from, to);
    }
  }
  return edited;
}

export function without(tree: Tree, ...names: readonly string[]): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([file]) => !names.includes(file)));
}
