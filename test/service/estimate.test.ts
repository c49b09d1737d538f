/**
 * Estimates that a person computed from the texts of 25 providers, with costs of calls that
 * providers publish.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type ColumnDefinition, statedBefore } from '../../model/columns.ts';
import { companionValues } from '../../model/companions.ts';
import { isUnitCost, type UnitCost, unitCostSchema } from '../../model/unit-costs.ts';
import { compareEstimates, spanOf } from '../../service/answers/compare-estimates.ts';
import { isPaidOnce } from '../../service/answers/estimates.ts';
import { priceModel } from '../../service/estimate/estimate.ts';
import { readOffer } from '../../service/estimate/offer.ts';
import {
  type Bound,
  lackOf,
  missingFact,
  type Result,
  type Step,
  stateOf,
} from '../../service/estimate/result.ts';
import { callCost } from '../../service/estimate/units.ts';
import { presets, type Workload } from '../../service/estimate/workloads.ts';
import { directoryText } from '../support/directory.ts';
import { assertGolden } from '../support/golden.ts';
import { projectFolder } from '../support/paths.ts';
import { readCell } from '../support/read-texts.ts';

type PresetName = keyof typeof presets;

/**
 * Calls of the backend cost 26.6 CU at Alchemy and 97.5 credits at Infura; the other mixes are
 * computed beside their cases.
 */
const units = readUnits();

