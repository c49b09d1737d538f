/** The frame of every page: head, header and footer. */

import type { Fact } from '../../../model/terms.ts';
import { isOffered, isOmitted } from '../../api/address.ts';
import { signInLink } from '../../api/application.ts';
import type { Publication } from '../../config.ts';
import { presentSite, statesOf } from '../../site.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { joinNames } from '../../text/counts.ts';
import { apiOf, type Parameters, type Urls } from '../../urls.ts';
import type { PageFacts } from './definition.ts';
import { siteImagesOf } from './logos.ts';
import { cardSize, pictureOf } from './picture-address.ts';
import { type StructuredData, writeStructuredData } from './structured-data.ts';

export interface FrameInput {
  readonly title: string;
  readonly description: string;
  /**
   * Numbers of the page for its picture, such as `47 providers, 66 offers`; the description by
   * default.
   */
  readonly figure?: string;
  /** Whether the address of the page with `.png` is its picture. */
  readonly hasCard?: boolean;
  readonly network: string | null;
  readonly path: string;
  /** Parameters of the canonical address. */
  readonly parameters?: Parameters;
  /** Canonical address, if it is that of another page. */
  readonly canonical?: string | null;
  /**
   * Parameters of the address that is shared, if they are others than those of the canonical one.
   */
  readonly shared?: Parameters;
  readonly index?: boolean;
  /** Path and parameters of the JSON version. */
  readonly json?: { readonly path: string; readonly parameters?: Parameters };
  /**
   * Parameters of the Markdown version, which is at the path with `.md`; without them there is
   * none.
   */
  readonly markdown?: Parameters;
  /** Parameters of the feed of the changes that the page is about; without them it has no feed. */
  readonly feed?: Parameters;
  /** Scripts besides page.js. */
  readonly scripts?: readonly string[];
  readonly ownSearch?: boolean;
  readonly structured?: StructuredData | null;
}

export interface FrameDeps {
  readonly urls: Urls;
  readonly publication: Publication;
  /** All pages of the service. */
  readonly pages: readonly PageFacts[];
  /** The version of an asset changes with its content. */
  readonly assets: { version(name: string, snapshot: Snapshot | null): string | null };
}

/** `snapshot`: null before the first one. */
export function presentFrame(
  input: FrameInput,
  snapshot: Snapshot | null,
  { urls, publication, assets, pages }: FrameDeps,
) {
  const { title, description, network } = input;
  const identity = presentSite(snapshot, publication);
  const { siteName } = identity;
  const site = (target: string) => urls.href(network, null, target);
  const asset = (name: string) =>
    urls.shared(network, `/assets/${name}`, { v: assets.version(name, snapshot) });
  const { terms } = identity;
  const homeLabel = urls.onlyNetwork === null ? terms.Networks : 'Home';
  const addresses = presentAddresses(input, urls);
  return {
    ...identity,
    facts: joinNames(snapshot?.catalog.facts ?? []),
    states: statesOf(snapshot),
    title: title === siteName ? title : `${title} - ${siteName}`,
    pageTitle: title,
    description: shorten(description),
    ...addresses,
    // False for pages with unlimited variants: search engines follow their links and do not index
    // them.
    index: input.index ?? true,
    // Readers of feeds need one format; the page of changes links both.
    feeds: input.feed ? presentFeeds(network, input.feed, urls).slice(0, 1) : [],
    // With ONLY_NETWORK `home` is the page of that network.
    home: site('/'),
    // A network stands below the list of networks, another page of the site below its home page.
    homeCrumb: network === null ? 'Home' : homeLabel,
    allLabel: urls.onlyNetwork === null ? `All ${terms.networks}` : 'Home',
    stylesheet: asset('style.css'),
    themeScript: asset('theme.js'),
    scripts: ['page.js', ...(input.scripts ?? [])].map(asset),
    sprite: asset('icons.svg'),
    openSearch: site('/opensearch.xml'),
    webManifest: site('/site.webmanifest'),
    apiCatalog: site('/.well-known/api-catalog'),
    ...siteImagesOf(snapshot, network, urls, asset('icon.svg')),
    card: presentCard(input, addresses.shared),
    structured: input.structured ? writeStructuredData(input.structured) : null,
    ...presentNavigation(input, { pages, snapshot, homeLabel, site }),
    signIn: snapshot && signInLink(snapshot.catalog, urls),
    shownNetwork: presentShownNetwork(network, snapshot, urls),
    suggestPath: urls.href(network, network, `${apiOf(network)}/suggest`),
    headerSearch: input.ownSearch ? null : urls.href(network, network, '/search'),
    links: {
      networks: site('/api/networks'),
      openapi: site('/openapi.json'),
      llms: site('/llms.txt'),
      llmsFull: site('/llms-full.txt'),
      description: urls.href(network, network, '/openapi.json'),
    },
    ...presentSnapshot(snapshot),
  };
}

/** The network of the page, for the script that suggests the networks seen last. */
function presentShownNetwork(network: string | null, snapshot: Snapshot | null, urls: Urls) {
  if (network === null || snapshot === null || urls.onlyNetwork !== null) return null;
  return { name: snapshot.catalog.networkName(network), href: urls.href(network, network, '/') };
}

function presentAddresses(input: FrameInput, urls: Urls) {
  const { canonical: canonicalPath, network, path, parameters, shared, json, markdown } = input;
  const canonical = canonicalPath ?? urls.to(network, path, parameters);
  return {
    canonical,
    shared: shared && !canonicalPath ? urls.to(network, path, shared) : canonical,
    alternate: json ? urls.to(network, json.path, json.parameters) : null,
    alternateType: 'application/json',
    markdownAddress: markdown ? urls.to(network, `${path}.md`, markdown) : null,
  };
}

function presentCard(
  { hasCard, title, description, figure = description }: FrameInput,
  page: string,
) {
  return hasCard
    ? { ...cardSize, address: pictureOf(page), alt: `${title}: ${shorten(figure)}` }
    : null;
}

/** Null before the first one. */
function presentSnapshot(snapshot: Snapshot | null) {
  const { id, generatedAt } = snapshot?.manifest ?? { id: null, generatedAt: null };
  return { snapshotId: id, generatedAt, asOf: generatedAt?.slice(0, 10) ?? null };
}

interface NavigationInput {
  readonly pages: readonly PageFacts[];
  readonly snapshot: Snapshot | null;
  readonly homeLabel: string;
  readonly site: (path: string) => string;
}

/** Links of the header and the footer. */
function presentNavigation(
  { network, path: current }: FrameInput,
  { pages, snapshot, homeLabel, site }: NavigationInput,
) {
  const { catalog } = snapshot ?? { catalog: { categoryKeys: [], has: new Set<Fact>() } };
  const links = pages.flatMap((page) => {
    const { path, navigation } = page;
    if (isOmitted(navigation) || !isOffered(page, catalog)) return [];
    return [
      {
        label: path === '/' ? homeLabel : navigation.label,
        href: site(path),
        current: network === null && path === current,
        isInFooter: navigation.isInFooter === true,
      },
    ];
  });
  return { nav: links, footer: links.filter(({ isInFooter }) => isInFooter) };
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
    href === null || href.length > maxHeaderLink
      ? []
      : [`<${href}>; rel="alternate"; type="${type}"`],
  );
  const catalog = `<${urls.to(null, '/.well-known/ai-catalog.json')}>; rel="ai-catalog"; type="application/ai-catalog+json"`;
  return [...alternates, description, described, catalog].join(', ');
}
