/** The small tree, and edits of it. */
import assert from 'node:assert/strict';
import { readSmallTree, type Tree } from './source-tree.ts';

export const smallTree: Tree = await readSmallTree();

/** Files of the small tree that the cases edit. */
export const edited = {
  ariaApis: 'listings/specific-networks/aria/apis.csv',
  boraExplorers: 'listings/specific-networks/bora/explorers.csv',
  everywhereApis: 'listings/all-networks/apis.csv',
  apiOffers: 'references/offers/apis.csv',
  walletOffers: 'references/offers/wallets.csv',
  providers: 'references/providers/providers.csv',
  columns: 'meta/columns.csv',
} as const;

/** The tree with texts replaced, by file; a text that is not there is a mistake of the test. */
export function editTree(tree: Tree, edits: Readonly<Record<string, readonly [string, string][]>>): Tree {
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