function readUnits(): UnitCost[] {
  const text = directoryText('meta/units.csv');
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const keys = header.split(',');
  const read = lines.map((line) => {
    const cells = line.split(',').map((cell) => (cell === '' ? null : cell));
    return unitCostSchema.parse(Object.fromEntries(keys.map((key, at) => [key, cells[at]])));
  });
  return read.filter(isUnitCost);
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
  const nothing = {
    icon: null,
    description: null,
    pinning: null,
    cellType: null,
    itemKind: null,
    trueMeans: null,
    states: null,
    unit: null,
    role: null,
    ...statedBefore.get(key),
  };
  const numeric =
    valueKind === 'string'
      ? ({ filter: 'range', sorting: 'number' } as const)
      : { filter: null, sorting: null };
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

const companionsOf = (own: ColumnDefinition, { stated, unread }: ReturnType<typeof readCell>) =>
  companionValues(own, stated, unread);

/** The cells of a row with the numbers that the pipeline reads. */
function cellsOf({ provider, fee, use, limits, technology, history }: Texts) {
  const numbers = (key: string, text: string | null) =>
    text === null ? {} : companionsOf(column(key, 'string'), readCell(key, text));
  return {
    provider,
    technology: technology ?? 'EVM JSON-RPC',
    limitations: limits,
    historicalData: history ?? null,
    accessPrice: fee,
    queryPrice: use,
    ...numbers('accessPrice', fee),
    ...numbers('queryPrice', use),
    ...companionsOf(column('limitations', 'array'), readCell('limitations', limits.join('\n'))),
  };
}

function estimate(
  texts: Texts,
  millions: number,
  preset: PresetName = 'backend',
  peakPerSecond: number | null = null,
) {
  const { mix, isArchive } = presets[preset];
  const workload = { requestsPerMonth: millions * 1e6, peakPerSecond, mix, isArchive };
  return estimateOf(texts, workload);
}

const columns = {
  fee: 'accessPrice',
  use: 'queryPrice',
  limits: 'limitations',
  history: 'historicalData',
};

type Estimate = Result & { readonly steps: readonly Step[] };

function estimateOf(texts: Texts, workload: Workload): Estimate {
  const steps: Step[] = [];
  const offer = readOffer(cellsOf(texts), cellsOf(texts), columns);
  return {
    ...priceModel({ offer, workload, units })(workload, steps),
    steps,
  };
}

function show(found: Estimate): string {
  if (found.kind === 'none') return found.reason;
  const { min, max, currency, bound } = found;
  return `${min === max ? min : `${min}-${max}`} ${currency} ${bound}`;
}

const table = readFileSync(path.join(projectFolder, 'test/fixtures/estimates.txt'), 'utf8').replace(
  /^#.*\n/gm,
  '',
);
const [plansText = '', casesText = ''] = table.trimEnd().split('\n\n');

/** Technology and history are stated if they matter. */
const plans = new Map(
  plansText.split('\n').map((line): [string, Texts] => {
    const [, name = '', rest = ''] = /^ *(\w+): (.*)$/.exec(line) ?? [];
    const [provider = '', ...cells] = rest.split(' | ').map((cell) => (cell === '-' ? null : cell));
    const [fee = null, use = null, limits, technology, history] = cells;
    return [
      name,
      {
        provider: provider ?? '',
        fee,
        use,
        limits: limits?.split('; ') ?? [],
        technology,
        history,
      },
    ];
  }),
);
const planOf = (name: string) => plans.get(name) ?? assert.fail(name);

const cases = casesText.split('\n');

describe('priceModel', () => {
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
      estimate(planOf('quicknode'), 5, 'backend', 40).steps.map(
        ({ kind, text }) => `${kind}: ${text}`,
      ),
      [
        'fee: The plan costs $49/mo (monthly plan), $42/mo (yearly plan). If 12 months are paid at once, it costs 42 a month.',
        'rate: The plan allows 50 requests per second; 40 are needed.',
        'included: The plan includes 80,000,000 credits/month.',
        'factor: A call of the workload counts as 20 credits.',
        'need: 100,000,000 credits a month are needed.',
        'overage: 20 million credits beyond the plan cost $0.62/1M extra API credits.',
        'total: 61.4 USD a month = 49 + 20M credits x 0.62/1M: 5M requests x 20 credits = 100M credits, 80M included.',
      ],
    );
    const tiered = { ...planOf('quicknode'), fee: '$49/mo, free' };
    assert.equal(estimate(tiered, 5, 'backend', 40).steps[0]?.text, 'The plan costs $49/mo, free.');
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
    const found = estimateOf(planOf('alchemyFree'), workload);
    assert.equal(show(found), 'no-factor');
  });

  it('has no estimate for a plan that has ended, or begins later', () => {
    const volume = { requestsPerMonth: 1, peakPerSecond: null };
    const workload = { ...presets.backend, ...volume };
    for (const availability of ['Ended', 'Announced']) {
      const offer = readOffer(
        { ...cellsOf(planOf('alchemyFree')), availability },
        cellsOf(planOf('alchemyFree')),
        columns,
      );
      const found = priceModel({ offer, workload, units })(volume);
      assert.equal(found.kind === 'none' && found.reason, 'not-offered');
    }
  });

  it('has presets whose shares sum up to 1', () => {
    for (const { mix, label } of Object.values(presets)) {
      const sum = Object.values<number>(mix).reduce((total, share) => total + share, 0);
      assert.equal(Number(sum.toFixed(9)), 1, label);
    }
  });
});

it('reads which limits hold for any number of networks', () => {
  const terms = { network: 'network', networks: 'networks' };
  const limits = ['Unlimited networks', 'any network', 'Up to 3 networks', 'Unlimited projects'];
  assert.deepEqual(
    limits.filter((item) => isPaidOnce(['1M requests', item], terms)),
    ['Unlimited networks', 'any network'],
  );
});

it('counts a call by the closest of the lines that there are', () => {
  const names = ['debug_traceCall archive', 'debug_traceCall', 'debug_*', 'archive', '*'];
  const lines = names.map((call, at) => {
    const [technology, source, readOn] = [null, '', '2026-11-29'];
    return { provider: 'Acme', unit: 'credits', technology, call, cost: at + 1, source, readOn };
  });
  const asked = { provider: 'Acme', unit: 'credits', technology: null };
  const costs = (isArchive: boolean) =>
    lines.map((_, from) =>
      callCost(asked, { mix: { debug_traceCall: 1 }, isArchive }, lines.slice(from)),
    );
  const expected = (...costs: readonly number[]) =>
    costs.map((perCall) => ({ perCall, source: '' }));
  assert.deepEqual(costs(true), expected(1, 2, 3, 4, 5));
  assert.deepEqual(costs(false), expected(2, 2, 3, 5, 5));
});

