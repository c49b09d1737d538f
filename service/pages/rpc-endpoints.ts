/**
 * GET /rpc-endpoints and /rpc-endpoints.md of a network: the RPC endpoints that work without a key,
 * those that answered last first, with what is needed to use them.
 */
import { groupBy } from '../../common/group-by.ts';
import { rpcCategory } from '../../model/connect.ts';
import { measuredCells } from '../../model/measures.ts';
import { requestedPlace } from '../api/resource.ts';
import { writeCalls } from '../connect/endpoint-calls.ts';
import { describeEndpoints } from '../connect/find-endpoints.ts';
import { anyEndpoint, type ListedEndpoint, listEndpoints } from '../connect/list-endpoints.ts';
import type { Handler } from '../http/context.ts';
import type { Place } from '../questions/place.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { joinNames, plural } from '../text/counts.ts';
import { describeCapabilities, describeSample, describeSource } from '../text/measured.ts';
import { describeUnconnected } from './shared/connect.ts';
import { page } from './shared/definition.ts';
import { renderMarkdown } from './shared/markdown.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { sendMarkdown } from './shared/send-markdown.ts';

const path = '/rpc-endpoints';
const othersText = 'Public offers that state no endpoint';
/** Parameters of the API that give the same list. */
const parameters = { key: 'none', sort: 'answered' } as const;

/** Offers of public plans whose rows have no endpoint, each with the first of its rows. */
function withoutEndpoint({ snapshot, network }: Place) {
  const ids = network === null ? [] : snapshot.rowsOfListing(network, rpcCategory);
  const byOffer = groupBy(ids, (id) => snapshot.offers.of(id));
  return [...byOffer].flatMap(([{ provider }, rows]) => {
    const [first = -1] = rows;
    if (describeUnconnected(snapshot, rows) === null) return [];
    return [{ provider, slug: snapshot.slugOf(first) }];
  });
}

/** The public endpoints of a network, as the API lists them. Kept with the snapshot. */
export function publicEndpoints(snapshot: Snapshot, network: string): readonly ListedEndpoint[] {
  return snapshot.derived.of(`public endpoints ${network}`, () =>
    listEndpoints(snapshot, { ...anyEndpoint, ...parameters, networks: [network] }),
  );
}

function read(place: Place) {
  const { snapshot, network, entry, name } = place;
  if (network === null || entry === null) throw new Error('the page is of a network');
  const endpoints = publicEndpoints(snapshot, network);
  const answering = endpoints.filter(({ lastConfirmed, stopped }) => lastConfirmed && !stopped);
  const counts = `${plural(endpoints.length, 'public RPC endpoint')}${
    answering.length === 0 ? '' : `, ${answering.length} answered a probe`
  }`;
  return {
    network,
    entry,
    endpoints,
    title: `Public RPC endpoints of ${name}`,
    lead:
      endpoints.length === 0
        ? `No public RPC endpoint of ${name} is listed.`
        : `${counts}. No key is needed.`,
    samples: endpoints.flatMap(({ measured }) => (measured === null ? [] : [measured])),
  };
}

function rpcPage(deps: PageDeps): Handler {
  return (ctx) => {
    const place = requestedPlace(ctx, deps.urls);
    const { network, entry, endpoints, title, lead, samples } = read(place);
    const notes = describeEndpoints(endpoints).map((note) =>
      renderMarkdown(note, { app: () => null }),
    );
    const view = {
      crumbs: [
        { label: place.name, href: place.href('/') },
        { label: 'RPC endpoints', href: null },
      ],
      heading: title,
      lead,
      source: samples.length === 0 ? null : describeSource(samples),
      notes,
      endpoints: endpoints.map((endpoint) => presentEndpoint(endpoint, { place, entry })),
      offers: place.href(`/toolbox/${rpcCategory}`),
      othersText,
      others: withoutEndpoint(place).map(({ provider, slug }) => ({
        provider,
        href: `${place.href(`/toolbox/${rpcCategory}`, { open: slug })}#open`,
      })),
    };
    const frame = {
      title,
      description: `${lead} Addresses to copy, calls with curl, and what probes found of each.`,
      network,
      path,
      json: { path: `${place.api}/rpc-endpoint`, parameters },
      markdown: {},
      scripts: ['wallet.js'],
    };
    sendPage(ctx, { template: 'rpc-endpoints', frame, view }, deps);
  };
}

interface EndpointPlace {
  readonly place: Place;
  readonly entry: NetworkEntry;
}

