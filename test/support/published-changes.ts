/** A service whose sources were published three times: what changed is known. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { StoredManifest } from '../../model/manifest.ts';
import { directory, directoryText } from './directory.ts';
import { type Built, buildFolder, buildTree, builtAt, openCurrent } from './service-server.ts';
import { type Tree, writeTree } from './source-tree.ts';
import type { CleanUp } from './temporary-folder.ts';

const apis = 'listings/specific-networks/aria/apis.csv';
const everywhere = 'references/offers/apis.csv';
const explorers = 'listings/specific-networks/cela/explorers.csv';
const wallets = 'listings/specific-networks/aria/wallets.csv';

function edit(tree: Tree, file: string, [from, to]: readonly [string, string]): Tree {
  const text = String(tree[file]);
  assert.ok(text.includes(from), `${file} holds ${from}`);
  return { ...tree, [file]: text.replaceAll(from, to) };
}

/** The networks of few listings, which are built in half of the time. */
const few: Tree = {
  ...Object.fromEntries(
    Object.entries(directory).filter(
      ([file]) =>
        !/^listings|sets.csv/.test(file) ||
        /\/(?:aria|bora|cela|nemo|all-networks.apis)\b/.test(file),
    ),
  ),
  // Alchemy changes on another network only.
  [explorers]: `${directoryText(explorers)}Custom,mainnet,FALSE,TRUE,FALSE,alchemy-scan,Alchemy\n`,
};

/**
 * A price and the address of a link on one network, and a price that an offer has on all of them.
 */
const moved = [
  '[Docs](https://docs.alchemy.example/)',
  '[Docs](https://alchemy.example/docs)',
] as const;
const second = edit(edit(edit(few, apis, ['$20/mo', '$25/mo']), apis, moved), everywhere, [
  '$1/mo',
  '$2/mo',
]);
/** The same price again, a wallet less, and a fact of another. */
const third = [
  [everywhere, ['$2/mo', '$1/mo']],
  [wallets, ['"[""en"",""fr""]"', '"[""en"",""de""]"']],
] as const;

export const trees: readonly Tree[] = [
  few,
  second,
  withoutWallet(third.reduce((tree, [file, change]) => edit(tree, file, change), second)),
];

function withoutWallet(tree: Tree): Tree {
  const lines = String(tree[wallets]).split('\n');
  return { ...tree, [wallets]: lines.filter((line) => !line.includes('zephyr-wallet')).join('\n') };
}

const dayMs = 24 * 60 * 60 * 1000;

export interface PublishedChanges {
  readonly built: Built;
  /** Oldest first. */
  readonly manifests: readonly StoredManifest[];
  /** Publishes the sources once more, on the day of this number. */
  publish(tree: Tree, day: number): Promise<StoredManifest>;
}

/** Publishes the trees on three days, from 2 January 2026 on. */
export async function publishChanges(cleanUp: CleanUp): Promise<PublishedChanges> {
  const [first, ...others] = trees;
  const built = await buildTree(cleanUp, first ?? {});
  const sources = path.join(built.build, '../sources');
  const publish = async (tree: Tree, day: number) => {
    await rm(sources, { recursive: true });
    await writeTree(sources, tree);
    const { manifest } = await buildFolder(
      sources,
      built.build,
      new Date(builtAt.getTime() + day * dayMs),
    );
    assert.ok(manifest);
    return manifest;
  };
  assert.ok(built.manifest);
  const manifests = [built.manifest];
  for (const [at, tree] of others.entries()) manifests.push(await publish(tree, at + 1));
  return { built, manifests, publish };
}

export const openBuilt = ({ built }: PublishedChanges) => openCurrent(built.build);
