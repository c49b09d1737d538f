/** Links of explorers that lead to another chain of their network. */
import { textsOf } from '../../check/rule.ts';
import type { EditedLine } from '../edited-lines.ts';
import {
  type FaultInCell,
  type FaultInText,
  hostOf,
  type Known,
  type Link,
  linksIn,
  linksOfCell,
  plainAddress,
  providerOf,
  siteOf,
} from './known.ts';

/** Words of addresses that are about any test chain. */
const anyTestChain = ['testnet', 'devnet'];

/** An explorer whose link was changed to the one of another chain of the network. */
export function findOtherChain(line: EditedLine, column: string, known: Known): FaultInCell | null {
  const { category, network, values, old } = line;
  if (network === null || category !== 'explorers' || !values.chain) return null;
  const before = textsOf(old?.[column]).flatMap(linksIn);
  for (const { text, label, address } of linksOfCell(values[column])) {
    if (label === 'Docs' || before.some((link) => link.address === address)) continue;
    const replaced = before.filter((link) => link.label === label);
    const fault = findInAddress(line, address, replaced, known);
    if (fault !== null) return [...fault, text];
  }
  return null;
}

/** `replaced`: links of the cell that had the label before. */
function findInAddress(
  { source, network, values, offer }: EditedLine,
  address: string,
  replaced: readonly Link[],
  known: Known,
): FaultInText | null {
  const chain = String(values.chain);
  const owner = providerOf(values, offer);
  const twin =
    replaced.length > 0 ? chainOfTwin(source.file, { chain, owner }, address, known) : null;
  const other = twin ?? chainInAddress(address, { network, chain }, known.sources.meta);
  const fix = `write the address for "${chain}"`;
  if (other !== null)
    return [
      'foreign-link',
      `the link is about the chain "${other}", and the line is of "${chain}"`,
      fix,
    ];
  return replaced.some((link) => hasLostChain(link.address, address, chain))
    ? ['foreign-link', `the link named the chain "${chain}" before, and does not now`, fix]
    : null;
}

/** Whether an edit took the name of the chain out of an address that stays on its site. */
function hasLostChain(before: string, now: string, chain: string): boolean {
  return siteOf(before) === siteOf(now) && wordsOf(before).has(chain) && !wordsOf(now).has(chain);
}

/** Chain of the line of the file that had the address before. */
function chainOfTwin(
  file: string,
  { chain, owner }: Readonly<{ chain: string; owner: string }>,
  address: string,
  known: Known,
): string | null {
  const twin = known.byFile
    .get(file)
    ?.find(
      ({ values, offer }) =>
        values.chain !== chain &&
        providerOf(values, offer) === owner &&
        linksOfCell(values.actionButtons).some(
          (link) => plainAddress(link.address) === plainAddress(address),
        ),
    );
  return twin === undefined ? null : String(twin.values.chain ?? '');
}

/** Words of the labels of the host but its site, and of the first part of the path. */
function wordsOf(address: string): ReadonlySet<string> {
  const labels = hostOf(address).split('.').slice(0, -2);
  const path = /^https?:\/\/[^/]+\/([^/?#]+)/i.exec(address)?.[1] ?? '';
  return new Set([...labels, path].flatMap((part) => part.toLowerCase().split('-')));
}

/** The chain that an address names, if it is another one. */
function chainInAddress(
  address: string,
  own: { readonly network: string | null; readonly chain: string },
  { networks, chains: described }: Known['sources']['meta'],
): string | null {
  const words = wordsOf(address);
  const chains = networks.find(({ key }) => key === own.network)?.chains ?? [];
  const names = described.map(({ network, chain, aliases, testnet }) => ({
    isOwn: network === own.network && chain === own.chain,
    testnet,
    words: [chain, ...aliases.map((alias) => alias.toLowerCase())],
  }));
  const ownNames = [own.chain, ...names.flatMap((name) => (name.isOwn ? name.words : []))];
  if (ownNames.some((name) => words.has(name))) return null;
  const testChains = names.flatMap((name) => (name.testnet ? name.words : []));
  const named = testChains.filter((name) => !anyTestChain.includes(name));
  const isMain = own.chain === 'mainnet' || own.chain === chains[0];
  const others = isMain
    ? [...anyTestChain, ...named, ...chains]
    : ['mainnet', ...(named.includes(own.chain) ? named : [])];
  return others.find((name) => !ownNames.includes(name) && words.has(name)) ?? null;
}