function presentEndpoint(endpoint: ListedEndpoint, { place, entry }: EndpointPlace) {
  const { url, provider, chain, measured } = endpoint;
  const caip2 = endpoint.chainId === null ? null : `eip155:${endpoint.chainId}`;
  const probe = place.snapshot.probes.ofEndpoint(url, caip2);
  const { slug = null } = place.snapshot.catalog.providers.get(provider) ?? {};
  return {
    url,
    provider,
    profile: slug === null ? null : place.href(`/providers/${slug}`),
    chain,
    state: stateOf(endpoint),
    answered: endpoint.lastConfirmed !== null && !endpoint.stopped,
    figures: figuresOf(endpoint).join(' · ') || null,
    capabilities: describeCapabilities(probe?.capabilities ?? null).join(' · ') || null,
    sample: measured === null ? null : describeSample(measured),
    curl: writeCalls(endpoint).find(({ kind }) => kind === 'curl')?.text ?? null,
    wallet: walletOf(endpoint, { place, entry }),
  };
}

function stateOf({ lastConfirmed, stopped }: ListedEndpoint): string {
  const last = lastConfirmed === null ? '' : lastConfirmed.slice(0, 10);
  if (stopped) return last === '' ? 'does not answer' : `stopped answering after ${last}`;
  return last === '' ? 'not probed' : `answered ${last}`;
}

/** What was measured, if it is enough for a figure, and whether old blocks are answered. */
function figuresOf({ measured, archive }: ListedEndpoint): string[] {
  const old = archive === true ? ['archive'] : [];
  if (measured?.isEnough !== true) return old;
  const { verifiedUptime, verifiedLatency, verifiedBlocksBehindAvg } = measuredCells(measured);
  return [
    ...(verifiedUptime === null ? [] : [`${verifiedUptime.text} answered`]),
    ...(verifiedLatency === null ? [] : [verifiedLatency.text]),
    ...(verifiedBlocksBehindAvg === null ? [] : [`${verifiedBlocksBehindAvg.text} blocks behind`]),
    ...old,
  ];
}

/**
 * Parameters of `wallet_addEthereumChain` (EIP-3085) as JSON. Null for what a wallet does not take:
 * it wants an encrypted address and the id of the chain.
 */
function walletOf(
  { url, protocol, transport, chainId, chain }: ListedEndpoint,
  { place, entry }: EndpointPlace,
): string | null {
  if (protocol !== 'evm' || transport !== 'http' || chainId === null) return null;
  if (!url.startsWith('https:')) return null;
  const known = place.snapshot.catalog.chain(entry.network, chain);
  const { name = entry.name, currency = null, symbol = null, decimals = null } = known ?? {};
  const explorer = known?.explorer ?? null;
  const hasCurrency = currency !== null && symbol !== null && decimals !== null;
  return JSON.stringify({
    chainId: `0x${chainId.toString(16)}`,
    chainName: name,
    rpcUrls: [url],
    ...(hasCurrency && { nativeCurrency: { name: currency, symbol, decimals } }),
    ...(explorer !== null && { blockExplorerUrls: [explorer] }),
  });
}

function rpcMarkdown({ urls }: Pick<PageDeps, 'urls'>): Handler {
  return (ctx) => {
    const place = requestedPlace(ctx, urls);
    const { endpoints, title, lead, samples } = read(place);
    const others = withoutEndpoint(place).map(({ provider }) => provider);
    const source = samples.length === 0 ? null : describeSource(samples);
    sendMarkdown(
      ctx,
      {
        title,
        facts: [
          lead,
          ...(source === null ? [] : [source]),
          ...describeEndpoints(endpoints),
          ...(others.length === 0 ? [] : [`${othersText}: ${joinNames(others)}.`]),
        ],
        tables: [
          {
            heading: 'Those that answered last first',
            columns: ['Address', 'Provider', 'Chain', 'State', 'Measured'],
            rows: endpoints.map((endpoint) => [
              endpoint.url,
              endpoint.provider,
              endpoint.chain ?? '',
              stateOf(endpoint),
              figuresOf(endpoint).join(', '),
            ]),
          },
        ],
        html: place.to(path),
        links: [{ label: 'JSON', href: place.to(`${place.api}/rpc-endpoint`, parameters) }],
      },
      endpoints.length,
    );
  };
}

export const rpcEndpoints = page({
  name: 'rpc-endpoints',
  path,
  on: 'network',
  category: rpcCategory,
  parameters: [],
  handler: rpcPage,
  markdown: rpcMarkdown,
  sitemap: ({ snapshot, network, times }) =>
    network === null || publicEndpoints(snapshot, network).length === 0
      ? []
      : [{ path, changedMs: times.last }],
  navigation: { omitted: 'the page of the network links it' },
  operation: { omitted: 'its JSON is the operation of RPC endpoints' },
  example: path,
});
