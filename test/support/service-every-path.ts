/**
 * An address of every route of the site and of a network's toolbox, made from the tables of routes.
 */
import { isOmitted } from '../../service/api/address.ts';
import type { Route } from '../../service/http/context.ts';
import { pictureOf } from '../../service/pages/shared/picture-address.ts';
import {
  adminRoutes,
  listed,
  type RouteDeps,
  siteRoutes,
  toolboxRoutes,
} from '../../service/routes.ts';

/**
 * What `{name}` in a route stands for in the small sources, and what a route needs besides its
 * path.
 */
const examples: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    listed.pages.map(({ path, example }) => [path, isOmitted(example) ? path : example]),
  ),
  '/.well-known/agent-skills/{skill}/SKILL.md':
    '/.well-known/agent-skills/web3-infrastructure-directory/SKILL.md',
  '/icons/{file}': '/icons/aria.svg',
  '/assets/{file}': '/assets/style.css',
  '/logos/*file': '/logos/alchemy.png',
  '/data/*file': '/data/providers.parquet',
  '/api/facets': '/api/facets?category=apis',
  '/api/suggest': '/api/suggest?q=alchemy',
  '/api/infrastructure-providers/suggest': '/api/infrastructure-providers/suggest?q=alchemy',
  '/api/mcp-config': '/api/mcp-config?offer=alchemy-free-mainnet',
  '/api/infrastructure-providers/mcp-config':
    '/api/infrastructure-providers/mcp-config?offer=alchemy-free-mainnet',
  '/api/rpc-endpoint': '/api/rpc-endpoint?offer=alchemy-free-mainnet',
  '/api/infrastructure-providers/rpc-endpoint':
    '/api/infrastructure-providers/rpc-endpoint?offer=alchemy-free-mainnet',
  '/v0.1/servers/{serverName}/versions': '/v0.1/servers/etherscan-mcp/versions',
  '/v0.1/servers/{serverName}/versions/{version}': '/v0.1/servers/etherscan-mcp/versions/latest',
  '/api/search': '/api/search?q=alchemy',
  '/answer': '/answer?q=alchemy',
  '/answer.svg': '/answer.svg?q=alchemy',
  '/api/offers': '/api/offers?category=apis',
  '/api/providers/{slug}': '/api/providers/alchemy',
  '/api/networks/{key}': '/api/networks/aria',
  '/api/offers/{slug}': '/api/offers/alchemy-free-mainnet',
  '/mcp-gateway.{format}': '/mcp-gateway.json',
  '/search.md': '/search.md?q=alchemy',
  '/toolbox/{category}.md': '/toolbox/apis.md',
  '/providers/{slug}.md': '/providers/alchemy.md',
  '/compare': '/compare?category=apis&offer=alchemy-free-mainnet&offer=zephyr-mainnet',
  '/compare.png': '/compare.png?category=apis&offer=alchemy-free-mainnet&offer=zephyr-mainnet',
  '/compare.{format}':
    '/compare.json?category=apis&offer=alchemy-free-mainnet&offer=zephyr-mainnet',
  '/changes.{format}': '/changes.atom',
  '/api/export': '/api/export?category=apis&format=csv',
  '/api/infrastructure-providers/rows': '/api/infrastructure-providers/rows?category=apis',
  '/api/infrastructure-providers/facets': '/api/infrastructure-providers/facets?category=apis',
  '/api/infrastructure-providers/export':
    '/api/infrastructure-providers/export?category=apis&format=csv',
  '/api/infrastructure-providers/providers/{slug}':
    '/api/infrastructure-providers/providers/alchemy',
};

/**
 * Its address names a snapshot, so that it is another one in each test: files/kept-files.test.ts
 * has it.
 */
const ofSnapshot = '/snapshots/{id}/*file';

/**
 * Only the paths of the tables are read: no handler is called, and what makes one asks for no more
 * than this.
 */
const nothing = { urls: { onlyNetwork: null } } as RouteDeps;

export function everyPath(): string[] {
  const site = [...siteRoutes(nothing), ...adminRoutes(nothing)]
    .filter(({ path }) => path !== ofSnapshot)
    .map(exampleOf);
  const toolbox = toolboxRoutes(nothing).map((route) => `/networks/aria${exampleOf(route)}`);
  return [...site, ...toolbox];
}

function exampleOf({ path }: Pick<Route, 'path'>): string {
  const page = /^(\/toolbox\/.*|\/providers\/.*)\.png$/.exec(path)?.[1];
  const example =
    page === undefined ? (examples[path] ?? path) : pictureOf(exampleOf({ path: page }));
  if (/[{*]/.test(example))
    throw new Error(`no example of the route ${path}: add one to service-every-path.ts`);
  return example;
}
