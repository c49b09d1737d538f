/**
 * Words about figures: measures, capabilities, benchmarks, limits, prices and pages, each with
 * every kind of figure. test/golden/figures.txt has them; UPDATE_GOLDEN=1 writes it again.
 */
import { describe, it } from 'node:test';
import type { Benchmark } from '../../../model/benchmarks.ts';
import { type ColumnCoverage, fillNext } from '../../../model/coverage.ts';
import {
  isBelowStated,
  type Measure,
  measuredCells,
  type StatedLimit,
  statedLimits,
} from '../../../model/measures.ts';
import {
  enoughOf,
  identifierOf,
  licenseIdOf,
  networkTitleOf,
  ofSubject,
  type Site,
  shortNameOf,
  unnamedSite,
} from '../../../model/site.ts';
import { presentPager } from '../../../service/pages/shared/pager.ts';
import { describePrices } from '../../../service/pages/shared/price-range.ts';
import type { Probe } from '../../../service/snapshot/probes.ts';
import {
  describeBenchmark,
  describeCapabilities,
  describeLimit,
  describeOthers,
  describePlace,
  describeSample,
  describeSource,
  describeUptime,
} from '../../../service/text/measured.ts';
import { assertGolden } from '../../support/golden.ts';

const measure: Measure = {
  ...{ readings: 212, answers: 210, days: 30, firstDay: '2026-10-30', lastDay: '2026-11-28' },
  ...{ places: ['Frankfurt'], withKey: false, uptime: 99.0566, latencyMs: 50.4 },
  ...{ blocksBehind: 0.987, compared: 75, notCompared: null, isEnough: true },
  ...{ logRange: 2000, batchSize: 1, logResults: 10_000, limitsDay: '2026-11-28' },
};
const measures: readonly Measure[] = [
  measure,
  { ...measure, readings: 1, answers: 0, firstDay: '2026-11-28', isEnough: false, uptime: 0 },
  { ...measure, readings: 40, answers: 39, uptime: 97.5, places: ['Oslo', 'Lima'], withKey: true },
  { ...measure, readings: 40, answers: 37, uptime: 92.5, latencyMs: 9.46, blocksBehind: 1 },
  { ...measure, firstDay: null, lastDay: null, places: [], latencyMs: null, uptime: 100 },
  { ...measure, blocksBehind: null, notCompared: 'no other endpoint', compared: 0, logRange: null },
  { ...measure, firstDay: '2026-09-01', blocksBehind: 2.5, compared: 1, batchSize: null },
];
const promises = [
  { text: null, number: null },
  { text: '99.9%', number: 99.9 },
  { text: '90%', number: 90 },
];
const capabilities: NonNullable<Probe['capabilities']> = {
  ...{ trace: true, debug: false, archiveDepth: 12_000, logRange: 10_000, logResults: 1 },
  ...{ batchSize: 100, subscribes: null, day: '2026-11-28' },
};
const benchmark = {
  ...{ source: 'Bench', place: 'eu-west', from: '2026-10-01', until: '2026-11-20' },
  ...{ readings: 28_800, answered: 0.99871, blocksBehind: 1, method: null, licence: 'CC-BY-4.0' },
  ...{ p50Ms: 9.46, p90Ms: 41.2, p95Ms: null, p99Ms: 120.7 },
} as unknown as Benchmark;
const site: Site = {
  ...unnamedSite,
  ...{ name: '  Ärzte & Co. ', shortName: null, subject: 'care', license: 'CC BY-SA 4.0' },
  ...{ networkTitle: '{network} of {network}', measuredReadings: '5', measuredDays: null },
};

function coverageOf(column: string, stated: number, searches: number): ColumnCoverage {
  const counts = { offerCount: 10, statedCount: stated, quotedCount: 0, searches };
  return { category: 'apis', column, label: column, lastConfirmed: null, ...counts };
}

const pages = [
  ...[
    [1, 1],
    [2, 1],
    [1, 0],
    [1, 2],
    [2, 2],
    [9, 3],
    [5, 9],
    [1, 40],
    [40, 40],
    [1500, 3000],
  ],
] as const;

function wordsOf(each: Measure): string[] {
  return [
    describeSample(each),
    ...promises.map((promise) => describeUptime({ measure: each, filled: [] }, promise)),
    describeUptime({ measure: each, filled: ['verifiedUptime'] }, { text: null, number: null }),
    describeOthers({ measure: each }).join('; '),
    describePlace(each),
    ...statedLimits.flatMap((limit) => [
      describeLimit(limit, { text: null, number: null }, each) ?? 'nothing',
      describeLimit(limit, { text: '10,000', number: 10_000 }, each) ?? 'nothing',
    ]),
    JSON.stringify(Object.values(measuredCells(each)).map((cell) => cell?.text ?? null)),
    '',
  ];
}

function boundsOf(limit: StatedLimit): string {
  const founds = [0, 1, 249, 250, 999, 1000, 2499, 2500, 10_000, 999_999, 1_000_000];
  const statedAmounts = [1, 1000, 10_000, 200_000, 2_000_000];
  const below = statedAmounts.map((stated) =>
    founds.filter((found) => isBelowStated(limit, stated, found)).join(' '),
  );
  return `${limit} below ${statedAmounts.join(', ')}: ${below.join(' | ')}`;
}

describe('words about figures', () => {
  it('are these', async () => {
    const none = { trace: null, debug: null, archiveDepth: null, subscribes: false } as const;
    const told = [
      ...measures.flatMap(wordsOf),
      describeSource(measures),
      describeSource([{ places: [] }]),
      ...statedLimits.map(boundsOf),
      ...[capabilities, { ...capabilities, ...none, logRange: 0, batchSize: 1, logResults: 2 }].map(
        (each) => describeCapabilities(each).join('; '),
      ),
      ...[
        benchmark,
        { ...benchmark, place: null, from: benchmark.until, p50Ms: 10, method: 'by hand' },
        { ...benchmark, from: null, answered: null, readings: 1, blocksBehind: 0, p95Ms: 99.46 },
      ].map(describeBenchmark),
      '',
      ...pages.map(([page, totalPages]) => {
        const pager = presentPager({ page, totalPages }, (to) => `/${to}`);
        const numbers = pager?.numbers.map(({ number, href, current, gap }) =>
          [gap ? '…' : '', current ? '*' : '', number, href].join(''),
        );
        const ends = [pager?.previous, numbers?.join(' '), pager?.next, pager?.position];
        return `${page} of ${totalPages}: ${JSON.stringify(ends)}`;
      }),
      '',
      ...[
        null,
        { isFree: true, paid: null, least: Number.POSITIVE_INFINITY },
        { isFree: true, paid: '$6 a month', least: 6 },
        { isFree: false, paid: '$6 a month', least: 6 },
      ].map((prices) => String(describePrices(prices))),
      ...[site, unnamedSite].map((each) =>
        JSON.stringify([
          ...[networkTitleOf(each, 'Base'), shortNameOf(each), ofSubject(each)],
          ...[identifierOf(each), licenseIdOf(each), enoughOf(each), enoughOf(null)],
        ]),
      ),
      fillNext([
        ...[coverageOf('a', 9, 4), coverageOf('b', 2, 1), coverageOf('c', 6, 2)],
        ...[coverageOf('d', 10, 9), coverageOf('e', 0, 0), coverageOf('f', 3, 0)],
      ])
        .map(({ column }) => column)
        .join(' '),
    ];
    await assertGolden('figures.txt', `${told.join('\n')}\n`);
  });
});
