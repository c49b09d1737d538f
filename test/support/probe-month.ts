/** A month of rounds before the builds of tests: four a day, with a clock that is moved. */
import { probeTargets } from '../../pipeline/commands/probe.ts';
import { plenty, resolverOf } from './probe-world.ts';

// Programs of bench/ have an older version beside them.
export { WebSocketServer } from 'ws';

const rounds = 120;
const begin = Date.parse('2025-12-02T00:00:00Z');
const roundMs = 6 * 3_600_000;

/** `enter` is told the number of each round before it begins. Returns how many there were. */
export async function probeMonth(
  found: Parameters<typeof probeTargets>[0],
  build: string,
  enter: (round: number) => void,
): Promise<number> {
  for (let round = 0; round < rounds; round++) {
    enter(round);
    await probeTargets(found, build, {
      total: plenty,
      turns: { connections: 32, hostPauseMs: 0 },
      timeoutMs: 60_000,
      userAgent: 'probe-test/1',
      signal: new AbortController().signal,
      now: () => new Date(begin + round * roundMs),
      allowLoopback: true,
      resolve: resolverOf(),
      place: 'Frankfurt',
    });
  }
  return rounds;
}
