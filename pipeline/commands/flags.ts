/** The words of the command line -> a command and its flags. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PipelineError } from '../errors.ts';
import { project } from '../project.ts';

const usage = `usage: node dist/pipeline.js <command> [options]
  build     check the sources and publish a snapshot   --sources DIR --build DIR --force --strict --format NAME --all
  check     only check the sources                     --sources DIR --strict --format NAME --all
  diff      say what a build would change              --sources DIR --build DIR --base BASE --format NAME --all
  fix       mend what is safe to mend in the sources   --sources DIR --dry-run
  rollback  point at the snapshot before               --build DIR --to ID
  watch     build whenever the sources change          --sources DIR --build DIR --strict
  --base is a snapshot id, a source folder or a git revision; --format of a diff is text, json or markdown
  --format is text, json, github or sarif; --strict makes warnings count; --all cuts no list short`;

/** How long a command waits for another one that works in the same build folder. */
export const lockWaitMs = 60_000;

export interface Flags {
  readonly sources: string;
  readonly build: string;
  /** Publishes even where nothing has changed. */
  readonly force: boolean;
  readonly to: string | null;
  /** What `diff` compares with; null for the current snapshot. */
  readonly base: string | null;
  /** As it was written: each command knows the formats that it has. */
  readonly format: string;
  /** Warnings count as errors do. */
  readonly strict: boolean;
  /** Prints long lists to their end. */
  readonly all: boolean;
  readonly dryRun: boolean;
}

export type Command = (flags: Flags) => Promise<number>;

export function usageError(reason: string, cause?: unknown): PipelineError {
  return new PipelineError('usage', `${reason}\n${usage}`, { cause });
}

export function readFlags(): { readonly command: string; readonly flags: Flags } {
  const { values, positionals } = readWords();
  const flags = {
    sources: path.resolve(values.sources),
    build: path.resolve(values.build),
    force: values.force,
    to: values.to ?? null,
    base: values.base ?? null,
    format: values.format,
    strict: values.strict,
    all: values.all,
    dryRun: values['dry-run'],
  };
  return { command: positionals[0] ?? '', flags };
}

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        sources: { type: 'string', default: path.join(project, 'sources') },
        build: { type: 'string', default: path.join(project, 'build') },
        force: { type: 'boolean', default: false },
        to: { type: 'string' },
        base: { type: 'string' },
        format: { type: 'string', default: 'text' },
        strict: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw usageError((error as Error).message, error);
  }
}
