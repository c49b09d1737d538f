#!/usr/bin/env node
/** Command line of the project, `web3-directory` in the npm package. Exit status: 0 success, 1 problems in the data, 2 cannot run. */
import path from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { version } from '../common/version.ts';
import { defaultInterval, type Flags, type ProbeFlags, probeDefaults, type RunCommand } from './commands/flags.ts';
import { PipelineError } from './errors.ts';
import { limits } from './limits.ts';

/** This file is one level below the project's folder, and so is dist/. */
const project = path.resolve(import.meta.dirname, '..');

const sources = new Option('--sources <dir>', 'source folder').default('sources');
const build = new Option('--build <dir>', 'build folder').default('build');
const port = new Option('--port <number>', 'port of the service; default: PORT or 8080');
const format = new Option('--format <name>', 'format of the report: text, json, github or sarif').default('text');
const diffFormat = new Option('--format <name>', 'format of the diff: text, json or markdown').default('text');
const reportFormat = new Option('--format <name>', 'format of the report: text or json').default('text');
const strict = new Option('--strict', 'treat warnings as errors').default(false);
const all = new Option('--all', 'print long lists in full').default(false);
const force = new Option('--force', 'publish even if nothing changed').default(false);
const base = new Option('--base <base>', 'snapshot id, source folder or git revision; default: current snapshot');
const checkBase = new Option(
  '--base <base>',
  'snapshot id, source folder or git revision: only problems that it does not have count',
);
const fixBase = new Option('--base <base>', 'source folder or git revision: only files that differ from it are fixed');
const to = new Option('--to <id>', 'snapshot id; default: the snapshot before the current one');
const publishTo = new Option('--to <target>', 'rclone remote such as `s3:bucket/path`, or a folder');
const origin = new Option(
  '--origin <address>',
  'address of a build folder on a web server, or of `/snapshots` of a service',
);
const once = new Option('--once', 'end when the folder is equal to the origin').default(false);
const interval = new Option('--interval <seconds>', 'time between two looks at the origin')
  .env('FOLLOW_INTERVAL')
  .argParser((text) => parseSeconds('FOLLOW_INTERVAL', text))
  .default(defaultInterval);
const since = new Option('--since <date>', 'first date, such as 2026-02-12; default: all commits');
const branch = new Option('--branch <name>', 'branch, tag or commit; default: what is checked out');
const maxRows = new Option('--max-rows <count>', 'rows above which the sources are refused')
  .env('MAX_ROWS')
  .argParser((text) => parseCount('MAX_ROWS', 'rows', text))
  .default(limits.rows);
const contact = new Option('--contact <address>', 'https:// or mailto: address, which the probed hosts are told').env(
  'PROBE_CONTACT',
);
const requests = new Option('--requests <count>', 'requests after which a run ends')
  .env('PROBE_REQUESTS')
  .argParser((text) => parseCount('PROBE_REQUESTS', 'requests', text))
  .default(probeDefaults.requests);
const megabytes = new Option('--megabytes <count>', 'received megabytes after which a run ends')
  .env('PROBE_MEGABYTES')
  .argParser((text) => parseCount('PROBE_MEGABYTES', 'megabytes', text))
  .default(probeDefaults.megabytes);
const minutes = new Option('--minutes <count>', 'time after which a run ends')
  .env('PROBE_MINUTES')
  .argParser((text) => parseCount('PROBE_MINUTES', 'minutes', text))
  .default(probeDefaults.minutes);
const hostPause = new Option('--host-pause <seconds>', 'time between two requests to a host')
  .env('PROBE_HOST_PAUSE')
  .argParser((text) => parseSeconds('PROBE_HOST_PAUSE', text))
  .default(probeDefaults.hostPause);
const allowLoopback = new Option('--allow-loopback', 'for tests: connect to 127.0.0.0/8 too').default(false);
const dryRun = new Option('--dry-run', 'list the changes and write nothing').default(false);

const guard = new Option('--guard <limits>', 'limits of mass changes, such as `cells=20/50%,networks=1`')
  .env('GUARD')
  .default('');
const confirm = new Option('--confirm', 'accept mass changes').default(false);

const category = new Option('--category <key>', 'category of the offers, such as `apis`');
const renamedTo = new Option('--to <name>', 'new slug, name or key');
const importOptions = [new Option('--file <file>', 'rows to import: .xlsx or .csv'), category];
const renameOptions = [
  new Option('--what <kind>', 'offer, provider or network'),
  new Option('--from <name>', 'slug of an offer, name of a provider or key of a network'),
  renamedTo,
  category,
];
const listOptions = [
  new Option('--offer <slug>', 'offer to list'),
  new Option('--networks <keys>', 'networks, separated by commas'),
  new Option('--chains <names>', 'chains, separated by commas'),
];
const setOptions = [
  category,
  new Option('--column <key>', 'column to set'),
  new Option('--value <text>', 'text of the cells'),
  new Option('--where <conditions>', 'offers to change, such as `provider=Ankr,planType=Free`'),
];

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

function parseCount(name: string, unit: string, text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`${name} is a number of ${unit} above 0.`);
}

function parseSeconds(name: string, text: string): number {
  if (/^\d{1,5}(?:\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError(`${name} is a number of seconds above 0.`);
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

// zod compiles each schema at its first use, which takes longer than checking the few definitions of one run.
z.config({ jitless: true });
ignoreClosedPipe();
try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = exitStatusOf(error);
}
