/**
 * `make probe` reads endpoints, MCP servers, links and quotations of the sources in the world, and
 * records what they answered.
 */
import path from 'node:path';
import { formatCount } from '../../common/format-count.ts';
import { countBy } from '../../common/group-by.ts';
import { version } from '../../common/version.ts';
import { probeKinds, probeResults, type Reading } from '../../model/probes.ts';
import { enoughOf } from '../../model/site.ts';
import { checkSources } from '../check-sources.ts';
import { PipelineError } from '../errors.ts';
import { readKeys, withKeys } from '../probe/keys.ts';
import { collectPast, planRun } from '../probe/plan.ts';
import { targetKey } from '../probe/reading.ts';
import { type RunOptions, type RunSummary, runProbes } from '../probe/run.ts';
import { collectTargets, type Target, type Targets } from '../probe/targets.ts';
import { plural } from '../report/counts.ts';
import { parseFormat } from '../report/index.ts';
import { withLock } from '../snapshot/build-folder/lock.ts';
import { Journal, listReadings, probesFolder, readPast } from '../write/probe-files.ts';
import { prepareFigures } from '../write/probes.ts';
import { rollUp } from '../write/roll-up.ts';
import { createLine, lockWaitMs, untilStopped, writeReport } from './flags.ts';
import type { Flags } from './options.ts';

/** Time for one request: servers that take longer are of no use to anybody. */
const timeoutMs = 15_000;
const turns = { connections: 32, hostPauseMs: 1000 };
/** Of a run. The other targets wait for the next one. */
const total = { requests: 20_000, bytes: 500e6, timeMs: 55 * 60_000 };
const progressMs = 1000;

const formats = { text: formatRun, json: (report: RunReport) => JSON.stringify(report, null, 2) };

export async function probe(flags: Flags): Promise<number> {
  const { build, contact, place, allowLoopback } = flags;
  const format = parseFormat(flags.format, formats);
  if (contact === null || !/^(?:https?:\/\/|mailto:)[\w.~:/?#@!&=+%-]{3,200}$/.test(contact))
    throw new PipelineError(
      'usage',
      'say whom the probed hosts can reach: PROBE_CONTACT=https://example.org/about or mailto:name@example.org',
    );
  if (place !== null && place !== '' && !/^[\p{L}\d][\p{L}\d .,'()-]{0,59}$/u.test(place))
    throw new PipelineError(
      'usage',
      "PROBE_PLACE is a name of a place: letters, digits, spaces and .,'()- of at most 60 characters",
    );
  const { sources, resolved } = await checkSources(flags);
  const keys = readKeys(process.env);
  const stated = collectTargets(sources, resolved);
  const targets = withKeys(
    stated,
    sources.providers.map(({ value }) => value),
    keys,
  );
  const report = await probeTargets(targets, build, {
    total,
    turns,
    timeoutMs,
    userAgent: `web3-directory-probe/${version} (+${contact})`,
    signal: untilStopped(),
    now: () => new Date(),
    allowLoopback,
    place: place || null,
  });
  // Of all places, which a build reads.
  await prepareFigures(
    {
      ...stated,
      build,
      readings: await listReadings(build),
      enough: enoughOf(sources.meta.site?.value ?? null),
      now: new Date(),
    },
    { folder: path.join(probesFolder(build), `.figures-${process.pid}`) },
  );
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
    await rollUp(build);
    return reportRun({ ...found, planned, readings: journal.readings.slice(before), summary });
  });
}

interface ReportInput extends Omit<Targets, 'contents'> {
  readonly planned: readonly Target[];
  readonly readings: readonly Reading[];
  readonly summary: RunSummary;
}

type RunReport = ReturnType<typeof reportRun>;

function reportRun({ targets, skipped, planned, readings, summary }: ReportInput) {
  /** Targets of the sources, those of the run, those that were read, and their results. */
  const kinds = probeKinds.map((kind) => {
    const readingsOfKind = readings.filter((reading) => reading.kind === kind);
    const results = Object.fromEntries(countBy(readingsOfKind, ({ result }) => result));
    const count = (list: readonly { readonly kind: string }[]) =>
      list.filter((each) => each.kind === kind).length;
    return {
      kind,
      targets: count(targets),
      planned: count(planned),
      read: readingsOfKind.length,
      results,
    };
  });
  const places = new Map(targets.map((target) => [targetKey(target), target.places]));
  /** Readings that contradict the sources, with the cells that state the facts. */
  const findings = readings.flatMap((reading) => {
    const { kind, address, result, detail } = reading;
    const isFinding = probeResults[result] === false && result !== 'unreachable';
    return isFinding
      ? [{ kind, address, result, detail, places: places.get(targetKey(reading)) ?? [] }]
      : [];
  });
  return { ...summary, kinds, skipped, findings };
}

function formatRun(report: RunReport): string {
  const lines = report.kinds.map(({ kind, targets, read, results }) => {
    const counts = Object.entries(results).map(([name, count]) => `${count} ${name}`);
    return `${kind.padEnd(10)} ${plural(targets, 'target')}, ${read} read${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
  });
  const { ended, requests, bytes, elapsedMs, givenUp } = report;
  const used = `${plural(requests, 'request')}, ${(bytes / 1e6).toFixed(1)} MB, ${Math.round(elapsedMs / 1000)} s`;
  lines.push(
    ended === null
      ? used
      : `${used}; ended by the limit of ${ended}, the rest waits for the next run`,
  );
  for (const { address, result, detail, places } of report.findings) {
    const [place] = places;
    const where = place === undefined ? '' : `${place.file}:${place.line} ${place.column}: `;
    const others = places.length > 1 ? ` (${formatCount(places.length)} times)` : '';
    lines.push(`${where}${address} ${result}${detail === null ? '' : `, ${detail}`}${others}`);
  }
  if (givenUp.length > 0) lines.push(`${plural(givenUp.length, 'host')} did not answer`);
  return lines.join('\n');
}
