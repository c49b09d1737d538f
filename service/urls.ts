/**
 * Builds all links, and maps request addresses to the site or a network. No other file joins paths.
 */
import { isIPv6 } from 'node:net';
import { stripEnd } from '../common/strip.ts';
import type { SourcePlace } from '../model/rows.ts';
import { type SourceLinks, sourceLinks } from './text/source-links.ts';

/**
 * The site, or the toolbox of one network. `path` is relative to its base address and starts with a
 * slash.
 */
export interface LocatedPath {
  readonly network: string | null;
  readonly path: string;
}

/** Base path of the resources of a network. */
export const networkApi = '/api/infrastructure-providers';

/** Base path of the API of a place. */
export function apiOf(network: string | null): string {
  return network === null ? '/api' : networkApi;
}

/** A list is a repeated parameter. Null and empty values are left out. */
export type Parameters = Readonly<
  Record<string, string | number | readonly string[] | null | undefined>
>;

/** As the configuration states them. */
interface Addresses {
  readonly siteUrl: string;
  readonly networkUrlTemplate: string;
  readonly onlyNetwork: string | null;
  readonly appUrl?: string | null;
  readonly publication?: { readonly sourceUrl: string | null };
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A network key that no network has. */
const placeholder = 'n-e-t-w-o-r-k';

export class Urls {
  /** Base address of the site, without a trailing slash. */
  readonly site: string;
  readonly #app: string | null;
  readonly #sources: string | null;
  readonly #template: string;
  readonly #only: string | null;
  /** Names without port, because proxies forward the Host header with their own port. */
  readonly #siteHost: string;
  readonly #sitePath: string;
  readonly #siteOrigin: string;
  /** Origin of a toolbox; holds `{network}` if each network has its own host. */
  readonly #networkOrigin: string;
  readonly #hostPattern: RegExp | null;
  readonly #pathPattern: RegExp | null;
  /** True if NETWORK_URL_TEMPLATE has a path on another host than the site. */
  readonly #hasOwnHost: boolean;
  /** The template of a site without NETWORK_URL_TEMPLATE. */
  readonly #isDefault: boolean;
  /**
   * Ends the hosts of networks in a layout by host: `.example.org`, also of a site at
   * `www.example.org`.
   */
  readonly #siteDomain: string;

