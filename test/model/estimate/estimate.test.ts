/** Estimates that a person computed from the texts of 25 providers, with costs of calls that providers publish. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { companionValues } from '../../../model/companions.ts';
import { estimateCost } from '../../../model/estimate/estimate.ts';
import type { Estimate } from '../../../model/estimate/result.ts';
import { type UnitCost, unitCostSchema } from '../../../model/estimate/unit-costs.ts';
import { presets } from '../../../model/estimate/workloads.ts';
import { directoryText } from '../../support/directory.ts';
import { readCell } from '../../support/read-texts.ts';

type PresetName = keyof typeof presets;

/** Calls of the backend cost 26.6 CU at Alchemy and 97.5 credits at Infura; the other mixes are computed beside their cases. */
const units = readUnits();

function readUnits(): UnitCost[] {
  const text = directoryText('meta/units.csv');
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const keys = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => (cell === '' ? null : cell));
    return unitCostSchema.parse(Object.fromEntries(keys.map((key, at) => [key, cells[at]])));
  });
}

interface Texts {
  readonly provider: string;
  readonly fee: string | null;
  readonly use?: string | null;
  readonly limits?: readonly string[];
  readonly technology?: string;
  readonly history?: string;
}

const column = (key: string, valueKind: 'string' | 'array'): ColumnDefinition => {
  const nothing = { icon: null, description: null, pinning: null, cellType: null, itemKind: null, trueMeans: null };
  const numeric =
    valueKind === 'string' ? ({ filter: 'range', sorting: 'number' } as const) : { filter: null, sorting: null };
  return {
    ...nothing,
    ...numeric,
    key,
    label: key,
    valueKind,
    nullable: true,
    categories: [],
    requiredIn: [],
    core: true,
  };
};

/** The cells of a row with the numbers that the pipeline reads. */
function cellsOf({ provider, fee, use = null, limits = [], technology = 'EVM JSON-RPC', history }: Texts) {
  const numbers = (key: string, text: string | null) =>
    companionValues(column(key, 'string'), text === null ? null : readCell(key, text).stated);
  return {
    provider,
    technology,
    historicalData: history ?? null,
    accessPrice: fee,
    queryPrice: use,
    ...numbers('accessPrice', fee),
    ...numbers('queryPrice', use),
    ...companionValues(column('limitations', 'array'), readCell('limitations', limits.join('\n')).stated),
  };
}

function estimate(texts: Texts, millions: number, preset: PresetName = 'backend', peakPerSecond: number | null = null) {
  const { mix, isArchive } = presets[preset];
  const workload = { requestsPerMonth: millions * 1e6, peakPerSecond, mix, isArchive };
  return estimateCost({ cells: cellsOf(texts), workload, units });
}

function show(found: Estimate): string {
  if (found.kind === 'none') return found.reason;
  const { min, max, currency, bound } = found;
  return `${min === max ? min : `${min}-${max}`} ${currency} ${bound}`;
}

