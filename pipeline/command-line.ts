/** The commands, as the words of a command line name them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { version } from '../common/version.ts';
import { fail, streams, wording } from './commands/flags.ts';
import { commands } from './commands/index.ts';
import { createOption, readFlags } from './commands/options.ts';
import { PipelineError } from './errors.ts';

/** This file is one level below the project's folder, and so is dist/. */
const project = path.resolve(import.meta.dirname, '..');

/**
 * Runs a command and returns the exit status: 0 success, 1 problems in the data, 2 cannot run. What
 * is wrong is printed.
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  wording.isPackaged = !existsSync(path.join(project, 'Makefile'));
  let status = 0;
  try {
    await createProgram((ended) => (status = ended)).parseAsync(words, { from: 'user' });
    return status;
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : fail(error);
  }
}

function createProgram(end: (status: number) => void): Command {
  const program = new Command('web3-directory').description(
    'Checks the CSV sources of a directory, publishes snapshots and serves them.',
  );
  program.configureHelp({ sortSubcommands: true });
  program.version(version, '--version', 'print the version');
  program.addHelpText('after', '\nExit status: 0 success, 1 problems in the data, 2 cannot run.');
  // Errors are printed by this file, in one place.
  const writeOut = (text: string) => streams.stdout.write(text);
  program.configureOutput({ writeOut, writeErr: () => undefined }).helpCommand(false);
  for (const { name, description, options: given, load } of commands) {
    const command = program.command(name).description(description);
    const options = given.map(createOption);
    for (const option of options) command.addOption(option);
    command.exitOverride((error) => {
      throw toUsageError(error, `${name} takes ${options.map(({ long }) => long).join(', ')}`);
    });
    command.action(async () => {
      end(await (await load())(readFlags(command, project)));
    });
  }
  return program.exitOverride((error) => {
    throw toUsageError(error, program.helpInformation());
  });
}

/** `--help` is not an error: commander has printed the help. */
function toUsageError(error: CommanderError, allowed: string): Error {
  if (error.exitCode === 0) return error;
  const reason =
    error.code === 'commander.help' ? 'no command given' : error.message.replace(/^error: /, '');
  return new PipelineError('usage', `${reason}\n${allowed.trimEnd()}`, { cause: error });
}
