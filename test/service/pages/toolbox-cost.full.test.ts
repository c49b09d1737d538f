/** CPU time of directory pages of the corpus with estimates and plots, as a multiple of that of the page without them. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it } from 'node:test';
import { corpusFolder, corpusMissing } from '../../support/paths.ts';
import { asBrowser } from '../../support/service-get.ts';
import { toolboxOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

const warmUps = 10;
const rounds = 5;
const perRound = 6;
/** The target is 2, on a machine with nothing else to do. */
const mostTimes = 4;

describe('a directory page of the corpus', { skip: corpusMissing }, () => {
  const { get } = useService({ folder: corpusFolder }, { ANSWER_CACHE: 'off', LOG_LEVEL: 'silent' });
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());

  let count = 0;
  const open = async (query: Record<string, string>, given: (number: string) => Record<string, string>) => {
    const number = String(300_000 + 7919 * count++);
    const { status } = await get(toolboxOf('ethereum', 'apis', { ...query, ...given(number) }), {
      ...asBrowser,
      agent,
    });
    assert.equal(status, 200);
  };

  async function cpuOf(page: () => Promise<void>, times: number): Promise<number> {
    const before = process.cpuUsage();
    for (let turn = 0; turn < times; turn++) await page();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  }

  /** CPU time of the second page by that of the first one. */
  async function compare(one: () => Promise<void>, other: () => Promise<void>): Promise<number> {
    const spent = { one: 0, other: 0 };
    for (const page of [one, other]) await cpuOf(page, warmUps);
    for (let round = 0; round < rounds; round++) {
      spent.one += await cpuOf(one, perRound);
      spent.other += await cpuOf(other, perRound);
    }
    return spent.other / spent.one;
  }

  const workloads: Readonly<Record<string, (number: string) => Record<string, string>>> = {
    requests: (number) => ({ requests: number }),
    'requests and a peak': (number) => ({ requests: '5000000', peak: number.slice(-3) }),
    'requests of past states': (number) => ({ requests: number, workload: 'archive' }),
  };
  for (const [name, given] of Object.entries(workloads))
    for (const query of [{}, { pageSize: '100' }, { pageSize: '100', chart: 'prices' }])
      it(`costs at most ${mostTimes} times as much with ${name} (${JSON.stringify(query)})`, async (t) => {
        const times = await compare(
          () => open(query, () => ({})),
          () => open(query, given),
        );
        t.diagnostic(`${times.toFixed(1)} times`);
        assert.ok(times < mostTimes, `${times.toFixed(1)} times`);
      });
});