const alchemyFree: Texts = {
  provider: 'Alchemy',
  fee: '$0',
  use: '$0',
  limits: ['30M CUs per month', '25 requests per second'],
};
const alchemy: Texts = {
  provider: 'Alchemy',
  fee: '$0',
  use: '$0.40/$0.45/1M CUs',
  limits: ['300 requests per second'],
};
const ankrFree: Texts = {
  provider: 'Ankr',
  fee: '$0',
  use: '$0',
  limits: ['200M API credits per month', '30 requests per second'],
};
const ankr: Texts = { provider: 'Ankr', fee: '$0', use: '$0.10/1M API credits', limits: ['1,500 requests per second'] };
const growth = ['20M requests per month', '250 requests per second', 'An archive call counts as 2 requests'];
const chainstack: Texts = {
  provider: 'Chainstack',
  fee: '$49/mo (monthly plan), $40/mo (yearly plan)',
  use: '$15/1M extra requests',
  limits: growth,
};
const chainstackFree: Texts = {
  provider: 'Chainstack',
  fee: '$0',
  use: '$20/1M extra requests',
  limits: ['3M requests per month', '25 requests per second'],
};
const drpcFree: Texts = { provider: 'dRPC', fee: '$0', use: '$0', limits: ['210M CUs per month'] };
const drpc: Texts = { provider: 'dRPC', fee: '$0', use: '$6/1M requests', limits: ['5,000 requests per second'] };
const dwellir: Texts = {
  provider: 'Dwellir',
  fee: '$49/mo',
  use: '$5/1M extra responses',
  limits: ['25M responses per month', '100 responses per second'],
};
const dwellirFree: Texts = {
  provider: 'Dwellir',
  fee: '$0',
  use: '$0',
  limits: ['20 responses per second', '100K responses per day'],
};
const etherscan: Texts = {
  provider: 'Etherscan',
  fee: '$199/mo',
  limits: ['10 calls per second', '200K calls per day'],
  technology: 'Etherscan',
};
const getblock: Texts = {
  provider: 'GetBlock',
  fee: '$49/mo',
  use: '$0.98/1M CUs',
  limits: ['50M CUs per month', '100 requests per second'],
};
const helius: Texts = {
  provider: 'Helius',
  fee: '$49/mo',
  limits: ['10M credits per month', '50 RPC requests per second'],
  technology: 'Solana JSON-RPC',
};
const infura: Texts = {
  provider: 'Infura',
  fee: '$50/mo',
  limits: ['15M credits per day', '4,000 credits per second'],
};
const nownodes: Texts = {
  provider: 'NOWNodes',
  fee: '€200/mo (monthly plan), €2200/yr (yearly plan)',
  use: '€10/1M extra requests',
  limits: ['30M requests per month'],
};
const nownodesPro: Texts = {
  provider: 'NOWNodes',
  fee: '€20 (monthly plan), €220 (yearly plan)',
  use: '€50/€10/1M extra requests',
  limits: ['1M/30M reqs/mo', 'up to 3/up to 25 API keys'],
};
const speedynodes: Texts = {
  provider: 'SpeedyNodes',
  fee: '$0 + double RPS cost',
  limits: ['2 Total RPS', '2 WebSocket connections', 'Unlimited API credits'],
};
const quicknode: Texts = {
  provider: 'QuickNode',
  fee: '$49/mo (monthly plan), $42/mo (yearly plan)',
  use: '$0.62/1M extra API credits',
  limits: ['80M API credits per month', '50 requests per second'],
};
const tatum: Texts = {
  provider: 'Tatum',
  fee: '$99/$139/$179/mo',
  limits: ['10M, 15M or 20M credits per month', '200 requests per second'],
};
const theGraph: Texts = {
  provider: 'The Graph',
  fee: '$0',
  use: '$20/1M queries',
  limits: ['First 100K queries of a month are free'],
  technology: 'The Graph',
};
const thirdweb: Texts = {
  provider: 'Thirdweb',
  fee: '$5/mo',
  use: '$8/1M requests',
  limits: ['100 requests per second'],
};

type Case = readonly [texts: Texts, millions: number, expected: string, preset?: PresetName, peak?: number];

