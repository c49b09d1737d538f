/** An address of every route of the site and of a network's toolbox, made from the tables of routes. */
import { type RouteDeps, siteRoutes, toolboxRoutes } from '../../service/routes/index.ts';

/** What `{name}` in a route stands for in the small sources, and what a route needs besides its path. */
const examples: Readonly<Record<string, string>> = {
  '/icons/{file}': '/icons/aria.svg',
  '/assets/{file}': '/assets/style.css',
  '/toolbox/{category}': '/toolbox/apis',
  '/api/infrastructure-providers/rows': '/api/infrastructure-providers/rows?category=apis',
  '/api/infrastructure-providers/facets': '/api/infrastructure-providers/facets?category=apis',
  '/api/infrastructure-providers/export': '/api/infrastructure-providers/export?category=apis&format=csv',
  '/api/infrastructure-providers/providers/{slug}': '/api/infrastructure-providers/providers/p02',
};

/** Only the paths of the tables are read: no handler is called, so none needs anything. */
const nothing = {} as RouteDeps;

export function everyPath(): string[] {
  const site = siteRoutes(nothing).map((route) => examples[route.path] ?? route.path);
  const toolbox = toolboxRoutes(nothing).map((route) => `/networks/aria${examples[route.path] ?? route.path}`);
  return [...site, ...toolbox];
}
