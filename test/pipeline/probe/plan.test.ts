import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayMs } from '../../../common/durations.ts';
import type { Reading } from '../../../model/probes.ts';
import { isLoopbackIp, isPublicIp } from '../../../pipeline/probe/http/public-ip.ts';
import {
  collectPast,
  intervalMs,
  type PastReadings,
  planRun,
} from '../../../pipeline/probe/plan.ts';
import { found, targetKey } from '../../../pipeline/probe/reading.ts';
import { endpoint, link, mcpServer, quotation } from '../../support/probe-world.ts';

const nowMs = Date.parse('2026-11-25T10:00:00Z');
const never = link('https://never.dev/');
const old = link('https://old.dev/');
const fresh = link('https://fresh.dev/');

function pastOf(
  ...entries: readonly (readonly [
    object: Parameters<typeof targetKey>[0],
    ageMs: number,
    failures?: number,
  ])[]
) {
  return new Map<string, PastReadings>(
    entries.map(([target, ageMs, failures = 0]) => [
      targetKey(target),
      { lastReadMs: nowMs - ageMs, failures, capabilitiesMs: nowMs },
    ]),
  );
}

describe('planRun', () => {
  const week = intervalMs.link;

  it('takes what was never read, then what was read longest ago, and leaves what was read lately', () => {
    const older = link('https://older.dev/');
    const past = pastOf([old, week], [older, 2 * week], [fresh, week - 1]);
    assert.deepEqual(planRun([fresh, old, never, older], { past, nowMs, maxRequests: 100 }), [
      never,
      older,
      old,
    ]);
  });

  it('waits twice as long after each failure, and 30 days at most', () => {
    const isDue = (ageMs: number, failures: number) =>
      planRun([old], { past: pastOf([old, ageMs, failures]), nowMs, maxRequests: 100 }).length ===
      1;
    assert.deepEqual([isDue(13 * dayMs, 1), isDue(14 * dayMs, 1)], [false, true]);
    assert.deepEqual([isDue(29 * dayMs, 9), isDue(30 * dayMs, 9)], [false, true]);
    const node = endpoint('https://node.dev/');
    const hours = (age: number, failures: number) =>
      planRun([node], { past: pastOf([node, (age * dayMs) / 24, failures]), nowMs, maxRequests: 9 })
        .length;
    assert.deepEqual(
      [hours(190, 33), hours(191, 33), hours(191, 39), hours(5, 28)],
      [0, 1, 1, 1],
      'a week of failures first, then 2^5 times six hours at most, and an hour early',
    );
  });

  /** Hours after the last reading, with so many failures since a good answer, at which it is due. */
  const dueHours = [
    [endpoint('https://node.dev/'), [5, 5, 5, 11]],
    [mcpServer('https://mcp.dev/'), [23, 47, 95, 719]],
    [quotation('https://quoted.dev/', '$1'), [23, 47, 95, 719]],
    [old, [168, 336, 672, 720]],
  ] as const;
  for (const [target, hours] of dueHours)
    it(`reads ${target.kind} after ${hours.join(', ')} hours`, () => {
      const hour = 3_600_000;
      const first = [0, 1, 2, 29].map((failures) =>
        Array.from({ length: 800 }, (_, at) => at).find((at) => {
          const past = pastOf([target, at * hour, failures]);
          return planRun([target], { past, nowMs, maxRequests: 4 }).length === 1;
        }),
      );
      assert.deepEqual(first, hours);
    });

  it('counts the calls for capabilities, which only EVM endpoints that answered are asked for', () => {
    const hour = 3_600_000;
    const planned = (maxRequests: number, own: Partial<PastReadings>, protocol = 'evm' as const) =>
      planRun([endpoint('https://node.dev/', { protocol })], {
        past: new Map([
          [
            targetKey(endpoint('https://node.dev/')),
            { lastReadMs: nowMs - 200 * hour, failures: 0, ...own },
          ],
        ]),
        nowMs,
        maxRequests,
      }).map((target) => 'asksCapabilities' in target);
    const ago = (hours: number) => ({ capabilitiesMs: nowMs - hours * hour });
    assert.deepEqual(
      [planned(20, ago(167)), planned(19, ago(167)), planned(4, ago(166)), planned(3, ago(166))],
      [[true], [], [false], []],
    );
    assert.deepEqual(
      [planned(20, {}), planned(4, { failures: 1 }), planned(4, {}, 'solana' as never)],
      [[true], [false], [false]],
    );
  });

  it('reads the endpoints of a chain in one round, but for those that fail or were just read', () => {
    const [due, other, failing, justRead, elsewhere] = [
      endpoint('https://due.dev/'),
      endpoint('https://other.dev/'),
      endpoint('https://failing.dev/'),
      endpoint('https://just.dev/'),
      endpoint('https://elsewhere.dev/', { group: 'base mainnet' }),
    ] as const;
    const hour = 3_600_000;
    const past = pastOf(
      [due, 6 * hour],
      [other, 4 * hour],
      [failing, 4 * hour, 2],
      [justRead, hour],
      [elsewhere, 4 * hour],
    );
    const targets = [due, other, failing, justRead, elsewhere];
    assert.deepEqual(planRun(targets, { past, nowMs, maxRequests: 100 }), [due, other]);
    assert.deepEqual(
      planRun(targets, { past, nowMs, maxRequests: 7 }),
      [],
      'a whole round or none',
    );
  });

  it('begins with the round whose oldest reading is the oldest', () => {
    const hour = 3_600_000;
    const [one, two] = ['https://one.dev/', 'https://two.dev/'].map((address) =>
      endpoint(address, { group: 'aria' }),
    );
    const other = endpoint('https://other.dev/', { group: 'bora' });
    assert.ok(one && two);
    const past = pastOf([one, 6 * hour], [two, 20 * hour], [other, 10 * hour]);
    const planned = planRun([other, one, two], { past, nowMs, maxRequests: 100 });
    assert.deepEqual(planned, [one, two, other]);
  });

  it('takes no more targets than the limit of requests allows', () => {
    const targets = [mcpServer('https://a.dev/'), never, old, fresh];
    assert.deepEqual(
      planRun(targets, { past: new Map(), nowMs, maxRequests: 8 }),
      targets.slice(0, 3),
    );
  });
});