it('plans are in the order of what they cost at least, then of what they may cost', () => {
  const cost = (min: number, max: number, bound: Bound = 'range') =>
    ({ kind: 'cost', min, max, currency: 'USD', bound, missing: null, detail: null }) as const;
  const costs = [cost(441.5, 441.5), cost(425.6, 478.8), cost(425.6, 425.6, 'from'), cost(9, 900)];
  assert.deepEqual(
    costs.toSorted(compareEstimates).map(({ min, max }) => `${min}-${max}`),
    ['9-900', '425.6-425.6', '425.6-478.8', '441.5-441.5'],
  );
  const none = { kind: 'none', reason: 'no-price', detail: null } as unknown as Result;
  const dear = cost(500, 500);
  assert.deepEqual(
    [compareEstimates(dear, none), compareEstimates(none, dear), compareEstimates(none, none)],
    [-1, 1, 0],
  );
});

it('gives the span of listings that differ', () => {
  const cost = (min: number, max: number, bound: Bound, more = {}): Result => {
    const rest = { currency: 'USD', missing: null, detail: null, ...more };
    return { kind: 'cost', min, max, bound, ...rest };
  };
  const none: Result = { kind: 'none', reason: 'no-price', detail: null };
  const [exact, other] = [cost(20, 20, 'exact'), cost(90, 90, 'exact')];
  const [from, upTo] = [cost(50, 60, 'from'), cost(90, 90, 'upTo')];
  const euros = cost(30, 30, 'exact', { currency: 'EUR' });
  const free = cost(0, 0, 'exact');
  const unsure = cost(20, 20, 'exact', { missing: 'unknown-rate', detail: 'a' });
  const shown = (...estimates: readonly Result[]) => {
    const span = spanOf(estimates);
    if (span.kind === 'none') return span.reason;
    const { bound, min, max, currency, missing } = span;
    return `${bound} ${min} ${max} ${currency}${missing === null ? '' : ` ${missing}`}`;
  };
  assert.deepEqual(
    [
      ...[shown(exact, exact), shown(exact, other), shown(exact, from), shown(from, other)],
      ...[shown(exact, upTo), shown(upTo, upTo), shown(from, upTo), shown(free, euros)],
      ...[shown(exact, euros), shown(exact, none), shown(other, unsure)],
    ],
    [
      ...['exact 20 20 USD', 'range 20 90 USD', 'from 20 60 USD', 'from 50 90 USD'],
      ...['upTo 90 90 USD', 'upTo 90 90 USD', 'from 0 0 USD', 'range 0 30 EUR'],
      ...['other-currency', 'no-price', 'range 20 90 USD unknown-rate'],
    ],
  );
});

/** Plans of every kind, each with several workloads; test/golden/estimates.txt has all steps. */
const fees = ['$49/mo', '$0', '$49', '€20/mo', 'Free', '$120/yr', '$99/mo', 'Custom', null];
const uses = ['$5/1M requests', '$0.4/1M CUs', '€2/1M requests', '$5/1M extra requests', null];
const limits = [
  ['10M requests per month'],
  ['300K requests per day'],
  ['30M CUs per month'],
  ['5M/20M requests per month', '25 requests per second'],
  ['Unlimited requests'],
  ['10M requests'],
  ['100K requests per day', '5M requests per month'],
  ['10M requests per month', '1 requests per second'],
  ['20M requests per month', '60M CUs per month'],
  ['a few requests per eon'],
  ['3 apps'],
  [],
];
const histories = ['Archive', 'Recent state', 'Archive', null];
const technologies = [null, null, null, null, null, null, 'Solana JSON-RPC'];
const averages = [
  { requestsPerMonth: 1_000_000, peakPerSecond: null, ...presets.backend },
  { requestsPerMonth: 40_000_000, peakPerSecond: null, ...presets.indexer },
  { requestsPerMonth: 90_000_000, peakPerSecond: null, ...presets.wallet },
  { requestsPerMonth: 9_000_000, peakPerSecond: 40, ...presets.archive },
  { requestsPerMonth: 40_000_000, peakPerSecond: 2, ...presets.backend },
] as const;

