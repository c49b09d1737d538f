/** Report of a run, for people and as JSON. */
import { countBy } from '../../common/group-by.ts';
import { probeKinds, probeResults, type Reading } from '../../model/probes.ts';
import { plural } from '../report/counts.ts';
import { targetKey } from './reading.ts';
import type { RunSummary } from './run.ts';
import type { Target, Targets } from './targets.ts';

export interface RunReport extends RunSummary {
  /** By kind: targets of the sources, those of the run, those that were read, and their results. */
  readonly kinds: readonly {
    readonly kind: string;
    readonly targets: number;
    readonly planned: number;
    readonly read: number;
    readonly results: Readonly<Record<string, number>>;
  }[];
  readonly skipped: Targets['skipped'];
  /** Readings that contradict the sources, with the cells that state the facts. */
  readonly findings: readonly (Pick<Reading, 'kind' | 'address' | 'result' | 'detail'> & Pick<Target, 'places'>)[];
}

export interface ReportInput extends Omit<Targets, 'contents'> {
  readonly planned: readonly Target[];
  readonly readings: readonly Reading[];
  readonly summary: RunSummary;
}

export function reportRun({ targets, skipped, planned, readings, summary }: ReportInput): RunReport {
  const kinds = probeKinds.map((kind) => {
    const own = readings.filter((reading) => reading.kind === kind);
    const results = Object.fromEntries(countBy(own, ({ result }) => result));
    const count = (list: readonly { readonly kind: string }[]) => list.filter((each) => each.kind === kind).length;
    return { kind, targets: count(targets), planned: count(planned), read: own.length, results };
  });
  const places = new Map(targets.map((target) => [targetKey(target), target.places]));
  const findings = readings.flatMap((reading) => {
    const { kind, address, result, detail } = reading;
    const isFinding = probeResults[result] === false && result !== 'unreachable';
    return isFinding ? [{ kind, address, result, detail, places: places.get(targetKey(reading)) ?? [] }] : [];
  });
  return { ...summary, kinds, skipped, findings };
}

export function formatRun(report: RunReport): string {
  const lines = report.kinds.map(({ kind, targets, read, results }) => {
    const counts = Object.entries(results).map(([name, count]) => `${count} ${name}`);
    return `${kind.padEnd(10)} ${plural(targets, 'target')}, ${read} read${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
  });
  const { ended, requests, bytes, elapsedMs, givenUp } = report;
  const used = `${plural(requests, 'request')}, ${(bytes / 1e6).toFixed(1)} MB, ${Math.round(elapsedMs / 1000)} s`;
  lines.push(ended === null ? used : `${used}; ended by the limit of ${ended}, the rest waits for the next run`);
  if (givenUp.length > 0) lines.push(`${plural(givenUp.length, 'host')} did not answer`);
  return lines.join('\n');
}
