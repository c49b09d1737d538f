/** An address of every page of the table of addresses, and of their states. */
import { isOmitted, isOn } from '../../../service/api/address.ts';
import { listed } from '../../../service/routes.ts';

export interface PageType {
  readonly name: string;
  readonly path: string;
  readonly status: number;
}

/** Every page at its example: `providers` of the site, `providers-network` of a network. */
const examples = listed.pages.flatMap((page): PageType[] => {
  const { name, example, on } = page;
  if (isOmitted(example)) return [];
  const ofSite = isOn(page, 'site') ? [{ name, path: example, status: 200 }] : [];
  const ofNetwork = isOn(page, 'network')
    ? [
        {
          name: on === 'both' ? `${name}-network` : name,
          path: `/networks/ethereum${example}`,
          status: 200,
        },
      ]
    : [];
  return [...ofSite, ...ofNetwork];
});

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

/** Pages in other states than at their examples. */
const states = `
  search-category /search?category=wallets
  search-empty /search?q=nothing+of+this+kind
  toolbox-filtered /networks/ethereum/toolbox/apis?f.planType=Free&f.planType=Tiered&f.accessPrice.max=100&sort=accessPrice&dir=desc
  toolbox-empty /networks/ethereum/toolbox/apis?search=qwerty&f.planType=Free
  toolbox-wide /networks/ethereum/toolbox/apis?${wider}
  toolbox-wallets /networks/ethereum/toolbox/wallets
  toolbox-picked /networks/ethereum/toolbox/wallets?pageSize=5&compare=brave-wallet&compare=metamask
  toolbox-mcpservers /networks/ethereum/toolbox/mcpservers
  compare-start /compare
  compare-servers /networks/ethereum/compare?category=mcpservers&offer=etherscan-mcp&offer=moralis-mcp&offer=coinbase-agentkit-mcp
  compare-endpoints /compare?category=apis&offer=publicnode-free-recent-state&offer=1rpc-starter-recent-state
  compare-empty /networks/ethereum/compare?category=wallets
  compare-providers /networks/ethereum/compare?category=apis&provider=alchemy&provider=chainstack
  changes-category /networks/ethereum/changes?category=apis
  not-found /networks/ethereum/toolbox/nothing 404
  bad-request /networks/ethereum/toolbox/apis?page=0 400`;

const stateTypes = states
  .trim()
  .split('\n')
  .map((line): PageType => {
    const [name = '', path = '', status = '200'] = line.trim().split(' ');
    return { name, path, status: Number(status) };
  });

export const pageTypes: readonly PageType[] = [...examples, ...stateTypes];

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
