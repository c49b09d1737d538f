/** Links of edited lines that lead to another provider or network, or say who passed them on. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { foldNetworkName, networkNames } from '../../../common/network-names.ts';
import { trackingParameters } from '../../../common/tracking.ts';
import type { NetworkDefinition } from '../../../model/networks.ts';
import { shorten, textsOf } from '../../check/rule.ts';
import type { Sources } from '../../sources.ts';
import type { EditedLine } from '../edited-lines.ts';
import {
  type FaultInCell,
  type FaultInText,
  hostOf,
  type Known,
  linksIn,
  plainAddress,
  providerOf,
  siteOf,
} from './known.ts';

interface NewLink {
  readonly column: string;
  readonly text: string;
  readonly address: string;
}

/** Links that the cell did not have before. */
function newLinks({ kind, values, old }: EditedLine, column: string): NewLink[] {
  if (kind === 'provider' && column !== 'website' && column !== 'docs') return [];
  const before = new Set(
    textsOf(old?.[column])
      .flatMap(linksIn)
      .map(({ address }) => address),
  );
  return textsOf(values[column]).flatMap((text) =>
    linksIn(text).flatMap(({ address }) =>
      before.has(address) ? [] : [{ column, text, address }],
    ),
  );
}

/** The first fault of the first link that has one. */
export function findOddLink(line: EditedLine, column: string, known: Known): FaultInCell | null {
  for (const link of newLinks(line, column)) {
    const foreign =
      findOtherProvider(line, link, known) ??
      findOtherNetwork(line, link, known) ??
      findLeftNetwork(line, link, known);
    const found = foreign ?? findCutHost(link, known) ?? findTracking(link, known);
    if (found !== null) return [...found, link.text];
  }
  return findRepeated(line, column, known);
}

/** A referral code that other links to the host have is the directory's own. */
function findTracking({ address }: NewLink, known: Known): FaultInText | null {
  const { tracking, referral } = trackingParameters(address);
  const [first] = [
    ...tracking,
    ...referral.filter((code) => !known.codes().has(`${hostOf(address)} ${code}`)),
  ];
  if (first === undefined) return null;
  const [what, fix] =
    tracking.length > 0
      ? ['tracking parameter', 'remove it, or run `make fix BASE=main`']
      : ['referral code', 'remove it, unless the directory agreed on it'];
  return ['tracking-link', `the link has the ${what} "${shorten(first)}"`, fix];
}

/** `https://docs.acme/`, if `acme.io` is a site. */
function findCutHost({ address }: NewLink, known: Known): FaultInText | null {
  const host = hostOf(address);
  const end = host.slice(host.lastIndexOf('.') + 1);
  const site = [...known.owners.keys()].find((each) => each.startsWith(`${end}.`));
  if (
    site === undefined ||
    !host.includes('.') ||
    [...known.owners.keys()].some((each) => each.endsWith(`.${end}`))
  )
    return null;
  return [
    'odd-link',
    `no host has the name "${host}"`,
    `write "${host.slice(0, host.length - end.length)}${site}"`,
  ];
}

/**
 * Links to documents and code of others are usual in texts, so only buttons, endpoints and sites of
 * providers count.
 */
function findOtherProvider(
  { kind, values, offer }: EditedLine,
  { column, address }: NewLink,
  known: Known,
): FaultInText | null {
  if (!/^(?:actionButtons|support)$|Endpoint$/.test(column) && kind !== 'provider') return null;
  const [provider, site] = [providerOf(values, offer), siteOf(address)];
  const owner = known.owners.get(site);
  if (owner === undefined || owner === provider || known.sitesOf(provider).has(site)) return null;
  // Another question is about a provider with the site of another one.
  const { website } =
    known.providerLines.find((line) => line.values.name === provider)?.values ?? {};
  if (column !== 'website' && typeof website === 'string' && siteOf(website) === site) return null;
  const own = foldNetworkName(provider);
  if (own === '' || foldNetworkName(owner).includes(own) || own.includes(foldNetworkName(owner)))
    return null;
  const message = `"${shorten(site)}" is a site of "${owner}", and the line is about "${provider}"`;
  return ['foreign-link', message, `write an address of "${provider}", or correct the provider`];
}

/** Names too short, or words of other meanings, to tell a network in an address. */
const leastName = 4;

function findOtherNetwork(
  line: EditedLine,
  { address }: NewLink,
  known: Known,
): FaultInText | null {
  const { kind, network, values, offer } = line;
  if (kind !== 'listing' || network === null) return null;
  const names = namesByNetwork(known.sources);
  const own = names.get(network) ?? new Set([network]);
  const chained = wordsBeforeChains(address);
  const words = new Set([
    ...partsOf(address).map(foldNetworkName),
    ...chained,
    ...networksOfSite(address, known),
  ]);
  if ([...words].some((word) => own.has(word)) || isIn(address, own)) return null;
  const site = hostOf(address).split('.')[0] ?? '';
  const provider = foldNetworkName(providerOf(values, offer));
  const isNamed = (name: string) =>
    (name.length >= leastName && words.has(name)) || chained.has(name);
  const named = [...names].find(
    ([key, all]) =>
      key !== network && [...all].some((name) => isNamed(name) && !provider.includes(name)),
  )?.[0];
  const other = named ?? networkOfExplorer(line, address, known);
  if (other === undefined || site === '') return null;
  const message = `the link is about the network "${other}", and the line is of "${network}"`;
  return ['foreign-link', message, `write the address for "${network}"`];
}

