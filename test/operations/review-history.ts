/**
 * What a check with a base says of each state of a git history against the one before: new problems, and the mass changes that stop it.
 * `?` marks a problem on lines that the state did not edit. The history has no logos, so that missing ones are left out.
 * `npm run review-history` reads the 766 states of the Chain.Love database, which takes half an hour; `npm run review-history 98e8361`
 * reads the named states and the one before each. HISTORY: another bundle or repository.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Checked, checkSources } from '../../pipeline/check-sources.ts';
import { compareWithBase } from '../../pipeline/diff-base/compare-problems.ts';
import { isEdited, linesOf } from '../../pipeline/diff-base/edited-places.ts';
import { baseOfSources } from '../../pipeline/diff-base/read-base.ts';
import { type Problem, placesOf } from '../../pipeline/problem.ts';
import { groupProblems } from '../../pipeline/report/group-problems.ts';
import { corpusFolder, projectFolder } from '../support/paths.ts';

const bundle = path.join(path.dirname(corpusFolder), 'chain-love-history.bundle');
const named = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'directory-review-'));
const git = (...words: string[]): string =>
  execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', maxBuffer: 1 << 28 });

try {
  git('clone', '--quiet', '--no-checkout', path.resolve(process.env.HISTORY ?? bundle), '.');
  await review(git('log', '--first-parent', '--reverse', '--format=%h %as %s').trim().split('\n'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function review(commits: readonly string[]): Promise<void> {
  const counts = { stopped: 0, changed: 0, problems: 0 };
  const states = commits
    .slice(1)
    .filter((commit) => named.length === 0 || named.some((name) => commit.startsWith(name)));
  let before = '';
  let checked: Checked | null = null;
  for (const commit of states) {
    const parent = commits[commits.indexOf(commit) - 1] ?? '';
    const old: Checked = checked !== null && before === parent ? checked : await checkState(parent);
    checked = await checkState(commit);
    before = commit;
    const found = compare(old, checked);
    if (found.length === 0) continue;
    const isStopped = found.some(({ rule }) => rule === 'mass-change');
    counts.stopped += isStopped ? 1 : 0;
    counts.changed++;
    counts.problems += found.length;
    print([`${isStopped ? 'STOP ' : ''}${commit}`, ...found.map(describe)].join('\n'));
  }
  const { stopped, changed, problems } = counts;
  print(`${states.length} states: ${stopped} stopped, ${changed} with new problems, ${problems} new problems`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function checkState(commit: string): Promise<Checked> {
  git('checkout', '--quiet', '--force', '--detach', commit.split(' ')[0] ?? '');
  return checkSources({ sources: folder, project: projectFolder, progress: () => undefined });
}

/** New problems, each with a mark if no line of it was edited. */
function compare(before: Checked, now: Checked): readonly (Problem & { readonly mark: string })[] {
  const base = baseOfSources({ kind: 'revision', name: '' }, before);
  const [old, lines] = [linesOf(before.sources), linesOf(now.sources)];
  const isUntouched = (problem: Problem) =>
    problem.line !== null && placesOf(problem).every((place) => !isEdited(place, old, lines));
  return groupProblems(compareWithBase(base, now, true).appeared)
    .filter(({ rule }) => rule !== 'logo-not-found')
    .map((problem) => ({ ...problem, mark: isUntouched(problem) ? '?' : ' ' }));
}

function describe(problem: Problem & { readonly mark: string }): string {
  const { mark, rule, severity, file, line, column, message, suggestion = '' } = problem;
  return `${mark} ${severity} ${rule} ${file}:${line ?? ''} ${column ?? ''}: ${message}; ${suggestion}`;
}
