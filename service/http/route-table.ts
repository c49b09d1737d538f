/** Routes by network and path. */
import type { Place } from '../urls.ts';
import type { Route } from './context.ts';

export interface NamedRoute {
  readonly route: Route;
  /** Path of the route for log and metrics. */
  readonly name: string;
}

interface Pattern extends NamedRoute {
  readonly pattern: RegExp;
}

/** Paths without parameters come first, then the first pattern that matches. Paths are compared as they are written: case and trailing slash count. */
export class RouteTable {
  readonly #exact = new Map<string, NamedRoute>();
  /** By the beginning of the path up to the parameter's segment. */
  readonly #patterns = new Map<string, Pattern[]>();

  /** `base` distinguishes the names of two tables. */
  constructor(routes: readonly Route[], base = '') {
    for (const route of routes) {
      const named = { route, name: `${base}${route.path}` };
      if (/[{*]/.test(route.path)) this.#addPattern({ ...named, pattern: toPattern(route.path) });
      else this.#exact.set(route.path, named);
    }
  }

  #addPattern(entry: Pattern): void {
    const { path } = entry.route;
    const folder = path.slice(0, path.slice(0, path.search(/[{*]/)).lastIndexOf('/') + 1);
    this.#patterns.set(folder, [...(this.#patterns.get(folder) ?? []), entry]);
  }

  find(path: string): NamedRoute | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    for (const [folder, entries] of this.#patterns) {
      const found = path.startsWith(folder) ? entries.find(({ pattern }) => pattern.test(path)) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Routes of the site and of a network's toolbox. With `onlyNetwork` the site has what the toolbox lacks. */
export class RouteTables {
  readonly #site: RouteTable;
  readonly #toolbox: RouteTable;
  readonly #onlyNetwork: boolean;

  constructor(tables: { site: readonly Route[]; toolbox: readonly Route[]; onlyNetwork: boolean }) {
    this.#site = new RouteTable(tables.site);
    this.#toolbox = new RouteTable(tables.toolbox, '{network}');
    this.#onlyNetwork = tables.onlyNetwork;
  }

  find({ network, path }: Place): NamedRoute | undefined {
    if (network === null) return this.#site.find(path);
    return this.#toolbox.find(path) ?? (this.#onlyNetwork ? this.#site.find(path) : undefined);
  }
}

function toPattern(path: string): RegExp {
  const parts = path.split(/(\{\w+\}|\*\w+)/).map((part) => {
    if (part.startsWith('{')) return '[^/]+';
    return part.startsWith('*') ? '.+' : part.replaceAll('.', '\\.');
  });
  // bounded: the path of a request, at most 16,384 characters of headers; the patterns are paths of the code
  return new RegExp(`^${parts.join('')}$`, 's');
}
