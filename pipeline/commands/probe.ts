/** `make probe` reads endpoints, MCP servers, links and quotations of the sources in the world, and records what they answered. */
import { version } from '../../common/version.ts';
import { checkSources } from '../check-sources.ts';
import { PipelineError } from '../errors.ts';
import { collectPast, planRun } from '../probe/plan.ts';
import { formatRun, type RunReport, reportRun } from '../probe/report.ts';
import { type RunOptions, runProbes } from '../probe/run.ts';
import { collectTargets, type Targets } from '../probe/targets.ts';
import { parseFormat } from '../report/index.ts';
import { withLock } from '../write/build-folder/lock.ts';
import { Journal, probesFolder, readPast } from '../write/probe-files.ts';
import { createLine, createProgress, type Flags, lockWaitMs, streams, untilStopped, writeReport } from './flags.ts';

/** Time for one request: servers that take longer are of no use to anybody. */
const timeoutMs = 15_000;
const turns = { connections: 32, hostPauseMs: 1000 };
/** Of a run. The other targets wait for the next one. */
const total = { requests: 20_000, bytes: 500e6, timeMs: 55 * 60_000 };
const progressMs = 1000;

const formats = { text: formatRun, json: (report: RunReport) => JSON.stringify(report, null, 2) };

export async function probe(flags: Flags): Promise<number> {
  const { build, contact, allowLoopback } = flags;
  const format = parseFormat(flags.format, formats);
  if (contact === null || !/^(?:https?:\/\/|mailto:)[\w.~:/?#@!&=+%-]{3,200}$/.test(contact))
    throw new PipelineError(
      'usage',
      'say whom the probed hosts can reach: PROBE_CONTACT=https://example.org/about or mailto:name@example.org',
    );
  const { sources, resolved } = await checkSources({ ...flags, progress: createProgress(streams.stderr) });
  const report = await probeTargets(collectTargets(sources, resolved), build, {
    total,
    turns,
    timeoutMs,
    userAgent: `web3-directory-probe/${version} (+${contact})`,
    signal: untilStopped(),
    now: () => new Date(),
    allowLoopback,
  });
  writeReport(formats[format](report));
  return 0;
}

/** Reads the due targets, and continues a run that was killed. */
export async function probeTargets(
  found: Omit<Targets, 'contents'>,
  build: string,
  options: Omit<RunOptions, 'record'>,
): Promise<RunReport> {
  return withLock(probesFolder(build), lockWaitMs, async () => {
    const journal = await Journal.open(build, options.now());
    const past = collectPast(await readPast(build), journal.readings);
    const due = { past, nowMs: options.now().getTime(), maxRequests: options.total.requests };
    const planned = planRun(found.targets, due);
    const line = createLine(progressMs);
    const before = journal.readings.length;
    const summary = await runProbes(planned, {
      ...options,
      record: (readings) => {
        journal.append(readings);
        line.tell(`probe    ${journal.readings.length - before} of ${planned.length} targets`);
      },
    });
    line.end();
    await journal.finish();
    return reportRun({ ...found, planned, readings: journal.readings.slice(before), summary });
  });
}
