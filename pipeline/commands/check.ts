/** `make check`: reports the problems in the sources and publishes nothing. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../../common/faults.ts';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { decodeUtf8 } from '../../common/json.ts';
import { readBoundedSync } from '../../common/read-bounded.ts';
import { enoughOf } from '../../model/site.ts';
import { type Checked, checkSources } from '../check-sources.ts';
import { limits } from '../limits.ts';
import {
  type CellRegion,
  type Problem,
  ProblemCollector,
  type ProblemPlace,
  placesOf,
  sortProblems,
} from '../problem.ts';
import { findCellRegions } from '../read/cell-columns.ts';
import { removeByteOrderMark } from '../read/tables/parse-table.ts';
import { formatReport, parseFormat, type ReportFormat, reportFormats } from '../report/index.ts';
import { parseRuleHelp } from '../report/sarif.ts';
import { wantsColour } from '../report/style.ts';
import { streams, writeReport } from './flags.ts';
import type { Flags } from './options.ts';

/** With a base, only its new problems count. */
export async function check(flags: Flags): Promise<number> {
  const format = parseFormat(flags.format, reportFormats);
  const outcome = await (flags.base === null ? checkAll(flags) : compare(flags));
  await printReport(format, outcome, flags);
  const counted = outcome.appeared ?? outcome.problems;
  return counted.some(({ severity }) => severity === 'error') ||
    (flags.strict && counted.length > 0)
    ? 1
    : 0;
}

interface Found extends Pick<Checked, 'sources'> {
  readonly problems: readonly Problem[];
  /** Problems that the base does not have; null without a base. */
  readonly appeared: readonly Problem[] | null;
  /** What the edit does, in one line; null if unknown. */
  readonly edit?: string | null;
}

async function checkAll(options: Flags): Promise<Found> {
  const { sources, resolved, problems } = await checkSources(options);
  const probed = await findContradicted(options, { sources, resolved });
  return { sources, problems: sortProblems([...problems, ...probed]), appeared: null };
}

/** Problems that the last probes of the build folder found. */
async function findContradicted(
  { build }: Flags,
  { sources, resolved }: Pick<Checked, 'sources' | 'resolved'>,
): Promise<Problem[]> {
  if (!exists(path.join(build, 'probes'))) return [];
  const { collectTargets } = await import('../probe/targets.ts');
  const { reportMeasures, reportReadings, statesMeasure } = await import('../probe/problems.ts');
  const { readLast } = await import('../write/probe-files.ts');
  const collector = new ProblemCollector();
  const targets = collectTargets(sources, resolved);
  reportReadings(targets.targets, await readLast(build), collector.add);
  if (resolved.contents.some(statesMeasure)) {
    const { readMeasures } = await import('../write/measures.ts');
    const enough = enoughOf(sources.meta.site?.value ?? null);
    const measures = await readMeasures(build, { ...targets, enough, now: new Date() });
    reportMeasures(resolved, measures.ofContents, collector.add);
  }
  return collector.sorted();
}

const none = () => false;

/**
 * Reads the base first: DuckDB, which reads a snapshot, returns its memory before the sources need
 * theirs.
 */
async function compare(options: Flags): Promise<Found> {
  const [{ readBase }, { compareWithBase }, { editFinder, problemState }] = await Promise.all([
    import('../compare/base/read-base.ts'),
    import('../compare/base/compare-problems.ts'),
    import('../compare/problem-changes.ts'),
  ]);
  const base = await readBase(options);
  const checked = await checkSources(options);
  const { sources } = checked;
  const { current, appeared, edit } = compareWithBase(base, checked, !options.confirm);
  const isEdited = editFinder(base.problems.lines, problemState([], sources).lines);
  // Nothing has probed an edit yet; a probe may contradict what the line says still.
  const probed = (await findContradicted(options, checked)).filter((problem) =>
    placesOf(problem).some(isEdited ?? none),
  );
  return {
    sources,
    problems: [...current, ...probed],
    appeared: sortProblems([...appeared, ...probed]),
    edit,
  };
}

export async function printReport(
  format: ReportFormat,
  { problems, appeared, edit = null, sources: { hasOwnMeta } }: Found,
  { project, sources, all }: Flags,
): Promise<void> {
  const options = {
    colour: wantsColour(streams.stdout, process.env),
    all,
    appeared: appeared === null ? null : new Set(appeared),
    edit,
    locate: locateFrom(process.env.GITHUB_WORKSPACE || process.cwd(), {
      project,
      sources,
      hasOwnMeta,
    }),
    regionOf: format === 'sarif' ? regionsIn(sources) : () => null,
    ruleHelp: format === 'sarif' ? await readRuleHelp(project) : new Map<string, string>(),
  };
  writeReport(formatReport(format, problems, options), options.colour && format === 'text');
}

/**
 * Path of a file in the repository. A source folder without definitions of its own uses the
 * project's, but for its networks.csv.
 */
function locateFrom(
  root: string,
  {
    project,
    sources,
    hasOwnMeta,
  }: Pick<Flags, 'project' | 'sources'> & { readonly hasOwnMeta: boolean },
): (file: string) => string {
  return (file) => {
    const borrowed = file.startsWith('meta/') && !hasOwnMeta && !exists(path.join(sources, file));
    const folder = borrowed ? path.join(project, 'sources') : sources;
    return path.relative(root, path.join(folder, file)).split(path.sep).join('/');
  };
}

/** Reads each file once. */
function regionsIn(sources: string): (place: ProblemPlace) => CellRegion | null {
  const cached = new Map<string, ReturnType<typeof findCellRegions> | null>();
  return ({ file, line, column }) => {
    if (line === null || column === null) return null;
    return (
      getOrInsert(cached, file, () => readRegions(path.join(sources, file)))?.(line, column) ?? null
    );
  };
}

function readRegions(file: string): ReturnType<typeof findCellRegions> | null {
  try {
    return findCellRegions(
      removeByteOrderMark(decodeUtf8(readBoundedSync(file, limits.fileBytes, true)) ?? ''),
    );
  } catch {
    return null; // a file of the default definitions, or one that cannot be read
  }
}

/** Empty if the installation has no documents. */
async function readRuleHelp(project: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(project, 'docs/checks.md'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    },
  );
  return parseRuleHelp(text);
}
