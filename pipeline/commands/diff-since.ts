/** `make diff SINCE=date`, and `AUTHOR=name`: what people changed, without knowledge of git. */
import { makeVisible } from '../../common/visible.ts';
import {
  type AuthoredCommit,
  findRepository,
  listAuthored,
  listCommits,
  type Repository,
  resolveCommit,
} from '../compare/history/git.ts';
import { walkStates } from '../compare/history/read-state.ts';
import { groupEdits } from '../compare/present/edits.ts';
import { formatEntry } from '../compare/present/index.ts';
import { textNotation } from '../compare/present/notation.ts';
import type { Edit } from '../compare/schema.ts';
import { PipelineError } from '../errors.ts';
import { listSome, plural } from '../report/counts.ts';
import { coloured, plain, wantsColour } from '../report/style.ts';
import { streams, writeReport } from './flags.ts';
import type { Flags } from './options.ts';

/** The last commit of the sources before a date. */
export async function baseBefore({ sources, since, base }: Flags): Promise<string> {
  if (base !== null) throw cannotDiff('SINCE and BASE both name what to compare with; give one');
  const { repository, tip } = await openRepository(sources);
  const sinceMs = parseDate(since ?? '');
  const before = (await listCommits(repository, tip)).findLast(({ at }) => at.getTime() < sinceMs);
  if (before === undefined) throw cannotDiff(`no commit of the sources is before ${since}`);
  return before.id;
}

/** The commits of an author, each with its edits, oldest first. */
export async function diffOfAuthor(flags: Flags): Promise<number> {
  const { sources, format, all } = flags;
  if (format !== 'text' && format !== 'json')
    throw cannotDiff('AUTHOR takes FORMAT=text and FORMAT=json');
  const { repository, tip } = await openRepository(sources);
  const commits = await listAuthored(repository, tip);
  const told = await readEdits(commits, findOwn(commits, flags), { repository, ...flags });
  const colour = format === 'text' && wantsColour(streams.stdout, process.env);
  writeReport(format === 'json' ? formatJson(told) : formatText(told, { colour, all }), colour);
  return 0;
}

function findOwn(
  commits: readonly AuthoredCommit[],
  { since, author }: Pick<Flags, 'since' | 'author'>,
): readonly AuthoredCommit[] {
  const sinceMs = since === null ? Number.NEGATIVE_INFINITY : parseDate(since);
  const recent = commits.filter(({ at }) => at.getTime() >= sinceMs);
  const part = (author ?? '').toLowerCase();
  const ownCommits = recent.filter((commit) => commit.author.toLowerCase().includes(part));
  if (ownCommits.length > 0) return ownCommits;
  const authors = [...new Set(recent.map((commit) => commit.author))];
  const known = authors.length === 0 ? 'there are no commits' : listSome(authors, 10);
  const from = since === null ? '' : ` since ${since}`;
  throw cannotDiff(`no commit${from} is by "${author}": ${known}`);
}

/** Of each commit, the state before it is read, too, unless it is the one that was read last. */
async function readEdits(
  commits: readonly AuthoredCommit[],
  own: readonly AuthoredCommit[],
  options: Parameters<typeof walkStates>[0],
): Promise<TellableCommit[]> {
  const next = walkStates(options);
  const told: TellableCommit[] = [];
  let last = -1;
  for (const commit of own) {
    const at = commits.indexOf(commit);
    const before = commits[at - 1];
    if (before !== undefined && last !== at - 1) await next(before);
    const { skipped, changes } = await next(commit);
    told.push({ ...commit, skipped, edits: before === undefined ? [] : groupEdits(changes) });
    last = at;
  }
  return told;
}

interface TellableCommit extends AuthoredCommit {
  /** Why its state cannot be read; null if it can. */
  readonly skipped: string | null;
  readonly edits: readonly Edit[];
}

const dayOf = (at: Date) =>
  Number.isNaN(at.getTime()) ? 'unknown day' : at.toISOString().slice(0, 10);

function formatText(
  commits: readonly TellableCommit[],
  { colour, all }: { readonly colour: boolean; readonly all: boolean },
): string {
  const notation = textNotation(colour ? coloured : plain);
  const limits = all
    ? { items: Infinity, cells: Infinity, networks: Infinity }
    : { items: 20, cells: 4, networks: 6 };
  const blocks = commits.map(({ id, at, author, subject, skipped, edits }) => {
    const head = makeVisible(`${dayOf(at)} ${author}: ${subject} (${id.slice(0, 10)})`);
    const shown = edits.slice(0, limits.items);
    const more = edits.length - shown.length;
    return [
      notation.heading(head),
      ...(skipped === null ? [] : [notation.note(`cannot be read: ${makeVisible(skipped)}`)]),
      ...(edits.length === 0 && skipped === null ? [notation.note('no row changes')] : []),
      ...shown.flatMap((edit) => formatEntry(edit, limits, notation)),
      ...(more > 0 ? [notation.note(`... and ${plural(more, 'edit')} more; ALL=1 shows all`)] : []),
    ].join('\n');
  });
  return blocks.join('\n\n');
}

function formatJson(commits: readonly TellableCommit[]): string {
  const shownCommits = commits.map(({ id, at, author, subject, skipped, edits }) => {
    const day = Number.isNaN(at.getTime()) ? null : at.toISOString();
    return { commit: id, at: day, author, subject, skipped, entries: edits };
  });
  return JSON.stringify(shownCommits, null, 2);
}

async function openRepository(
  sources: string,
): Promise<{ readonly repository: Repository; readonly tip: string }> {
  const repository = findRepository(sources);
  if (repository === null) throw cannotDiff(`${sources} is not in a git work tree`);
  const tip = await resolveCommit(repository, 'HEAD').catch((cause: unknown) => {
    throw cannotDiff(`${repository.top} has no commit`, cause);
  });
  return { repository, tip };
}

function parseDate(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw cannotDiff(`SINCE="${text}" is not a date such as 2026-02-12`);
  return ms;
}

function cannotDiff(message: string, cause?: unknown): PipelineError {
  return new PipelineError('bad-base', message, { cause });
}