/** The network that has an explorer alone; none if the explorer shows all networks on one site. */
function networkOfExplorer(
  { category, network, values, offer }: EditedLine,
  address: string,
  known: Known,
): string | undefined {
  const sites = [...known.sitesOf(providerOf(values, offer))];
  if (category !== 'explorers' || sites.join() === siteOf(address)) return undefined;
  const networks = known.networksOf(hostOf(address));
  return networks.size <= 2 && !networks.has(network ?? '') ? [...networks][0] : undefined;
}

/** `…/sonic-methods` where `…/ethereum-methods` was, of a line of Ethereum. */
function findLeftNetwork(
  { kind, network, old }: EditedLine,
  { column, address }: NewLink,
  known: Known,
): FaultInText | null {
  if (kind !== 'listing' || network === null) return null;
  const names = namesByNetwork(known.sources);
  const own = names.get(network) ?? new Set([network]);
  const before = textsOf(old?.[column]).flatMap(linksIn);
  const said = before.find(
    (link) => siteOf(link.address) === siteOf(address) && isIn(link.address, own),
  );
  if (said === undefined || isIn(address, own)) return null;
  const words = new Set(address.toLowerCase().split(/[^a-z\d]+/));
  const kept = new Set(said.address.toLowerCase().split(/[^a-z\d]+/));
  const isNew = (name: string) => name.length >= leastName && words.has(name) && !kept.has(name);
  const other = [...names].find(([key, all]) => key !== network && [...all].some(isNew))?.[0];
  if (other === undefined) return null;
  const message = `the link is about the network "${other}", and the line is of "${network}"`;
  return ['foreign-link', message, `write the address for "${network}"`];
}

/**
 * The network on whose site the page is: `polygon.technology`, if its documentation is there. Names
 * alone do not tell: `core.app` is a wallet.
 */
function networksOfSite(address: string, { sources }: Known): string[] {
  const site = siteOf(address);
  const name = foldNetworkName(site.split('.')[0] ?? '');
  const isOn = (network: NetworkDefinition) =>
    siteOf(network.docs) === site && networkNames(network).includes(name);
  return sources.meta.networks.some(isOn) ? [name] : [];
}

/** An application for many networks may name its network behind the path. */
function isIn(address: string, names: ReadonlySet<string>): boolean {
  const text = foldNetworkName(address);
  return [...names].some((name) => name.length >= leastName && text.includes(name));
}

/** Whether the site of an address has the network's name: `blockscout.injective.network`. */
export function isOnSiteOf(network: string, address: string, { sources }: Known): boolean {
  return isIn(siteOf(address), namesByNetwork(sources).get(network) ?? new Set([network]));
}

const cachedNames = new WeakMap<Sources, ReadonlyMap<string, ReadonlySet<string>>>();

function namesByNetwork(sources: Sources): ReadonlyMap<string, ReadonlySet<string>> {
  return getOrInsert(cachedNames, sources, () => {
    const { networks } = sources.meta;
    return new Map(
      networks.map((network) => {
        const related = networks.filter(
          (each) => isPartOf(each, network) || isPartOf(network, each),
        );
        return [network.key, new Set([network, ...related].flatMap(networkNames))];
      }),
    );
  });
}

/** Whether the documentation of a network is part of that of another: HyperEVM of Hyperliquid. */
function isPartOf({ docs }: NetworkDefinition, whole: NetworkDefinition): boolean {
  const folder = plainAddress(whole.docs);
  return folder.includes('/') && plainAddress(docs).startsWith(`${folder}/`);
}

/**
 * Labels of the host but its end, and the last segment of the path: what an address says of a
 * network.
 */
function partsOf(address: string): readonly string[] {
  const host = hostOf(address);
  const labels = host.slice(0, Math.max(0, host.length - siteOf(address).length)).split('.');
  const path =
    /^https?:\/\/[^/]+\/([^?#]*)/i
      .exec(address)?.[1]
      ?.split('/')
      .filter((part) => part !== '') ?? [];
  return [...labels, path.at(-1) ?? ''];
}

/**
 * `arb` of `arb-sepolia`. Before a chain, a short word names a network, too, unless a chain that is
 * built on it follows: `ethereum-mainnet-andromeda`.
 */
function wordsBeforeChains(address: string): ReadonlySet<string> {
  const words = partsOf(address).flatMap(
    (part) => /^([a-z\d-]+?)-(?:mainnet|testnet|sepolia)(?![a-z\d]|-[a-z])/i.exec(part)?.[1] ?? [],
  );
  return new Set(words.map(foldNetworkName));
}

const plainTarget = (address: string) =>
  address
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/#$/, '')
    .replace(/\/(?=$|[?#])/, '')
    .toLowerCase();

/** Two links of a list that lead to one address, unless they did before. */
function findRepeated(
  { values, old }: EditedLine,
  column: string,
  { columns }: Known,
): FaultInCell | null {
  if (!Array.isArray(values[column])) return null;
  const before = textsOf(old?.[column]).flatMap(linksIn);
  const seen = new Map<string, string>();
  for (const text of textsOf(values[column]))
    for (const { label, address } of linksIn(text)) {
      const same = plainTarget(address);
      const other = seen.get(same);
      seen.set(same, label ?? '');
      if (
        other === undefined ||
        // The check of all lines reports equal buttons.
        (other === label && columns.get(column)?.cellType === 'actionButtons') ||
        before.filter((link) => plainTarget(link.address) === same).length > 1
      )
        continue;
      const message = `the links "${other}" and "${label}" lead to one address`;
      return ['repeated-link', message, 'correct the address of one, or remove it', text];
    }
  return null;
}
