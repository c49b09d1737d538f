/** Sources for the tests of the public interface: the project's own, and three networks of the corpus. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { corpusFolder, projectFolder } from './paths.ts';
import type { Tree } from './source-tree.ts';

export const ownSources = { folder: path.join(projectFolder, 'sources') } as const;
export const ownNetworks = ['arbitrum', 'base', 'ethereum', 'filecoin', 'solana'] as const;

export const corpusNetworks = ['filecoin', 'ethereum', 'solana'] as const;

/** What these networks have is the same whether the other 152 are built beside them or not. */
export function readCorpusTree(networks: readonly string[] = corpusNetworks): Tree {
  const folders = networks.map((network) => `listings/specific-networks/${network}`);
  const tree: Record<string, string> = {};
  for (const folder of ['references/offers', 'references/providers', 'listings/all-networks', ...folders]) {
    for (const name of readdirSync(path.join(corpusFolder, folder))) {
      if (name.endsWith('.csv'))
        tree[`${folder}/${name}`] = readFileSync(path.join(corpusFolder, folder, name), 'utf8');
    }
  }
  return tree;
}