  constructor(config: Addresses) {
    this.site = config.siteUrl;
    this.#app = config.appUrl ?? null;
    this.#sources = config.publication?.sourceUrl ?? null;
    this.#template = config.networkUrlTemplate;
    this.#only = config.onlyNetwork;
    this.#isDefault = this.#template === `${config.siteUrl}/networks/{network}`;
    const site = new URL(config.siteUrl);
    this.#siteDomain = `.${site.hostname.replace(/^www\./, '')}`;
    this.#siteHost = site.hostname;
    this.#sitePath = stripEnd(site.pathname, '/');
    this.#siteOrigin = site.origin;
    this.#networkOrigin = new URL(this.#template.replace('{network}', placeholder)).origin.replace(
      placeholder,
      '{network}',
    );
    const [origin = '', host = ''] = /^https?:\/\/([^/]*)/.exec(this.#template) ?? [];
    const path = this.#template.slice(origin.length);
    this.#hostPattern = host.includes('{network}')
      ? templatePattern(hostName(host.toLowerCase()), '$')
      : null;
    this.#pathPattern = templatePattern(path, '(?=/|$)');
    this.#hasOwnHost =
      this.#hostPattern === null &&
      new URL(this.#template.replace('{network}', 'x')).hostname !== site.hostname;
  }

  /** Base address of a network's toolbox, without a trailing slash. */
  network(key: string): string {
    return key === this.#only ? this.site : this.#template.replace('{network}', key);
  }

  /** Absolute address on the site or on a network's toolbox. */
  to(network: string | null, path: string, parameters: Parameters = {}): string {
    const base = network === null ? this.site : this.network(network);
    const query = queryOf(parameters);
    return `${base}${path}${query === '' ? '' : `?${query}`}`;
  }

  /** Path of a file of a snapshot on the site, which keeps its row. */
  filePath(snapshot: string, file: string): string {
    return `/snapshots/${snapshot}/${file}`;
  }

  /** Link from a page of `from`: without the origin if it is the origin of the page. */
  href(from: string | null, to: string | null, path: string, parameters: Parameters = {}): string {
    const target = this.to(to, path, parameters);
    const origin = this.#originOf(from);
    return target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
  }

  /** Absolute address of a link on a page of `from`. */
  absolute(from: string | null, link: string): string {
    return new URL(link, this.to(from, '/')).href;
  }

  /**
   * Link to a resource that the site and every toolbox serve, such as the style sheet. All pages of
   * an origin use the same address, so that browsers load the resource once. The row security
   * policy blocks other origins.
   */
  shared(from: string | null, path: string, parameters: Parameters = {}): string {
    return this.href(from, this.hasOwnOrigin(from) ? from : null, path, parameters);
  }

  /** Whether a network's toolbox is on another origin than the site. */
  hasOwnOrigin(network: string | null): boolean {
    return this.#originOf(network) !== this.#originOf(null);
  }

  #originOf(network: string | null): string {
    if (network === null || network === this.#only) return this.#siteOrigin;
    return this.#networkOrigin.replace('{network}', network);
  }

  /**
   * Address in the signed-in application. Null if none is configured, and for a path that leads out
   * of it.
   */
  app(path: string): string | null {
    if (this.#app === null || !URL.canParse(`.${path}`, `${this.#app}/`)) return null;
    const base = new URL(`${this.#app}/`).href;
    const { href } = new URL(`.${path}`, base);
    return href.startsWith(base) ? href : null;
  }

  /** Addresses of a line of the sources. Null if no address of the sources is configured. */
  source(place: SourcePlace | null | undefined): SourceLinks | null {
    return this.#sources === null || !place ? null : sourceLinks(this.#sources, place);
  }

  /**
   * Maps a request to the site or a network. A proxy may keep or remove the path of SITE_URL.
   * With ONLY_NETWORK every request belongs to that network; the site answers paths that the
   * toolbox does not have.
   */
  locate(host: string, path: string): LocatedPath {
    if (this.#only !== null) return { network: this.#only, path: below(this.#sitePath, path) };
    if (this.#hostPattern !== null) {
      const name = hostName(host).toLowerCase();
      // The host of the site may match the template: `www.example.org` and `{network}.example.org`.
      const network = name === this.#siteHost ? undefined : this.#hostPattern.exec(name)?.[1];
      if (network === undefined) return { network: null, path: below(this.#sitePath, path) };
      const rest = this.#pathPattern?.exec(path);
      return { network, path: slash(rest ? path.slice(rest[0].length) : path) };
    }
    // If networks have another host, no path of the site's host belongs to a network.
    const isSite = this.#hasOwnHost && hostName(host) === this.#siteHost;
    const match = isSite ? null : this.#matchPath(path);
    if (match?.[1] === undefined) return { network: null, path: below(this.#sitePath, path) };
    const whole = path.startsWith(match[0]) ? path : `${this.#sitePath}${path}`;
    return { network: match[1], path: slash(whole.slice(match[0].length)) };
  }

  /**
   * What the address names in another layout than this one: by path, `/networks/aria/x` of the
   * site, or by host, `aria.example.org/x` below the host of the site. Null if it names nothing, or
   * if it is an address of this layout.
   */
  movedFrom(
    host: string,
    path: string,
  ): { readonly network: string; readonly path: string } | null {
    const name = hostName(host);
    if (this.#hostPattern === null && name.endsWith(this.#siteDomain) && name !== this.#siteHost) {
      const network = name.slice(0, -this.#siteDomain.length);
      if (!network.includes('.') && !this.#isOwnHostOfTemplate(name))
        return { network, path: below(this.#sitePath, path) };
    }
    if (this.#isDefault && this.#only === null) return null;
    const [, network, rest = ''] =
      /^\/networks\/([^/]+)(\/.*)?$/.exec(below(this.#sitePath, path)) ?? [];
    return network === undefined ? null : { network, path: slash(rest) };
  }

  #isOwnHostOfTemplate(name: string): boolean {
    return this.#hasOwnHost && name === new URL(this.#networkOrigin).hostname;
  }

  #matchPath(path: string): RegExpExecArray | null {
    return (
      this.#pathPattern?.exec(path) ?? this.#pathPattern?.exec(`${this.#sitePath}${path}`) ?? null
    );
  }

  /**
   * Whether a host is that of the site, or of this machine. The port does not count: proxies use
   * their own.
   */
  isOwnHost(host: string): boolean {
    const name = hostName(host.toLowerCase());
    return name === this.#siteHost || loopback.has(name);
  }

  get onlyNetwork(): string | null {
    return this.#only;
  }

  /** Whether this service has lists of the network, of all networks for null: with ONLY_NETWORK it has one. */
  serves(network: string | null): boolean {
    return this.#only === null || this.#only === network;
  }

  /**
   * Whether somebody has the network's toolbox: this service, or the one that NETWORK_URL_TEMPLATE
   * names.
   */
  hasAddressOf(network: string): boolean {
    return this.serves(network) || !this.#isDefault;
  }
}

/** Query string without `?`. Blank values are left out. */
export function queryOf(parameters: Parameters): string {
  return new URLSearchParams(pairsOf(parameters)).toString();
}

/** Name-value pairs, as a form sends them. */
export function pairsOf(parameters: Parameters): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const values = Array.isArray(value) ? value : [value ?? ''];
    for (const single of values) if (single !== '') pairs.push([name, String(single)]);
  }
  return pairs;
}

/** The pairs as hidden fields of a form. */
export function hiddenFields(
  parameters: Parameters,
): { readonly name: string; readonly value: string }[] {
  return pairsOf(parameters).map(([name, value]) => ({ name, value }));
}

/** The template is a setting of the operator, without wildcards. */
function templatePattern(template: string, end: string): RegExp | null {
  const [before = '', after] = template.split('{network}');
  // bounded: the host or path of a request, at most 16,384 characters of headers
  if (after === undefined) return new RegExp(`^${escapeRegExp(template)}${end}`);
  // bounded: the same, at most 16,384 characters of headers
  return new RegExp(`^${escapeRegExp(before)}([^/]+?)${escapeRegExp(after)}${end}`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function below(base: string, path: string): string {
  return path === base || path.startsWith(`${base}/`) ? slash(path.slice(base.length)) : path;
}

function slash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Letters, digits, hyphens and underscores, in labels of at most 63. A trailing dot and an empty
 * port are allowed.
 */
const hostPattern =
  /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,126})\.?(?::(\d{0,5}))?$/;
const maxNameLength = 253;
const maxPort = 65_535;

/** The host that was normalized last: most requests name the same one. */
let lastHost: { readonly text: string; readonly host: string | null } = { text: '', host: null };

/** `name` or `name:port` in lowercase, without trailing dot; null if the text is not a host. */
export function normalizeHost(text: string): string | null {
  if (text !== lastHost.text) lastHost = { text, host: readHost(text) };
  return lastHost.host;
}

function readHost(text: string): string | null {
  const [, name = '', port = ''] = hostPattern.exec(text.toLowerCase()) ?? [];
  if (name === '' || name.length > maxNameLength || Number(port) > maxPort) return null;
  if (name.startsWith('[') && !isIPv6(name.slice(1, -1))) return null;
  return port === '' ? name : `${name}:${Number(port)}`;
}

/** Name of a normalized host, without its port. */
function hostName(host: string): string {
  const at = host.lastIndexOf(':');
  return at < 0 || host.endsWith(']') ? host : host.slice(0, at);
}

/** Path of the HTML page of an address. */
export function htmlPath(path: string): string {
  return path.endsWith('.md') ? path.slice(0, -'.md'.length) : path;
}