const cases: readonly Case[] = [
  // 0.5 x 26.6 = 13.3M of 30M CUs; 5 x 26.6 = 133M CUs.
  [alchemyFree, 0.5, '0 USD exact'],
  [alchemyFree, 5, 'too-small'],
  [alchemyFree, 0.5, 'too-slow', 'backend', 30],
  // 133M CUs at 0.40 to 0.45; the wallet's call costs 21.9, the indexer's 36, that of archives 35.
  [alchemy, 5, '53.2-59.85 USD range'],
  [alchemy, 1, '8.76-9.855 USD range', 'wallet'],
  [alchemy, 10, '144-162 USD range', 'indexer'],
  [alchemy, 2, '28-31.5 USD range', 'archive'],
  [alchemy, 5, 'too-slow', 'backend', 301],
  // 200 credits a call: 200M credits are 1M calls.
  [ankrFree, 1, '0 USD exact'],
  [ankrFree, 1.1, 'too-small'],
  [ankr, 5, '100 USD exact'],
  [ankr, 5, '100 USD exact', 'indexer', 1500],
  // 5M above 20M at 15; calls of past states count twice.
  [chainstack, 20, '49 USD exact'],
  [chainstack, 25, '124 USD exact'],
  [chainstack, 12, '109 USD exact', 'archive'],
  [chainstack, 5, 'too-slow', 'backend', 251],
  [chainstackFree, 3, '0 USD exact'],
  [chainstackFree, 5, '40 USD exact'],
  // 20 CUs a call: 210M are 10.5M calls.
  [drpcFree, 10.5, '0 USD exact'],
  [drpcFree, 11, 'too-small'],
  [drpc, 5, '30 USD exact'],
  [drpc, 0.1, '0.6 USD exact', 'wallet'],
  [dwellir, 25, '49 USD exact'],
  [dwellir, 30, '74 USD exact'],
  [dwellir, 5, 'too-slow', 'backend', 120],
  // 100,000 x 365 / 12 = 3.04M.
  [dwellirFree, 3, '0 USD exact'],
  [dwellirFree, 3.1, 'too-small'],
  // 200,000 x 365 / 12 = 6.08M.
  [etherscan, 6, '199 USD exact'],
  [etherscan, 7, 'too-small'],
  [etherscan, 1, 'too-slow', 'backend', 11],
  [getblock, 5, 'no-factor'],
  [helius, 10, '49 USD exact'],
  [helius, 11, 'too-small'],
  // 15M x 365 / 12 = 456M credits; 97.5, 91, 150 and 132.5 a call. 4,000 credits a second are 41 calls of the backend.
  [infura, 4.6, '50 USD exact'],
  [infura, 5, 'too-small'],
  [infura, 5, '50 USD exact', 'wallet'],
  [infura, 3.1, 'too-small', 'indexer'],
  [infura, 3.4, '50 USD exact', 'archive'],
  [infura, 1, 'too-slow', 'backend', 42],
  [infura, 1, '50 USD exact', 'backend', 41],
  [nownodes, 30, '200 EUR exact'],
  [nownodes, 32.5, '225 EUR exact'],
  // The plan includes 1M or 30M: of 5M, none or 4M at up to 50; of 32M, 2M at 10 or 31M at 50.
  [nownodesPro, 0.5, '20 EUR exact'],
  [nownodesPro, 5, '20-220 EUR range'],
  [nownodesPro, 32, '40-1570 EUR range'],
  [{ ...nownodesPro, use: null }, 5, '20 EUR from'],
  // A month has 2.628M seconds: 5M requests are 1.9 a second, 6M are 2.3.
  [speedynodes, 5, '0 USD from'],
  [speedynodes, 6, 'too-slow'],
  [{ ...speedynodes, fee: '$49/mo', limits: ['60 Total RPS', 'Unlimited API credits'] }, 5, '49 USD exact'],
  [{ ...nownodes, history: 'Pruned' }, 15, 'no-archive', 'archive'],
  [{ ...nownodes, history: 'Archive' }, 15, '200 EUR exact', 'archive'],
  [{ ...nownodes, history: 'Recent-State' }, 15, '200 EUR exact'],
  // 20 credits a call: 80M are 4M calls; 1M calls more are 20M credits at 0.62.
  [quicknode, 4, '49 USD exact'],
  [quicknode, 5, '61.4 USD exact'],
  [quicknode, 50, '619.4 USD exact', 'indexer'],
  // On Solana 30 credits a call: 70M credits more.
  [{ ...quicknode, technology: 'Solana JSON-RPC' }, 5, '92.4 USD exact'],
  [tatum, 5, 'no-factor'],
  [theGraph, 0.1, '0 USD exact'],
  [theGraph, 5, '98 USD exact'],
  [thirdweb, 5, '45 USD exact'],
  [thirdweb, 5, 'too-slow', 'backend', 150],
  [{ provider: '1RPC', fee: '$9.90/mo (monthly plan), $8.33/mo (yearly plan)', use: '$0' }, 1, 'unknown-limit'],
  [{ provider: 'BlockPI', fee: '$49 (package valid 60 days)', limits: ['500M RUs for 60 days'] }, 1, 'unread'],
  [{ provider: 'BlockPI', fee: '$49', limits: ['500M RUs for 60 days'] }, 1, 'no-period'],
  [{ provider: 'Ankr', fee: '$49/mo', limits: ['5M reqs/mo', '10 reqs/mint'] }, 1, 'unread'],
  [{ provider: 'Ankr', fee: 'approx. $49/mo', limits: ['5M reqs/mo'] }, 1, 'unread'],
  [{ provider: 'Dune', fee: 'Custom', use: 'Custom' }, 1, 'custom'],
  [{ provider: 'Triton One', fee: null }, 1, 'no-price'],
  [{ provider: 'Base', fee: '$0', use: '$0', limits: ['Rate limited'] }, 1, 'unknown-limit'],
  [
    { provider: 'Goldsky', fee: '$37/mo', use: '$40/1M stored entities', limits: ['50 queries per 10 seconds'] },
    1,
    'no-factor',
  ],
  [
    {
      provider: 'Validation Cloud',
      fee: '$0',
      use: '$0.50/$0.35/1M CUs',
      limits: ['First 50M CUs of a month are free'],
    },
    1,
    'no-factor',
  ],
  [
    { provider: 'Syndica', fee: '$199/mo', limits: ['200M requests per month', '300 requests per second'] },
    100,
    '199 USD exact',
  ],
  [{ provider: 'Solana', fee: '$0', use: '$0', limits: ['100 requests per 10 seconds per IP'] }, 1, 'unknown-limit'],
  [{ provider: 'SubQuery', fee: '$0', use: '1.5K SQT/1M reqs' }, 2, '3000 SQT exact'],
  [{ provider: 'Tenderly', fee: '€50/mo', use: '$10/1M requests' }, 2, 'other-currency'],
  [
    { provider: 'Blast', fee: 'From $100/mo', use: '$2/1M requests', limits: ['10M requests per month'] },
    15,
    '110 USD from',
  ],
  [
    { provider: 'Nodies', fee: 'up to $90/mo', limits: ['Unlimited reqs/mo', 'Unlimited RPS'] },
    900,
    '90 USD upTo',
    'wallet',
    9000,
  ],
  [{ provider: 'Crypto APIs', fee: '$49/$79/mo', limits: ['4M/7M req/mo'] }, 4, '49 USD exact'],
  [{ provider: 'Crypto APIs', fee: '$49/$79/mo', limits: ['4M/7M req/mo'] }, 5, '49-79 USD range'],
  [{ provider: 'SettleMint', fee: '$10/50K RU' }, 5, 'other-unit'],
  [{ provider: 'LlamaNodes', fee: '$0', use: '$4/1M requests', limits: ['Unlimited reqs/mo'] }, 5, '20 USD exact'],
  [{ provider: 'LlamaNodes', fee: '$0', use: '$0.4/1M CUs', limits: ['Unlimited reqs/mo'] }, 5, 'no-factor'],
  [{ provider: 'Moralis', fee: '$49/mo', limits: ['500+ rps', '10M requests'] }, 5, '49 USD exact', 'backend', 900],
];

