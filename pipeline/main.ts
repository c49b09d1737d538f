/** Command line of the pipeline: words in, exit status out (0 fine, 1 problems in the data, 2 cannot run). */
import { z } from 'zod';
import { nearestName } from '../common/nearest-name.ts';
import { type Command, readFlags, usageError } from './commands/flags.ts';
import { ignoreClosedPipe } from './commands/output.ts';
import { PipelineError } from './errors.ts';

/** Loaded when they are asked for: a check needs no database. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  build: async () => (await import('./commands/build.ts')).build,
  check: async () => (await import('./commands/check.ts')).check,
  diff: async () => (await import('./commands/diff.ts')).diff,
  fix: async () => (await import('./commands/fix.ts')).fix,
  rollback: async () => (await import('./commands/rollback.ts')).rollback,
  watch: async () => (await import('./commands/watch.ts')).watch,
};

async function main(): Promise<number> {
  const { command, flags } = readFlags();
  const load = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (load !== undefined) return (await load())(flags);
  const near = nearestName(command, Object.keys(commands));
  if (command === '') throw usageError('name a command');
  throw usageError(`no command "${command}"${near === null ? '' : `; did you mean "${near}"?`}`);
}

// zod compiles each schema at its first use; the few definitions of one run are checked sooner without.
z.config({ jitless: true });
ignoreClosedPipe();
try {
  process.exitCode = await main();
} catch (error) {
  // A system error (no space, no permission) says what happened in its message; anything else is a fault of ours.
  const expected = error instanceof PipelineError || (error instanceof Error && 'syscall' in error);
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 2;
}
