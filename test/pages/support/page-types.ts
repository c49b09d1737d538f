/** One address of each kind of page. */
export interface PageType {
  readonly name: string;
  readonly path: string;
  readonly status: number;
}

const wide = [
  'planType',
  'historicalData',
  'apiType',
  'technology',
  'chain',
  'accessPrice',
  'queryPrice',
  'trial',
];
const wider = [...wide, 'availableApis', 'limitations', 'regions', 'uptimeSla']
  .map((key) => `cols=${key}`)
  .join('&');

const table = `
  home /
  search /search?q=ethereum+archive
  search-category /search?category=wallets
  search-empty /search?q=nothing+of+this+kind
  network /networks/ethereum/
  toolbox /networks/ethereum/toolbox/apis
  toolbox-filtered /networks/ethereum/toolbox/apis?f.planType=Free&f.planType=Tiered&f.accessPrice.max=100&sort=accessPrice&dir=desc
  toolbox-empty /networks/ethereum/toolbox/apis?search=qwerty&f.planType=Free
  toolbox-wide /networks/ethereum/toolbox/apis?${wider}
  toolbox-wallets /networks/ethereum/toolbox/wallets
  toolbox-picked /networks/ethereum/toolbox/wallets?pageSize=5&compare=brave-wallet&compare=metamask
  toolbox-mcpservers /networks/ethereum/toolbox/mcpservers
  providers /networks/ethereum/providers
  profile /networks/ethereum/providers/alchemy
  all-providers /providers
  provider /providers/alchemy
  compare /networks/ethereum/compare?category=wallets&offer=brave-wallet&offer=ledger&offer=metamask
  compare-servers /networks/ethereum/compare?category=mcpservers&offer=etherscan-mcp&offer=moralis-mcp&offer=coinbase-agentkit-mcp
  compare-endpoints /compare?category=apis&offer=publicnode-free-recent-state&offer=1rpc-starter-recent-state
  compare-empty /networks/ethereum/compare?category=wallets
  compare-providers /networks/ethereum/compare?category=apis&provider=alchemy&provider=chainstack
  compare-start /compare
  changes /changes
  changes-network /networks/ethereum/changes?category=apis
  data /data
  sql /data/sql
  snapshots /snapshots
  about /about
  mcp-gateway /mcp-gateway
  not-found /networks/ethereum/toolbox/nothing 404
  bad-request /networks/ethereum/toolbox/apis?page=0 400`;

export const pageTypes: readonly PageType[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', path = '', status = '200'] = line.trim().split(' ');
    return { name, path, status: Number(status) };
  });

/** Pages of one template have names that begin alike: `toolbox`, `toolbox-wide`. */
export function templateOf({ name }: PageType): string {
  return name.replace(/-.*/, '');
}

/** Directory pages with few providers have all kinds of controls, and load faster. */
export const testedPageTypes = pageTypes.map((type) => {
  if (!type.name.startsWith('toolbox') || /pageSize/.test(type.path)) return type;
  return { ...type, path: `${type.path}${type.path.includes('?') ? '&' : '?'}pageSize=3` };
});

/** The first page of each template. */
export const firstOfTemplates = testedPageTypes.filter(
  (type, at, all) => all.findIndex((other) => templateOf(other) === templateOf(type)) === at,
);
