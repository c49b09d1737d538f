/** Sources for the tests of the public interface: the project's own, and a few networks of the corpus. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { corpusSlice, projectFolder, realSources } from './paths.ts';
import type { Tree } from './source-tree.ts';

export const ownSources = path.join(projectFolder, 'sources');
export const ownNetworks = ['arbitrum', 'base', 'ethereum', 'filecoin', 'solana'] as const;

export const corpusNetworks = realSources === corpusSlice ? ['filecoin', 'xdc'] : ['filecoin', 'ethereum', 'solana'];
export const corpusSources = readCorpusTree();

/** The rows of these networks do not depend on the other 152. */
function readCorpusTree(): Tree {
  const folders = corpusNetworks.map((network) => `listings/specific-networks/${network}`);
  const tree: Record<string, string> = {};
  for (const folder of ['references/offers', 'references/providers', 'listings/all-networks', ...folders]) {
    for (const name of readdirSync(path.join(realSources, folder))) {
      if (name.endsWith('.csv')) tree[`${folder}/${name}`] = readFileSync(path.join(realSources, folder, name), 'utf8');
    }
  }
  return tree;
}
