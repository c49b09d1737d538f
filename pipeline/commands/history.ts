/**
 * `make history`: finds the changes of rows in the commits of the source folder. The next build
 * takes them into its snapshot.
 */

import { spawn } from 'node:child_process';
import { dayMs } from '../../common/durations.ts';
import { exists } from '../../common/faults.ts';
import { makeVisible } from '../../common/visible.ts';
import type { StoredChange } from '../../model/changes.ts';
import { storeChange } from '../compare/describe-changes.ts';
import {
  type CommitInfo,
  findRepository,
  isShallow,
  listCommits,
  type Repository,
  resolveCommit,
  shallowAdvice,
} from '../compare/history/git.ts';
import { type Step, walkStates } from '../compare/history/read-state.ts';
import {
  appendToWalk,
  beginWalk,
  gitHistoryFolder,
  readWalk,
  type Walk,
} from '../compare/history/walk.ts';
import { PipelineError } from '../errors.ts';
import { withLock } from '../snapshot/build-folder/lock.ts';
import { createLine, lockWaitMs, print, untilStopped, warn } from './flags.ts';
import type { Flags } from './options.ts';

/** Commits whose changes are written at once; an interruption loses no more. */
const commitsPerFile = 50;

export async function history(flags: Flags): Promise<number> {
  const repository = findRepository(flags.sources);
  if (repository === null) throw cannotRead(`${flags.sources} is not in a git work tree`);
  const commits = await findCommits(repository, flags);
  // Builds have another lock: they may run meanwhile, because they read finished files only.
  return withLock(gitHistoryFolder(flags.build), lockWaitMs, () =>
    walk(repository, commits, flags),
  );
}

/**
 * Days of commits that `serve` takes over, and the minutes that it may take; `HISTORY_DAYS=0` takes
 * none.
 */
const takenDays = 90;
const takenMinutes = 10;

/**
 * Reads the latest commits of the sources beside a service, if nobody ran `make history`, and
 * builds again with their changes. Returns how to stop.
 */
export function takeOverHistory({ sources, build }: Flags): () => void {
  const days = Number(process.env.HISTORY_DAYS ?? takenDays);
  const isDue = days > 0 && !exists(gitHistoryFolder(build)) && findRepository(sources) !== null;
  if (!isDue) return () => undefined;
  let isStopped = false;
  const since = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
  const run = (command: string, option: string) => {
    const words = [
      process.argv[1] ?? '',
      command,
      `--sources=${sources}`,
      `--build=${build}`,
      option,
    ];
    // Without a second program, the changes begin with the first build.
    const started = spawn(process.execPath, words, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: takenMinutes * 60_000,
    });
    let said = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    return started
      .on('error', () => {})
      .on('close', (code) => {
        if (code === 2 && !isStopped)
          warn(`the changes in the commits of the sources are left out: ${said.trim()}`);
      });
  };
  let child = run('history', `--since=${since}`);
  // Also after the time limit: `history` keeps the commits that it has read.
  child.on('exit', () => {
    if (!isStopped) child = run('build', '--force');
  });
  return () => {
    isStopped = true;
    child.kill();
  };
}

/** The commits to walk, with the one before SINCE, from which the first changes are told. */
async function findCommits(
  repository: Repository,
  { since, branch }: Flags,
): Promise<readonly CommitInfo[]> {
  const sinceMs = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since);
  if (Number.isNaN(sinceMs)) throw cannotRead(`SINCE="${since}" is not a date such as 2026-02-12`);
  const revision = branch ?? 'HEAD';
  const tip = await resolveCommit(repository, revision).catch((cause: Error) => {
    throw cannotRead(
      `no commit "${revision}" can be read in ${repository.top}: ${cause.message}`,
      cause,
    );
  });
  const commits = await listCommits(repository, tip);
  const first = commits.findIndex(({ at }) => at.getTime() >= sinceMs);
  // With an earlier commit, all states since SINCE are there.
  if (first === 0 && (await isShallow(repository)))
    throw cannotRead(`the history of ${repository.top} is cut off: ${shallowAdvice}`);
  if (first === -1)
    throw cannotRead(
      `no commit of ${revision} touches the source folder${since === null ? '' : ` since ${since}`}`,
    );
  return commits.slice(Math.max(0, first - 1));
}

function cannotRead(message: string, cause?: unknown): PipelineError {
  return new PipelineError('bad-history', message, { cause });
}

async function walk(
  repository: Repository,
  commits: readonly CommitInfo[],
  flags: Flags,
): Promise<number> {
  const { build, since, project } = flags;
  const question = { folder: repository.prefix, since };
  let walked = await continueWalk(build, commits, question);
  const next = walkStates({ repository, project });
  const last = commits[walked.commits.findLastIndex(({ skipped }) => skipped === null)];
  const lost = last === undefined ? null : (await next(last)).skipped;
  if (lost !== null) {
    print(`the history begins anew, because its last state cannot be read: ${makeVisible(lost)}`);
    walked = await beginWalk(build, question);
  }
  const line = createLine();
  const stopped = untilStopped();
  let changeCount = 0;
  try {
    while (walked.commits.length < commits.length && !stopped.aborted) {
      const steps: Step[] = [];
      const records: StoredChange[] = [];
      for (const commit of commits.slice(walked.commits.length).slice(0, commitsPerFile)) {
        const step = await next(commit);
        // A signal may have ended git as well.
        if (stopped.aborted) break;
        steps.push(step);
        const [at, revision] = [timeOf(commit), commit.id];
        const stamp = { snapshot: null, at, revision };
        records.push(...step.changes.map((change) => storeChange(change, stamp)));
        changeCount += step.changes.length;
        line.tell(
          `state ${walked.commits.length + steps.length} of ${commits.length}: ${changeCount} changes`,
        );
      }
      const added = steps.map(({ id, skipped }) => ({ id, skipped }));
      walked = await appendToWalk(build, walked, { commits: added, records });
    }
  } finally {
    line.end();
  }
  return summarize(walked, commits, changeCount);
}

/** Null for a commit of no valid date, which is skipped. */
function timeOf({ at }: CommitInfo): string | null {
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/**
 * The walk so far if it asked the same question and its commits are still there; otherwise a new
 * one.
 */
async function continueWalk(
  build: string,
  commits: readonly CommitInfo[],
  question: Pick<Walk, 'folder' | 'since'>,
): Promise<Walk> {
  const { walk: previous, reason } = await readWalk(build);
  if (reason !== null) print(`the history begins anew: ${reason}`);
  if (previous === null) return beginWalk(build, question);
  const isSame = previous.folder === question.folder && previous.since === question.since;
  if (isSame && previous.commits.every(({ id }, index) => commits[index]?.id === id)) {
    if (previous.commits.length > 0)
      print(`continuing after ${previous.commits.length} of ${commits.length} states`);
    return previous;
  }
  print(
    'the history begins anew, because the folder, SINCE or the commits are not those of the last run',
  );
  return beginWalk(build, question);
}

function summarize(walked: Walk, commits: readonly CommitInfo[], changes: number): number {
  const skipped = walked.commits.filter((commit) => commit.skipped !== null);
  for (const { id, skipped: reason } of skipped)
    print(`skipped ${id}: ${makeVisible(reason ?? '')}`);
  const states = `${walked.commits.length} of ${commits.length} states, ${skipped.length} skipped`;
  if (walked.commits.length < commits.length) {
    print(`interrupted after ${states}; run make history again to continue`);
    return 1;
  }
  print(
    `${changes} new changes from ${states}; the next build that publishes takes them (FORCE=1 if nothing else changed)`,
  );
  return 0;
}
