/**
 * A small source folder with seven of the project's own categories and their columns: `aria` has a little of everything, `bora` one
 * long category, `cela` no documentation, `nemo` neither documentation nor a name besides its key.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { png, svg } from './images.ts';
import { projectFolder } from './paths.ts';
import type { Tree } from './source-tree.ts';

type Cell = string | boolean | readonly string[];
type Record_ = Readonly<Record<string, Cell>>;

/** Records -> CSV; the header is made of all their keys. */
export function toCsv(records: readonly Record_[]): string {
  const header = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = records.map((record) => header.map((key) => quote(record[key] ?? '')).join(','));
  return `${[header.join(','), ...lines].join('\n')}\n`;
}

function quote(cell: Cell): string {
  const text =
    typeof cell === 'object'
      ? JSON.stringify(cell)
      : String(cell).replace(/^(true|false)$/, (word) => word.toUpperCase());
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The project's own definition of a kind of thing. */
export function projectMeta(name: 'application' | 'categories' | 'columns'): string {
  return readFileSync(path.join(projectFolder, 'sources/meta', `${name}.csv`), 'utf8');
}

/** Each category takes a twentieth of the time of a build and of an opening. Agents, MCP servers and ramps have no rows. */
const categories: readonly (string | undefined)[] = [
  'agents',
  'apis',
  'explorers',
  'mcpservers',
  'ramps',
  'storages',
  'wallets',
];

function recordsOf(name: 'categories' | 'columns'): Record<string, string>[] {
  return parse(projectMeta(name), { columns: true });
}

/** The project's definitions of the columns of `categories`. */
function tinyColumns(): string {
  const inTiny = (list: string) =>
    list === '' ? '' : (JSON.parse(list) as string[]).filter((key) => categories.includes(key));
  const columns = recordsOf('columns').map((column) => ({
    ...column,
    categories: inTiny(column.categories ?? ''),
    requiredIn: inTiny(column.requiredIn ?? ''),
  }));
  return toCsv(columns.filter((column) => column.categories.length > 0));
}

const networks = toCsv([
  { key: 'aria', name: 'Aria', icon: '', docs: 'https://docs.aria.example/', chains: ['mainnet', 'testnet'] },
  { key: 'bora', name: 'bora & Co', icon: 'https://bora.example/logo.svg', docs: 'https://docs.bora.example/' },
  { key: 'cela', name: 'Cela', docs: 'https://docs.cela.example/' },
  { key: 'nemo', name: 'nemo', docs: 'https://docs.nemo.example/' },
]);

const providerNames = [
  '100% Node_s*',
  'Aardvark',
  'Alchemy',
  'Beacon',
  'bison',
  'Éclair Nodes',
  'Keyring',
  'Lens <Co> & "Sons"',
  'zephyr',
];

const bulkNames = Array.from({ length: 12 }, (_, index) => `Store ${String(index + 1).padStart(2, '0')}`);

const logos: Readonly<Record<string, string>> = { Alchemy: 'alchemy.png', Beacon: 'beacon.svg' };

const providers = toCsv(
  [...providerNames, ...bulkNames].map((name, index) => ({
    slug: `p${String(index).padStart(2, '0')}`,
    name,
    logoPath: logos[name] ?? '',
    description: '',
    website: '',
    docs: '',
    x: '',
    github: '',
    discord: '',
    telegram: '',
    linkedin: '',
    supportEmail: '',
    starred: '',
    tag: '',
  })),
);

const api = {
  planType: 'Tiered',
  apiType: 'RPC',
  technology: 'EVM JSON-RPC',
  chain: 'mainnet',
  starred: false,
  trial: false,
};

const ariaApis: readonly Record_[] = [
  {
    ...api,
    slug: 'aardvark-mainnet',
    provider: 'Aardvark',
    planName: 'Basic',
    planType: 'Free',
    accessPrice: 'Free',
    limitations: ['cheaper than zephyr', 'see the [terms](https://aardvark.example/secretpath)'],
    regions: ['Europe'],
  },
  {
    ...api,
    slug: 'alchemy-free-mainnet',
    provider: 'Alchemy',
    planName: 'Free',
    planType: 'Free',
    historicalData: 'Archive',
    accessPrice: '$0',
    availableApis: ['eth', '[debug](https://docs.alchemy.example/secretpath)'],
    regions: ['Europe', 'Asia'],
    actionButtons: ['[Docs](https://docs.alchemy.example/)', '[Send requests](/configurations/new)'],
  },
  {
    ...api,
    slug: 'alchemy-growth-mainnet',
    provider: 'Alchemy',
    planName: 'Growth',
    historicalData: 'Archive',
    accessPrice: '$49/mo (monthly plan),$42/mo (yearly plan)',
    queryPrice: '$0.83/1M CUs',
    starred: true,
    trial: true,
    regions: ['Europe', 'Asia', 'Africa'],
    uptimeSla: '99.9%',
    supportSla: '24/7',
  },
  {
    ...api,
    slug: 'alchemy-growth-testnet',
    provider: 'Alchemy',
    planName: 'Growth',
    chain: 'testnet',
    accessPrice: '$49/mo',
  },
  {
    ...api,
    slug: 'bison-mainnet',
    provider: 'bison',
    planName: "It's 5\\6",
    planType: 'Pay-as-you-go',
    accessPrice: 'Custom',
    trial: true,
    limitations: ['50% off', '<img src=x onerror=alert(1)>', '[press](https://hazard.example/)'],
  },
  {
    ...api,
    slug: 'eclair-mainnet',
    provider: 'Éclair Nodes',
    offer: 'Café crème',
    planName: 'growth',
    planType: 'Enterprise',
    accessPrice: 'up to $1499',
    regions: [],
    tag: ['Straße'],
  },
  {
    ...api,
    slug: 'lens-mainnet',
    provider: 'Lens <Co> & "Sons"',
    planName: '<blink>Bold</blink>',
    planType: 'Dedicated',
    technology: 'The Graph',
    apiType: 'Indexed Data',
    accessPrice: '$100/mo',
  },
  {
    ...api,
    slug: 'node-s-mainnet',
    provider: '100% Node_s*',
    planName: 'Mega plan',
    accessPrice: '$10/mo - $30/mo',
    availableApis: ['eth', 'net', 'web3'],
    regions: ['North America'],
  },
  {
    ...api,
    slug: 'zephyr-mainnet',
    provider: 'zephyr',
    planName: 'Pro',
    accessPrice: '$20/mo',
    uptimeSla: '99%',
    trial: true,
  },
  {
    ...api,
    slug: 'zephyr-testnet',
    provider: 'zephyr',
    planName: 'Pro',
    accessPrice: '$5/mo',
    chain: 'testnet',
    starred: true,
  },
];

const beacon = {
  slug: 'beacon-free',
  provider: 'Beacon',
  planName: 'Free',
  planType: 'Free',
  apiType: 'RPC',
  technology: 'Custom',
  accessPrice: '$1/mo',
  starred: false,
  trial: false,
};

const flags = [
  'openSource',
  'custodial',
  'mfa',
  'msig',
  'hardware',
  'keyExport',
  'native',
  'evm',
  'tendermint',
  'staking',
];
const wallet = { starred: false, ...Object.fromEntries(flags.map((flag) => [flag, false])) };

const ariaWallets: readonly Record_[] = [
  {
    ...wallet,
    slug: 'keyring-app',
    provider: 'Keyring',
    offer: 'Keyring App',
    openSource: true,
    evm: true,
    languages: ['en', 'fr'],
  },
  {
    ...wallet,
    slug: 'keyring-card',
    provider: 'Keyring',
    offer: 'Keyring Card',
    hardware: true,
    price: '$79',
    languages: ['en'],
  },
  { ...wallet, slug: 'zephyr-wallet', provider: 'zephyr', evm: true },
];

const explorer = {
  technology: 'Custom',
  chain: 'mainnet',
  starred: false,
  smartContractsVerifications: true,
  fullHistory: false,
};

const ariaExplorers: readonly Record_[] = [
  { ...explorer, slug: 'aardvark-scan', provider: 'Aardvark', pricing: 'Free' },
];

/** 123 rows of 12 providers: more than a page, and a count that is shown rounded. */
const boraStorages: readonly Record_[] = Array.from({ length: 123 }, (_, index) => ({
  slug: `store-${String(index).padStart(3, '0')}`,
  provider: bulkNames[index % bulkNames.length] ?? '',
  planName: `Plan ${index}`,
  planType: 'Tiered',
  toolType: 'Bucket',
  price: index % 5 === 0 ? 'Custom' : `$${(index * 37) % 100}/mo`,
  starred: index % 7 === 0,
}));

const specific = 'listings/specific-networks';

export const tinyTree: Tree = {
  'meta/categories.csv': toCsv(recordsOf('categories').filter(({ key }) => categories.includes(key))),
  'meta/columns.csv': tinyColumns(),
  'meta/networks.csv': networks,
  'references/providers/providers.csv': providers,
  'references/providers/images/alchemy.png': png,
  'references/providers/images/beacon.svg': svg,
  'references/offers/apis.csv': toCsv([beacon]),
  'listings/all-networks/apis.csv': toCsv([{ slug: 'beacon-free', offer: '!offer:beacon-free' }]),
  [`${specific}/aria/apis.csv`]: toCsv(ariaApis),
  [`${specific}/aria/wallets.csv`]: toCsv(ariaWallets),
  [`${specific}/aria/explorers.csv`]: toCsv(ariaExplorers),
  [`${specific}/bora/storages.csv`]: toCsv(boraStorages),
  [`${specific}/bora/explorers.csv`]: toCsv([{ ...explorer, slug: 'aardvark-scan', provider: 'Aardvark' }]),
  [`${specific}/cela/explorers.csv`]: toCsv([{ ...explorer, slug: 'aardvark-scan', provider: 'Aardvark' }]),
  [`${specific}/nemo/explorers.csv`]: toCsv([{ ...explorer, slug: 'aardvark-scan', provider: 'Aardvark' }]),
};

/** All categories and columns of the project. */
export const projectDefinitions: Tree = {
  'meta/categories.csv': projectMeta('categories'),
  'meta/columns.csv': projectMeta('columns'),
};

/** The same with one row more, for a second snapshot of the same network. */
export const grownTree: Tree = {
  ...tinyTree,
  [`${specific}/aria/apis.csv`]: toCsv([...ariaApis, { ...api, slug: 'keyring-mainnet', provider: 'Keyring' }]),
};
