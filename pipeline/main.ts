#!/usr/bin/env node
/** Command line of the project, `web3-directory` in the npm package. Exit status: 0 success, 1 problems in the data, 2 cannot run. */
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError } from 'commander';
import * as z from 'zod';
import { version } from '../common/version.ts';
import { defaultFlags, type Flags, fail } from './commands/flags.ts';
import { commands } from './commands/index.ts';
import { PipelineError } from './errors.ts';

/** This file is one level below the project's folder, and so is dist/. */
const project = path.resolve(import.meta.dirname, '..');

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
  const { sources = '', build = '', ...given } = command.opts<Partial<Flags>>();
  const folders = { project, sources: path.resolve(sources), build: path.resolve(build) };
  return { ...defaultFlags, ...given, ...folders, words: command.opts() };
}

/** `make check | head` closes the pipe early; that is not an error. */
function ignoreClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// V8 optimizes a function after it has run this much bytecode. With V8's default, less than half, the optimizer's threads take a sixth of
// the CPU time of a check, and it ends no sooner. The V8 of Node 22 has no such flag.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=300000');
// zod compiles each schema at its first use, which takes longer than checking the few definitions of one run.
z.config({ jitless: true });
ignoreClosedPipe();
process.on('uncaughtException', (error) => process.exit(fail(error)));
try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : fail(error);
}
