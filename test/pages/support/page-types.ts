/** One address of each kind of page. */
export interface PageType {
  readonly name: string;
  readonly path: string;
  readonly status?: number;
}

const ethereum = '/networks/ethereum';

export const pageTypes: readonly PageType[] = [
  { name: 'home', path: '/' },
  { name: 'search', path: '/search?q=ethereum+archive' },
  { name: 'search-category', path: '/search?category=wallets' },
  { name: 'search-empty', path: '/search?q=nothing+of+this+kind' },
  { name: 'network', path: `${ethereum}/` },
  { name: 'toolbox', path: `${ethereum}/toolbox/apis` },
  {
    name: 'toolbox-filtered',
    path: `${ethereum}/toolbox/apis?f.planType=Free&f.planType=Tiered&f.accessPrice.max=100&sort=accessPrice&dir=desc`,
  },
  { name: 'toolbox-empty', path: `${ethereum}/toolbox/apis?search=qwerty&f.planType=Free` },
  { name: 'toolbox-wide', path: `${ethereum}/toolbox/apis?${columns()}` },
  { name: 'toolbox-wallets', path: `${ethereum}/toolbox/wallets` },
  { name: 'toolbox-picked', path: `${ethereum}/toolbox/wallets?pageSize=5&compare=brave-wallet&compare=metamask` },
  { name: 'toolbox-mcpservers', path: `${ethereum}/toolbox/mcpservers` },
  { name: 'providers', path: `${ethereum}/providers` },
  { name: 'profile', path: `${ethereum}/providers/alchemy` },
  { name: 'all-providers', path: '/providers' },
  { name: 'provider', path: '/providers/alchemy' },
  {
    name: 'compare',
    path: `${ethereum}/compare?category=wallets&offer=brave-wallet&offer=ledger&offer=metamask`,
  },
  {
    name: 'compare-servers',
    path: `${ethereum}/compare?category=mcpservers&offer=etherscan-mcp&offer=moralis-mcp&offer=coinbase-agentkit-mcp`,
  },
  {
    name: 'compare-endpoints',
    path: '/compare?category=apis&offer=publicnode-free-recent-state&offer=1rpc-starter-recent-state',
  },
  { name: 'compare-empty', path: `${ethereum}/compare?category=wallets` },
  { name: 'changes', path: '/changes' },
  { name: 'changes-network', path: `${ethereum}/changes?category=apis` },
  { name: 'data', path: '/data' },
  { name: 'snapshots', path: '/snapshots' },
  { name: 'about', path: '/about' },
  { name: 'mcp-gateway', path: '/mcp-gateway' },
  { name: 'not-found', path: `${ethereum}/toolbox/nothing`, status: 404 },
  { name: 'bad-request', path: `${ethereum}/toolbox/apis?page=0`, status: 400 },
];

/** Pages of one template have names that begin alike: `toolbox`, `toolbox-wide`. */
export function templateOf({ name }: PageType): string {
  return name.replace(/-.*/, '');
}

/** Directory pages with few providers have all kinds of controls, and load faster. */
export const testedPageTypes = pageTypes.map((type) =>
  !type.name.startsWith('toolbox') || /pageSize/.test(type.path)
    ? type
    : { ...type, path: `${type.path}${type.path.includes('?') ? '&' : '?'}pageSize=3` },
);

/** The first page of each template. */
export const firstOfTemplates = testedPageTypes.filter(
  (type, at, all) => all.findIndex((other) => templateOf(other) === templateOf(type)) === at,
);

function columns(): string {
  const keys = ['planType', 'historicalData', 'apiType', 'technology', 'chain', 'accessPrice', 'queryPrice', 'trial'];
  return [...keys, 'availableApis', 'limitations', 'regions', 'uptimeSla'].map((key) => `cols=${key}`).join('&');
}
