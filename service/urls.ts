/** Builds every link and reads every address: which surface a request is for. No other file joins paths. */
import type { Config } from './config.ts';
import { hostName } from './http/host.ts';

/** The site, or the toolbox of one network; `path` is what comes below its base address, with a slash first. */
export interface Place {
  readonly network: string | null;
  readonly path: string;
}

/** A list is a parameter that stands several times; what is null or empty is left out. */
export type Parameters = Readonly<Record<string, string | number | readonly string[] | null | undefined>>;

type Addresses = Pick<Config, 'siteUrl' | 'networkUrlTemplate' | 'onlyNetwork'> & Partial<Pick<Config, 'appUrl'>>;

/** A network key that no network has. */
const placeholder = 'n-e-t-w-o-r-k';

export class Urls {
  /** Base address of the site, without a slash at the end. */
  readonly site: string;
  readonly #app: string | null;
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
  /** A path template on another host than the site's. */
  readonly #hasOwnHost: boolean;

  constructor(config: Addresses) {
    this.site = config.siteUrl;
    this.#app = config.appUrl ?? null;
    this.#template = config.networkUrlTemplate;
    this.#only = config.onlyNetwork;
    const site = new URL(config.siteUrl);
    this.#siteHost = site.hostname;
    this.#sitePath = trimSlash(site.pathname);
    this.#siteOrigin = site.origin;
    this.#networkOrigin = new URL(this.#template.replace('{network}', placeholder)).origin.replace(
      placeholder,
      '{network}',
    );
    const [, host = '', path = ''] = /^https?:\/\/([^/]*)(.*)$/.exec(this.#template) ?? [];
    this.#hostPattern = host.includes('{network}') ? templatePattern(hostName(host.toLowerCase()), '$') : null;
    this.#pathPattern = templatePattern(path, '(?=/|$)');
    this.#hasOwnHost =
      this.#hostPattern === null && new URL(this.#template.replace('{network}', 'x')).hostname !== site.hostname;
  }

  /** Base address of a network's toolbox, without a slash at the end. */
  network(key: string): string {
    return key === this.#only ? this.site : this.#template.replace('{network}', key);
  }

  /** An address on the site, or on a network's toolbox. */
  to(network: string | null, path: string, parameters: Parameters = {}): string {
    const base = network === null ? this.site : this.network(network);
    const pairs = pairsOf(parameters);
    return `${base}${path}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`}`;
  }

  /** The same as a link on a page of `from`: without the origin where it is the page's own. */
  href(from: string | null, to: string | null, path: string, parameters: Parameters = {}): string {
    const target = this.to(to, path, parameters);
    const origin = this.#originOf(from);
    return target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
  }

  /**
   * The same for what the site and every toolbox have alike, such as the style sheet: one address on all pages of an
   * origin, so that it is loaded once; what is on another origin the page's own policy would not load.
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

  /** An address of the signed-in application, where there is one. */
  app(path: string): string | null {
    return this.#app === null ? null : `${this.#app}${path}`;
  }

  /**
   * Where a request belongs. A proxy may pass the path of SITE_URL on or cut it off: both are understood.
   * With ONLY_NETWORK everything belongs to that network, and what its toolbox does not have to the site.
   */
  placeOf(host: string, path: string): Place {
    const name = hostName(host).toLowerCase();
    if (this.#only !== null) return { network: this.#only, path: below(this.#sitePath, path) };
    if (this.#hostPattern !== null) {
      // The site's own host may look like that of a network: `www.example.org` beside `{network}.example.org`.
      const network = name === this.#siteHost ? undefined : this.#hostPattern.exec(name)?.[1];
      if (network === undefined) return { network: null, path: below(this.#sitePath, path) };
      const rest = this.#pathPattern?.exec(path);
      return { network, path: slash(rest ? path.slice(rest[0].length) : path) };
    }
    // A host of its own keeps the site's paths from passing for networks.
    const isSite = this.#hasOwnHost && name === this.#siteHost;
    const match = isSite ? null : this.#matchPath(path);
    if (match?.[1] === undefined) return { network: null, path: below(this.#sitePath, path) };
    const whole = path.startsWith(match[0]) ? path : `${this.#sitePath}${path}`;
    return { network: match[1], path: slash(whole.slice(match[0].length)) };
  }

  #matchPath(path: string): RegExpExecArray | null {
    return this.#pathPattern?.exec(path) ?? this.#pathPattern?.exec(`${this.#sitePath}${path}`) ?? null;
  }

  get onlyNetwork(): string | null {
    return this.#only;
  }

  /** Whether links may lead to its toolbox: with ONLY_NETWORK the others are not here. */
  serves(network: string): boolean {
    return this.#only === null || this.#only === network;
  }
}

/** Names with their values, as a form sends them. */
export function pairsOf(parameters: Parameters): [name: string, value: string][] {
  return Object.entries(parameters).flatMap(([name, value]) =>
    [value ?? ''].flat().flatMap((single): [string, string][] => (single === '' ? [] : [[name, String(single)]])),
  );
}

function templatePattern(template: string, end: string): RegExp | null {
  const [before = '', after] = template.split('{network}');
  if (after === undefined) return new RegExp(`^${escapeRegExp(template)}${end}`);
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

function trimSlash(path: string): string {
  return path.replace(/\/+$/, '');
}
