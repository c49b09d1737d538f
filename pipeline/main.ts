#!/usr/bin/env node
/** Command line of the project, `web3-directory` in the npm package. Exit status: 0 success, 1 problems in the data, 2 cannot run. */
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError, type Option } from 'commander';
import * as z from 'zod';
import { version } from '../common/version.ts';
import { defaultInterval, type Flags, type ProbeFlags, probeDefaults, type RunCommand } from './commands/flags.ts';
import {
  all,
  allowLoopback,
  base,
  branch,
  build,
  checkBase,
  confirm,
  contact,
  diffFormat,
  dryRun,
  fixBase,
  force,
  format,
  guard,
  hostPause,
  importOptions,
  interval,
  listOptions,
  maxRows,
  megabytes,
  minutes,
  once,
  origin,
  port,
  previewBase,
  publishTo,
  renameOptions,
  reportFormat,
  requests,
  schemasTo,
  setOptions,
  since,
  sources,
  strict,
  to,
} from './commands/options.ts';
import { PipelineError } from './errors.ts';
import { limits } from './limits.ts';

/** This file is one level below the project's folder, and so is dist/. */
const project = path.resolve(import.meta.dirname, '..');

interface CommandDefinition {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Option[];
  /** Commands are imported when they run: `check` does not load DuckDB. */
  readonly load: () => Promise<RunCommand>;
}

const commands: readonly CommandDefinition[] = [
  {
    name: 'build',
    description: 'check the sources and publish a snapshot',
    options: [sources, build, force, strict, format, all, maxRows, guard, confirm],
    load: async () => (await import('./commands/build.ts')).build,
  },
  {
    name: 'check',
    description: 'check the sources',
    options: [sources, build, checkBase, strict, format, all, maxRows, guard, confirm],
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'diff',
    description: 'show what a build would change',
    options: [sources, build, base, diffFormat, all, maxRows, guard, confirm],
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'fix',
    description: 'fix problems that have a safe fix',
    options: [sources, fixBase, dryRun],
    load: async () => (await import('./commands/fix.ts')).fix,
  },
  {
    name: 'follow',
    description: 'keep a build folder equal to an origin',
    options: [origin, build, once, interval],
    load: async () => (await import('./commands/follow.ts')).follow,
  },
  {
    name: 'history',
    description: 'find the changes in the commits of the source folder, for the next build',
    options: [sources, build, since, branch, maxRows],
    load: async () => (await import('./commands/history.ts')).history,
  },
  {
    name: 'probe',
    description: 'read endpoints, MCP servers, links and quotations of the sources in the world',
    options: [
      ...[sources, build, reportFormat, contact, requests, megabytes, minutes, hostPause],
      ...[allowLoopback, maxRows],
    ],
    load: async () => (await import('./commands/probe.ts')).probe,
  },
  {
    name: 'import',
    description: 'add the rows of a spreadsheet to the offers of a category',
    options: [sources, ...importOptions, dryRun],
    load: async () => (await import('./commands/edit.ts')).importFile,
  },
  {
    name: 'list',
    description: 'list an offer on networks',
    options: [sources, ...listOptions, dryRun],
    load: async () => (await import('./commands/edit.ts')).list,
  },
  {
    name: 'preview',
    description: 'show the edited rows as pages will show them, on a page of this machine',
    options: [sources, previewBase, port, guard],
    load: async () => (await import('./commands/preview.ts')).preview,
  },
  {
    name: 'publish',
    description: 'upload a build folder with rclone',
    options: [build, publishTo],
    load: async () => (await import('./commands/publish.ts')).publish,
  },
  {
    name: 'rename',
    description: 'rename an offer, a provider or a network everywhere',
    options: [sources, ...renameOptions, dryRun],
    load: async () => (await import('./commands/edit.ts')).rename,
  },
  {
    name: 'rollback',
    description: 'make an earlier snapshot the current one',
    options: [build, to],
    load: async () => (await import('./commands/build.ts')).rollback,
  },
  {
    name: 'schemas',
    description: 'write Table Schemas and JSON Schemas of the tables of the sources',
    options: [sources, build, schemasTo],
    load: async () => (await import('./commands/schemas.ts')).schemas,
  },
  {
    name: 'serve',
    description: 'build and serve the pages and the API',
    options: [sources, build, port, force, strict, maxRows, guard, confirm],
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'set',
    description: 'set a column of the offers that match',
    options: [sources, ...setOptions, dryRun],
    load: async () => (await import('./commands/edit.ts')).set,
  },
  {
    name: 'watch',
    description: 'build whenever the sources change',
    options: [sources, build, strict, maxRows, guard, confirm],
    load: async () => (await import('./commands/watch.ts')).watch,
  },
];

function createProgram(): Command {
  const program = new Command('web3-directory').description(
    'Checks the CSV sources of a directory of Web3 infrastructure, publishes snapshots and serves them.',
  );
  program.version(version, '--version', 'print the version');
  program.addHelpText('after', '\nExit status: 0 success, 1 problems in the data, 2 cannot run.');
  // Errors are printed by this file, in one place.
  program.configureOutput({ writeErr: () => undefined }).helpCommand(false);
  for (const { name, description, options, load } of commands) {
    const command = program.command(name).description(description);
    for (const option of options) command.addOption(option);
    command.exitOverride((error) => {
      throw toUsageError(error, `${name} takes ${options.map(({ long }) => long).join(', ')}`);
    });
    command.action(async () => {
      process.exitCode = await (await load())(readFlags(command));
    });
  }
  return program.exitOverride((error) => {
    throw toUsageError(error, program.helpInformation());
  });
}

/** `--help` is not an error: commander has printed the help. */
function toUsageError(error: CommanderError, allowed: string): Error {
  if (error.exitCode === 0) return error;
  const reason = error.code === 'commander.help' ? 'no command given' : error.message.replace(/^error: /, '');
  return new PipelineError('usage', `${reason}\n${allowed.trimEnd()}`, { cause: error });
}

function readFlags(command: Command): Flags {
  const values = command.opts<Partial<Flags>>();
  return {
    project,
    sources: path.resolve(values.sources ?? ''),
    build: path.resolve(values.build ?? ''),
    port: values.port ?? null,
    force: values.force === true,
    to: values.to ?? null,
    origin: values.origin ?? null,
    once: values.once === true,
    interval: values.interval ?? defaultInterval,
    base: values.base ?? null,
    since: values.since ?? null,
    branch: values.branch ?? null,
    format: values.format ?? 'text',
    strict: values.strict === true,
    all: values.all === true,
    dryRun: values.dryRun === true,
    words: command.opts(),
    guard: values.guard ?? '',
    confirm: values.confirm === true,
    maxRows: values.maxRows ?? limits.rows,
    probe: { ...probeDefaults, ...command.opts<Partial<ProbeFlags>>() },
  };
}

/** `make check | head` closes the pipe early; that is not an error. */
function ignoreClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

function exitStatusOf(error: unknown): 0 | 2 {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  // System errors (disk full, no permission) have a clear message. Anything else is a bug and needs a stack.
  const expected = error instanceof PipelineError || (error instanceof Error && 'syscall' in error);
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  return 2;
}

// V8 optimizes a function after it has run this much bytecode. With V8's default, an eighth, the optimizer's threads take a fifth of the
// CPU time of a build or a check, which end before most optimized code has paid for itself. The V8 of Node 22 has no such flag.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=1000000');
// zod compiles each schema at its first use, which takes longer than checking the few definitions of one run.
z.config({ jitless: true });
ignoreClosedPipe();
try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = exitStatusOf(error);
}
