/** Lines that `watch` prints after a build. Pure; empty if nothing changed. */
import type { BuildOutcome } from '../../build.ts';
import { formatEntry } from '../../compare/present/index.ts';
import { textNotation } from '../../compare/present/notation.ts';
import type { ProblemChanges } from '../../compare/problem-changes.ts';
import type { Edit } from '../../compare/schema.ts';
import type { Problem } from '../../problem.ts';
import { plural, summarize } from '../../report/counts.ts';
import { groupProblems } from '../../report/group-problems.ts';
import { formatProblem } from '../../report/problem-line.ts';
import type { Style } from '../../report/style.ts';

/** Limits the list after a mistake in many lines. */
const shownProblems = 10;
const shownEdits = 5;

export interface Step {
  readonly outcome: Pick<BuildOutcome, 'kind' | 'manifest'>;
  /** All current problems. */
  readonly problems: readonly Problem[];
  readonly changes: Pick<ProblemChanges, 'appeared' | 'fixed'>;
  /** Edits since the snapshot before. */
  readonly edits: readonly Edit[];
  readonly isFirst: boolean;
  /** Whether the previous build failed with an error. */
  readonly afterFailure: boolean;
}

export function presentStep(step: Step, style: Style): string[] {
  if (isQuiet(step)) return [];
  const { outcome, problems, changes, edits, isFirst } = step;
  const { appeared, fixed } = changes;
  const remain =
    problems.length === 0
      ? 'no problems'
      : `${summarize(groupProblems(problems))} ${isFirst ? 'found' : 'remain'}`;
  return [
    `${headline(outcome, style)}; ${remain}`,
    // The first build counts warnings and does not list them.
    ...listProblems(
      'new',
      isFirst ? appeared.filter(({ severity }) => severity === 'error') : appeared,
      style,
    ),
    ...listProblems('fixed', fixed, style),
    ...listEdits(edits, style),
  ];
}

function isQuiet({ outcome, changes, isFirst, afterFailure }: Step): boolean {
  const isSame = changes.appeared.length + changes.fixed.length === 0;
  return outcome.kind !== 'published' && isSame && !isFirst && !afterFailure;
}

function headline({ kind, manifest }: Step['outcome'], style: Style): string {
  if (kind === 'problems' || manifest === null) return style.error('not published');
  if (kind === 'unchanged') return `nothing to publish: the sources match ${manifest.id}`;
  return style.heading(`published ${manifest.id}: ${plural(manifest.counts.rows, 'row')}`);
}

function listProblems(word: 'new' | 'fixed', problems: readonly Problem[], style: Style): string[] {
  const mark = word === 'new' ? style.error('new  ') : style.suggestion('fixed');
  const lines = problems
    .slice(0, shownProblems)
    .map((problem) => `  ${mark}  ${formatProblem(problem, style)}`);
  const more = problems.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [style.note(`  ... and ${more} more ${word}; make check shows all`)] : []),
  ];
}

function listEdits(edits: readonly Edit[], style: Style): string[] {
  const lines = edits
    .slice(0, shownEdits)
    .flatMap((entry) =>
      formatEntry(entry, { items: 0, cells: 2, networks: 6 }, textNotation(style)),
    );
  const more = edits.length - shownEdits;
  return [...lines, ...(more > 0 ? [`... and ${plural(more, 'edit')} more`] : [])].map(
    (line) => `  ${line}`,
  );
}
