/** The frame of every page: head, header and footer. */

import type { ApplicationLink } from '../../api/application.ts';
import { apiOf } from '../../query/place.ts';
import type { presentSite } from '../../site.ts';
import type { Manifest } from '../../snapshot/metrics.ts';
import type { Parameters, Urls } from '../../urls.ts';
import { cardSize } from './card.ts';
import type { SiteImages } from './logos.ts';
import { pictureOf } from './picture.ts';
import { type StructuredData, writeStructuredData } from './structured-data.ts';

export interface FrameInput {
  readonly title: string;
  readonly description: string;
  /** Numbers of the page for its picture, such as `47 providers, 66 offers`; the description by default. */
  readonly figure?: string;
  /** Whether the address of the page with `.png` is its picture. */
  readonly hasCard?: boolean;
  readonly network: string | null;
  readonly path: string;
  /** Parameters of the canonical address. */
  readonly parameters?: Parameters;
  /** Canonical address, if it is that of another page. */
  readonly canonical?: string | null;
  /** Parameters of the address that is shared, if they are others than those of the canonical one. */
  readonly shared?: Parameters;
  readonly index?: boolean;
  readonly urls: Urls;
  /** Path and parameters of the JSON version. */
  readonly json?: { readonly path: string; readonly parameters?: Parameters };
  /** Parameters of the Markdown version, which is at the path with `.md`; without them there is none. */
  readonly markdown?: Parameters;
  /** Parameters of the feed of the changes that the page is about; without them it has no feed. */
  readonly feed?: Parameters;
  readonly manifest: Pick<Manifest, 'id' | 'generatedAt'> | null;
  readonly site: ReturnType<typeof presentSite>;
  readonly images: SiteImages;
  readonly hasGateway: boolean;
  /** Link to the signed-in application, null if none is configured. */
  readonly signIn: ApplicationLink | null;
  /** Scripts besides page.js. */
  readonly scripts?: readonly string[];
  readonly ownSearch?: boolean;
  readonly structured?: StructuredData | null;
  /** Version of an asset, which changes with its content. */
  readonly versionOf: (asset: string) => string | null;
}

export function presentFrame(input: FrameInput) {
  const { title, description, network, urls, json, manifest } = input;
  const { siteName } = input.site;
  const site = (target: string) => urls.href(network, null, target);
  const asset = (name: string) => urls.shared(network, `/assets/${name}`, { v: input.versionOf(name) });
  return {
    ...input.site,
    title: title === siteName ? title : `${title} - ${siteName}`,
    pageTitle: title,
    description: shorten(description),
    ...presentAddresses(input),
    // False for pages with unlimited variants: search engines follow their links and do not index them.
    index: input.index ?? true,
    alternate: json ? urls.to(network, json.path, json.parameters) : null,
    alternateType: 'application/json',
    markdownAddress: markdownAddressOf(input),
    // Readers of feeds need one format; the page of changes links both.
    feeds: input.feed ? presentFeeds(network, input.feed, urls).slice(0, 1) : [],
    // With ONLY_NETWORK `home` is the page of that network.
    home: site('/'),
    homeLabel: homeLabelOf(urls),
    allLabel: urls.onlyNetwork === null ? 'All networks' : 'Home',
    stylesheet: asset('style.css'),
    themeScript: asset('theme.js'),
    scripts: ['page.js', ...(input.scripts ?? [])].map(asset),
    sprite: asset('icons.svg'),
    openSearch: site('/opensearch.xml'),
    ...input.images,
    card: presentCard(input),
    structured: input.structured ? writeStructuredData(input.structured) : null,
    nav: presentNav(input),
    signIn: input.signIn,
    suggestPath: urls.href(network, network, `${apiOf(network)}/suggest`),
    headerSearch: input.ownSearch ? null : urls.href(network, network, '/search'),
    links: {
      networks: site('/api/networks'),
      openapi: site('/openapi.json'),
      llms: site('/llms.txt'),
      llmsFull: site('/llms-full.txt'),
      gateway: input.hasGateway ? site('/mcp-gateway') : null,
      about: site('/about'),
      data: site('/data'),
      description: urls.href(network, network, '/openapi.json'),
    },
    asOf: manifest?.generatedAt.slice(0, 10) ?? null,
    generatedAt: manifest?.generatedAt ?? null,
    snapshotId: manifest?.id ?? null,
  };
}

function presentAddresses({ canonical: given, network, path, parameters, shared, urls }: FrameInput) {
  const canonical = given ?? urls.to(network, path, parameters);
  return { canonical, shared: shared && !given ? urls.to(network, path, shared) : canonical };
}

function presentCard(input: FrameInput) {
  if (!input.hasCard) return null;
  const { title, description, figure = description } = input;
  return { ...cardSize, address: pictureOf(presentAddresses(input).shared), alt: `${title}: ${shorten(figure)}` };
}

function markdownAddressOf({ network, path, markdown, urls }: FrameInput): string | null {
  return markdown ? urls.to(network, `${path}.md`, markdown) : null;
}

/** By extension. */
const feedTypes = {
  atom: { type: 'application/atom+xml', label: 'Atom feed' },
  json: { type: 'application/feed+json', label: 'JSON Feed' },
} as const;

export function presentFeeds(network: string | null, parameters: Parameters, urls: Urls) {
  return Object.entries(feedTypes).map(([format, { type, label }]) => ({
    href: urls.href(network, network, `/changes.${format}`, parameters),
    type,
    label,
  }));
}

function homeLabelOf({ onlyNetwork }: Urls): string {
  return onlyNetwork === null ? 'Networks' : 'Home';
}

function presentNav({ network, path, urls, hasGateway }: FrameInput) {
  const pages = [
    [homeLabelOf(urls), '/'],
    ['Providers', '/providers'],
    ['Changes', '/changes'],
    ['Data', '/data'],
    ...(hasGateway ? ([['MCP gateway', '/mcp-gateway']] as const) : []),
    ['About', '/about'],
  ] as const;
  return pages.map(([label, target]) => ({
    label,
    href: urls.href(network, null, target),
    current: network === null && path === target,
  }));
}

/** Search engines cut longer descriptions. */
const maxDescription = 300;

function shorten(text: string): string {
  return text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1)}…`;
}

/** Length of an address in the Link header: all headers of a response stay below 4 kB. */
export const maxHeaderLink = 1000;

/** Link header (RFC 8288) with the machine-readable versions of the page. */
export function presentLinkHeader(
  frame: Pick<ReturnType<typeof presentFrame>, 'alternate' | 'alternateType' | 'markdownAddress'>,
  network: string | null,
  urls: Urls,
): string {
  const description = `<${urls.to(network, '/openapi.json')}>; rel="service-desc"; type="application/vnd.oai.openapi+json;version=3.1"`;
  const described = `<${urls.to(null, '/llms.txt')}>; rel="describedby"; type="text/plain"`;
  // Proxies reject responses with large headers. The address is in the page as well.
  const versions = [
    [frame.alternate, frame.alternateType],
    [frame.markdownAddress, 'text/markdown'],
  ] as const;
  const alternates = versions.flatMap(([href, type]) =>
    href === null || href.length > maxHeaderLink ? [] : [`<${href}>; rel="alternate"; type="${type}"`],
  );
  const catalog = `<${urls.to(null, '/.well-known/ai-catalog.json')}>; rel="ai-catalog"; type="application/ai-catalog+json"`;
  return [...alternates, description, described, catalog].join(', ');
}
