/**
 * A run in a process of its own, which a test kills: `node --import tsx probe-process.ts <build>
 * <targets as JSON>`.
 */
import { probeTargets } from '../../pipeline/commands/probe.ts';
import { plenty, resolverOf } from './probe-world.ts';

const [build = '', targets = '[]'] = process.argv.slice(2);
await probeTargets(
  {
    targets: JSON.parse(targets),
    skipped: { 'needs a key': 0, 'unknown protocol': 0, 'not a public address': 0 },
  },
  build,
  {
    total: plenty,
    turns: { connections: 4, hostPauseMs: 1 },
    timeoutMs: 60_000,
    userAgent: 'probe-test/1',
    signal: new AbortController().signal,
    now: () => new Date(),
    allowLoopback: true,
    resolve: resolverOf(),
  },
);