describe('estimateCost', () => {
  it('is computed by hand for more than 60 cases of at least 20 providers', () => {
    assert.ok(cases.length >= 60);
    assert.ok(new Set(cases.map(([{ provider }]) => provider)).size >= 20);
  });

  for (const [texts, millions, expected, preset = 'backend', peak = null] of cases) {
    const speed = peak === null ? '' : `, ${peak} a second`;
    it(`${texts.provider} ${texts.fee}: ${millions}M calls of ${preset}${speed}`, () => {
      assert.equal(show(estimate(texts, millions, preset, peak)), expected);
    });
  }

  it('shows every step', () => {
    assert.deepEqual(
      estimate(quicknode, 5, 'backend', 40).steps.map(({ kind, text }) => `${kind}: ${text}`),
      [
        'fee: The plan costs $49/mo (monthly plan), $42/mo (yearly plan).',
        'rate: The plan allows 50 requests per second; 40 are needed.',
        'included: The plan includes 80,000,000 credits/month.',
        'need: 100,000,000 credits a month are needed.',
        'overage: 20 million credits beyond the plan cost $0.62/1M extra API credits.',
        'total: 61.4 USD a month.',
      ],
    );
    assert.deepEqual(
      estimate(dwellirFree, 4, 'backend', 10).steps.map(({ text }) => text),
      [
        'The plan costs $0.',
        'The plan allows 20 responses per second; 10 are needed.',
        'The plan includes 100,000 responses/day: 3,041,666 a month if use is even.',
        '4,000,000 responses a month are needed.',
      ],
    );
  });

  it('counts nothing in a unit whose cost is known for some calls only', () => {
    const mix = { eth_call: 0.5, eth_somethingNew: 0.5 };
    const workload = { requestsPerMonth: 1, peakPerSecond: null, mix, isArchive: false };
    const found = estimateCost({ cells: cellsOf(alchemyFree), workload, units });
    assert.equal(show(found), 'no-factor');
  });

  it('has presets whose shares sum up to 1', () => {
    for (const { mix, label } of Object.values(presets)) {
      const sum = Object.values<number>(mix).reduce((total, share) => total + share, 0);
      assert.equal(Number(sum.toFixed(9)), 1, label);
    }
  });
});