describe('collectPast', () => {
  it('adds the readings of a killed run, and counts failures since the last good answer', () => {
    const read = (result: Reading['result'], at: string) =>
      found(old, { result, detail: null }, { now: () => new Date(at) });
    const target = JSON.parse(targetKey(old));
    const readings = [
      read('answered', '2026-11-20T00:00:00Z'),
      read('error', '2026-11-21T00:00:00Z'),
    ];
    const past = collectPast([{ target, lastReadMs: 1, failures: 7 }], readings);
    assert.deepEqual(
      [...past.values()],
      [{ lastReadMs: Date.parse('2026-11-21T00:00:00Z'), failures: 1, capabilitiesMs: null }],
    );
    const before = { target, lastReadMs: 1, failures: 7, capabilitiesMs: 5 };
    assert.deepEqual(
      [...collectPast([before], [])],
      [[targetKey(old), { lastReadMs: 1, failures: 7, capabilitiesMs: 5 }]],
    );
    // A page that moved answers; what was asked of an endpoint last week is not forgotten.
    assert.deepEqual(
      [read('limited', '2026-11-21'), read('moved', '2026-11-21')].map((reading) =>
        collectPast([before], [reading]).get(targetKey(old)),
      ),
      [8, 0].map((failures) => {
        return { lastReadMs: Date.parse('2026-11-21'), failures, capabilitiesMs: 5 };
      }),
    );
  });
});

describe('isPublicIp', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])
    it(`accepts ${address}`, () => assert.equal(isPublicIp(address), true));

  const others = [
    '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1',
    '192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1 fd12::1 ff02::1',
    '::ffff:8.8.8.8 ::ffff:127.0.0.1 64:ff9b::7f00:1 2001::1 2001:db8::1 2002:7f00:1::1 100::1 name 8.8.8',
  ].flatMap((line) => line.split(' '));
  for (const address of others)
    it(`refuses ${address}`, () => assert.equal(isPublicIp(address), false));

  it('knows the loopback addresses', () => {
    assert.deepEqual(
      ['127.0.0.1', '127.9.9.9', '::1', '128.0.0.1', '::ffff:127.0.0.1'].map(isLoopbackIp),
      [true, true, true, false, false],
    );
  });
});
