/** find_network: networks by any of their names. */
import { z } from 'zod';
import { foldText } from '../../../common/fold.ts';
import { networkNames } from '../../../common/network-names.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Answer, Cell } from '../answer.ts';
import { offsetSchema, type ToolContext, tool } from '../tool.ts';

const input = z.strictObject({
  name: z.string().optional().describe('Any name, CAIP-2 or chain id; left out: all'),
  offset: offsetSchema,
});

export const findNetworkTool = tool({
  name: 'find_network',
  description: 'Keys, chains and numbers of offers of networks.',
  input,
  run: answer,
});

function answer({ name = '', offset }: z.infer<typeof input>, { snapshot, urls }: ToolContext): Answer {
  const served = [...snapshot.catalog.networks.values()].filter(({ network }) => urls.serves(network));
  const { found, notes } =
    name.trim() === '' ? { found: bySize(served, snapshot), notes: [] } : search(name, served, snapshot);
  return {
    title: `${found.length} of ${served.length} networks.`,
    columns: ['network', 'name', 'offers', 'caip2', 'chains'],
    rows: found.slice(offset).map((entry) => rowOf(entry, snapshot)),
    total: found.length,
    offset,
    notes,
  };
}

function rowOf({ network, name, caip2, chains }: NetworkEntry, snapshot: Snapshot): readonly Cell[] {
  return [network, name, snapshot.offersIn(network), caip2, chains];
}

/** The network of the name; else those with the name in one of theirs; else the most similar one. */
function search(name: string, served: readonly NetworkEntry[], snapshot: Snapshot) {
  const { catalog } = snapshot;
  const exact = catalog.networkNamed(name);
  const named = served.filter(({ network }) => network === exact);
  if (named.length > 0) return { found: named, notes: [] };
  const folded = foldText(name);
  const containing = served.filter(({ network, ...entry }) =>
    networkNames({ key: network, ...entry }).some((each) => foldText(each).includes(folded)),
  );
  if (containing.length > 0) return { found: bySize(containing, snapshot), notes: [] };
  const { suggestion } = catalog.nearestNetwork(name);
  const found = served.filter(({ network }) => network === suggestion);
  const notes = [`No network is named "${name.slice(0, 100)}"${found.length > 0 ? '; this is the nearest' : ''}.`];
  return { found, notes };
}

function bySize(entries: readonly NetworkEntry[], snapshot: Snapshot): NetworkEntry[] {
  const entriesOf = ({ network }: NetworkEntry) => snapshot.manifest.metrics.networks[network]?.entries ?? 0;
  return entries.toSorted((a, b) => entriesOf(b) - entriesOf(a));
}