const pick = <T>(list: readonly (T | null)[], at: number): T | null =>
  list[at % list.length] ?? null;

/** Facts of each list in turn. */
const planAt = (at: number, turn: number): Texts => ({
  provider: pick(['ALCHEMY', 'Infura', 'Nobody'], at) ?? '',
  fee: pick(fees, at),
  use: pick(uses, at + turn),
  limits: limits[turn] ?? [],
  technology: pick(technologies, at),
  history: pick(histories, at + turn),
});

/** Two facts that act together, or an amount at its bound. */
const edges: readonly (readonly [Partial<Texts>, requests: number, peak: number | null])[] = [
  [{ fee: '$0-$99/mo', limits: ['10M requests per month'] }, 1, 5],
  [{ use: '$5 or so per eon', limits: ['10M requests per month'] }, 40, 5],
  [{ fee: 'up to $90/mo', limits: ['10M requests per month'] }, 1, 5],
  [{ limits: ['100K requests per day', '2M requests per month'] }, 2, null],
  [{ limits: ['10M requests per month', '5 requests per second'] }, 10, 5],
  [{ limits: ['10M requests per month', '5 requests per second'] }, 1, 6],
  [{ use: '€0/1M requests', limits: ['10M requests per month'] }, 40, null],
  [{ fee: 'From $49/mo', use: '$20/1M requests over free plan' }, 40, null],
  [{ limits: ['5M/20M requests per month'] }, 10, null],
  [{ fee: '$4 per hour', use: '$1/1M requests', limits: ['5M requests per month'] }, 6, null],
];

describe('plans of every kind', () => {
  const toldOf = (plan: Texts, workload: Workload) => {
    const { steps, ...result } = estimateOf(plan, workload);
    const { requestsPerMonth, peakPerSecond, isArchive } = workload;
    const asked = JSON.stringify([requestsPerMonth, peakPerSecond, isArchive]);
    const told = [
      `${JSON.stringify(Object.values(plan))} ${asked}`,
      `  ${JSON.stringify(result)}`,
      ...steps.map(({ kind, text }) => `  ${kind}: ${text}`),
    ];
    return { result, text: told.join('\n') };
  };

  it('cost this much, by these steps', async () => {
    const told = limits.flatMap((_, turn) =>
      averages.map(
        (average, column) => toldOf(planAt(turn * averages.length + column, turn), average).text,
      ),
    );
    const plan: Texts = { ...planAt(0, 0), use: null, limits: [] };
    const toldOfEdges = edges.flatMap(([facts, millions, peakPerSecond]) =>
      (peakPerSecond === null ? [presets.backend] : [presets.backend, presets.archive]).map(
        (preset) => {
          const volume = { requestsPerMonth: millions * 1e6, peakPerSecond };
          const history = preset.isArchive ? null : 'Archive';
          const { result, text } = toldOf({ ...plan, history, ...facts }, { ...volume, ...preset });
          const lack = lackOf(result);
          return `${text}\n  ${stateOf(result)}: ${lack === null ? '' : missingFact(lack)}`;
        },
      ),
    );
    await assertGolden('estimates.txt', `${[...told, ...toldOfEdges].join('\n')}\n`);
  });
});
