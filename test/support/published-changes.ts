/** A service whose sources were published three times: what changed is known. */

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { dayMs } from '../../common/durations.ts';
import type { StoredManifest } from '../../model/manifest.ts';
import { directory, directoryText } from './directory.ts';
import { type Built, buildTreeIn, builtAt, openCurrent, sharedBuilds } from './service-server.ts';
import type { Tree } from './source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from './temporary-folder.ts';

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

export interface PublishedChanges {
  readonly built: Built;
  /** Oldest first. */
  readonly manifests: readonly StoredManifest[];
  /** Publishes the sources once more, on the day of this number. */
  publish(tree: Tree, day: number): Promise<StoredManifest>;
}

type Published = Omit<PublishedChanges, 'publish'>;

/** Of the process: each test has a copy. */
let publishing: Promise<Published> | null = null;

/** Publishes the trees on three days, from 2 January 2026 on. */
export async function publishChanges(cleanUp: CleanUp): Promise<PublishedChanges> {
  publishing ??= publishTrees();
  const { built: shared, manifests } = await publishing;
  const folder = await makeTemporaryFolder(cleanUp);
  await cp(path.dirname(shared.build), folder, { recursive: true, verbatimSymlinks: true });
  const built = { ...shared, build: path.join(folder, 'build') };
  return { built, manifests, publish: (tree, day) => publishIn(folder, tree, day) };
}

async function publishTrees(): Promise<Published> {
  const folder = await mkdtemp(path.join(await sharedBuilds(), 'changes-'));
  const [first, ...others] = trees;
  const built = await buildTreeIn(folder, first ?? {});
  assert.ok(built.manifest);
  const manifests = [built.manifest];
  for (const [at, tree] of others.entries()) manifests.push(await publishIn(folder, tree, at + 1));
  return { built, manifests };
}

async function publishIn(folder: string, tree: Tree, day: number): Promise<StoredManifest> {
  await rm(path.join(folder, 'sources'), { recursive: true });
  const { manifest } = await buildTreeIn(folder, tree, new Date(builtAt.getTime() + day * dayMs));
  assert.ok(manifest);
  return manifest;
}

export const openBuilt = ({ built }: PublishedChanges) => openCurrent(built.build);
