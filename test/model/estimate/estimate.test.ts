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
  readonly use: string | null;
  readonly limits: readonly string[];
  readonly technology: string | null | undefined;
  readonly history: string | null | undefined;
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
function cellsOf({ provider, fee, use, limits, technology, history }: Texts) {
  const numbers = (key: string, text: string | null) =>
    companionValues(column(key, 'string'), text === null ? null : readCell(key, text).stated);
  return {
    provider,
    technology: technology ?? 'EVM JSON-RPC',
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

/** Name, provider, fee, use, limits; technology and history if they matter. */
const plans = new Map(
  `
  alchemyFree: Alchemy | $0 | $0 | 30M CUs per month; 25 requests per second
  alchemy: Alchemy | $0 | $0.40/$0.45/1M CUs | 300 requests per second
  ankrFree: Ankr | $0 | $0 | 200M API credits per month; 30 requests per second
  ankr: Ankr | $0 | $0.10/1M API credits | 1,500 requests per second
  chainstack: Chainstack | $49/mo (monthly plan), $40/mo (yearly plan) | $15/1M extra requests | 20M requests per month; 250 requests per second; An archive call counts as 2 requests
  chainstackFree: Chainstack | $0 | $20/1M extra requests | 3M requests per month; 25 requests per second
  drpcFree: dRPC | $0 | $0 | 210M CUs per month
  drpc: dRPC | $0 | $6/1M requests | 5,000 requests per second
  dwellir: Dwellir | $49/mo | $5/1M extra responses | 25M responses per month; 100 responses per second
  dwellirFree: Dwellir | $0 | $0 | 20 responses per second; 100K responses per day
  etherscan: Etherscan | $199/mo | - | 10 calls per second; 200K calls per day | Etherscan
  getblock: GetBlock | $49/mo | $0.98/1M CUs | 50M CUs per month; 100 requests per second
  helius: Helius | $49/mo | - | 10M credits per month; 50 RPC requests per second | Solana JSON-RPC
  infura: Infura | $50/mo | - | 15M credits per day; 4,000 credits per second
  nownodes: NOWNodes | €200/mo (monthly plan), €2200/yr (yearly plan) | €10/1M extra requests | 30M requests per month
  nownodesPro: NOWNodes | €20 (monthly plan), €220 (yearly plan) | €50/€10/1M extra requests | 1M/30M reqs/mo; up to 3/up to 25 API keys
  speedynodes: SpeedyNodes | $0 + double RPS cost | - | 2 Total RPS; 2 WebSocket connections; Unlimited API credits
  quicknode: QuickNode | $49/mo (monthly plan), $42/mo (yearly plan) | $0.62/1M extra API credits | 80M API credits per month; 50 requests per second
  tatum: Tatum | $99/$139/$179/mo | - | 10M, 15M or 20M credits per month; 200 requests per second
  theGraph: The Graph | $0 | $20/1M queries | First 100K queries of a month are free | The Graph
  thirdweb: Thirdweb | $5/mo | $8/1M requests | 100 requests per second
  nOWNodes: NOWNodes | €20 (monthly plan), €220 (yearly plan) | - | 1M/30M reqs/mo; up to 3/up to 25 API keys
  speedyNodes: SpeedyNodes | $49/mo | - | 60 Total RPS; Unlimited API credits
  nOWNodes2: NOWNodes | €200/mo (monthly plan), €2200/yr (yearly plan) | €10/1M extra requests | 30M requests per month | - | Pruned
  nOWNodes3: NOWNodes | €200/mo (monthly plan), €2200/yr (yearly plan) | €10/1M extra requests | 30M requests per month | - | Archive
  nOWNodes4: NOWNodes | €200/mo (monthly plan), €2200/yr (yearly plan) | €10/1M extra requests | 30M requests per month | - | Recent-State
  quickNode: QuickNode | $49/mo (monthly plan), $42/mo (yearly plan) | $0.62/1M extra API credits | 80M API credits per month; 50 requests per second | Solana JSON-RPC
  1RPC: 1RPC | $9.90/mo (monthly plan), $8.33/mo (yearly plan) | $0 | -
  blockPI: BlockPI | $49 (package valid 60 days) | - | 500M RUs for 60 days
  blockPI2: BlockPI | $49 | - | 500M RUs for 60 days
  ankr2: Ankr | $49/mo | - | 5M reqs/mo; 10 reqs/mint
  ankr3: Ankr | approx. $49/mo | - | 5M reqs/mo
  dune: Dune | Custom | Custom | -
  tritonOne: Triton One | - | - | -
  base: Base | $0 | $0 | Rate limited
  goldsky: Goldsky | $37/mo | $40/1M stored entities | 50 queries per 10 seconds
  validationCloud: Validation Cloud | $0 | $0.50/$0.35/1M CUs | First 50M CUs of a month are free
  syndica: Syndica | $199/mo | - | 200M requests per month; 300 requests per second
  solana: Solana | $0 | $0 | 100 requests per 10 seconds per IP
  subQuery: SubQuery | $0 | 1.5K SQT/1M reqs | -
  tenderly: Tenderly | €50/mo | $10/1M requests | -
  blast: Blast | From $100/mo | $2/1M requests | 10M requests per month
  nodies: Nodies | up to $90/mo | - | Unlimited reqs/mo; Unlimited RPS
  cryptoAPIs: Crypto APIs | $49/$79/mo | - | 4M/7M req/mo
  settleMint: SettleMint | $10/50K RU | - | -
  llamaNodes: LlamaNodes | $0 | $4/1M requests | Unlimited reqs/mo
  llamaNodes2: LlamaNodes | $0 | $0.4/1M CUs | Unlimited reqs/mo
  moralis: Moralis | $49/mo | - | 500+ rps; 10M requests`
    .trim()
    .split('\n')
    .map((line): [string, Texts] => {
      const [, name = '', rest = ''] = /^ *(\w+): (.*)$/.exec(line) ?? [];
      const [provider = '', ...cells] = rest.split(' | ').map((cell) => (cell === '-' ? null : cell));
      const [fee = null, use = null, limits, technology, history] = cells;
      return [name, { provider: provider ?? '', fee, use, limits: limits?.split('; ') ?? [], technology, history }];
    }),
);
const planOf = (name: string) => plans.get(name) ?? assert.fail(name);

/** Plan, millions of calls, workload unless it is that of a backend, peak of a second => estimate. */
const cases = `
  # 0.5 x 26.6 = 13.3M of 30M CUs; 5 x 26.6 = 133M CUs.
  alchemyFree 0.5 => 0 USD exact
  alchemyFree 5 => too-small
  alchemyFree 0.5 backend 30 => too-slow
  # 133M CUs at 0.40 to 0.45; the wallet's call costs 21.9, the indexer's 36, that of archives 35.
  alchemy 5 => 53.2-59.85 USD range
  alchemy 1 wallet => 8.76-9.855 USD range
  alchemy 10 indexer => 144-162 USD range
  alchemy 2 archive => 28-31.5 USD range
  alchemy 5 backend 301 => too-slow
  # 200 credits a call: 200M credits are 1M calls.
  ankrFree 1 => 0 USD exact
  ankrFree 1.1 => too-small
  ankr 5 => 100 USD exact
  ankr 5 indexer 1500 => 100 USD exact
  # 5M above 20M at 15; calls of past states count twice.
  chainstack 20 => 49 USD exact
  chainstack 25 => 124 USD exact
  chainstack 12 archive => 109 USD exact
  chainstack 5 backend 251 => too-slow
  chainstackFree 3 => 0 USD exact
  chainstackFree 5 => 40 USD exact
  # 20 CUs a call: 210M are 10.5M calls.
  drpcFree 10.5 => 0 USD exact
  drpcFree 11 => too-small
  drpc 5 => 30 USD exact
  drpc 0.1 wallet => 0.6 USD exact
  dwellir 25 => 49 USD exact
  dwellir 30 => 74 USD exact
  dwellir 5 backend 120 => too-slow
  # 100,000 x 365 / 12 = 3.04M.
  dwellirFree 3 => 0 USD exact
  dwellirFree 3.1 => too-small
  # 200,000 x 365 / 12 = 6.08M.
  etherscan 6 => 199 USD exact
  etherscan 7 => too-small
  etherscan 1 backend 11 => too-slow
  getblock 5 => no-factor
  helius 10 => 49 USD exact
  helius 11 => too-small
  # 15M x 365 / 12 = 456M credits; 97.5, 91, 150 and 132.5 a call. 4,000 credits a second are 41 calls of the backend.
  infura 4.6 => 50 USD exact
  infura 5 => too-small
  infura 5 wallet => 50 USD exact
  infura 3.1 indexer => too-small
  infura 3.4 archive => 50 USD exact
  infura 1 backend 42 => too-slow
  infura 1 backend 41 => 50 USD exact
  nownodes 30 => 200 EUR exact
  nownodes 32.5 => 225 EUR exact
  # The plan includes 1M or 30M: of 5M, none or 4M at up to 50; of 32M, 2M at 10 or 31M at 50.
  nownodesPro 0.5 => 20 EUR exact
  nownodesPro 5 => 20-220 EUR range
  nownodesPro 32 => 40-1570 EUR range
  nOWNodes 5 => 20 EUR from
  # A month has 2.628M seconds: 5M requests are 1.9 a second, 6M are 2.3.
  speedynodes 5 => 0 USD from
  speedynodes 6 => too-slow
  speedyNodes 5 => 49 USD exact
  nOWNodes2 15 archive => no-archive
  nOWNodes3 15 archive => 200 EUR exact
  nOWNodes4 15 => 200 EUR exact
  # 20 credits a call: 80M are 4M calls; 1M calls more are 20M credits at 0.62.
  quicknode 4 => 49 USD exact
  quicknode 5 => 61.4 USD exact
  quicknode 50 indexer => 619.4 USD exact
  # On Solana 30 credits a call: 70M credits more.
  quickNode 5 => 92.4 USD exact
  tatum 5 => no-factor
  theGraph 0.1 => 0 USD exact
  theGraph 5 => 98 USD exact
  thirdweb 5 => 45 USD exact
  thirdweb 5 backend 150 => too-slow
  1RPC 1 => unknown-limit
  blockPI 1 => unread
  blockPI2 1 => no-period
  ankr2 1 => unread
  ankr3 1 => unread
  dune 1 => custom
  tritonOne 1 => no-price
  base 1 => unknown-limit
  goldsky 1 => no-factor
  validationCloud 1 => no-factor
  syndica 100 => 199 USD exact
  solana 1 => unknown-limit
  subQuery 2 => 3000 SQT exact
  tenderly 2 => other-currency
  blast 15 => 110 USD from
  nodies 900 wallet 9000 => 90 USD upTo
  cryptoAPIs 4 => 49 USD exact
  cryptoAPIs 5 => 49-79 USD range
  settleMint 5 => other-unit
  llamaNodes 5 => 20 USD exact
  llamaNodes2 5 => no-factor
  moralis 5 backend 900 => 49 USD exact`
  .trim()
  .split('\n')
  .filter((line) => !line.includes('#'));

describe('estimateCost', () => {
  it('is computed by hand for more than 60 cases of at least 20 providers', () => {
    assert.ok(cases.length >= 60);
    assert.ok(new Set(Array.from(plans.values(), ({ provider }) => provider)).size >= 20);
  });

  for (const line of cases)
    it(line, () => {
      const [given = '', expected] = line.trim().split(' => ');
      const [name = '', millions, preset = 'backend', peak] = given.split(' ');
      const found = estimate(
        planOf(name),
        Number(millions),
        preset as PresetName,
        peak === undefined ? null : Number(peak),
      );
      assert.equal(show(found), expected);
    });

  it('shows every step', () => {
    assert.deepEqual(
      estimate(planOf('quicknode'), 5, 'backend', 40).steps.map(({ kind, text }) => `${kind}: ${text}`),
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
      estimate(planOf('dwellirFree'), 4, 'backend', 10).steps.map(({ text }) => text),
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
    const found = estimateCost({ cells: cellsOf(planOf('alchemyFree')), workload, units });
    assert.equal(show(found), 'no-factor');
  });

  it('has presets whose shares sum up to 1', () => {
    for (const { mix, label } of Object.values(presets)) {
      const sum = Object.values<number>(mix).reduce((total, share) => total + share, 0);
      assert.equal(Number(sum.toFixed(9)), 1, label);
    }
  });
});
