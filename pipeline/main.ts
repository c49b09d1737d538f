/** Command line of the pipeline: words in, exit status out (0 fine, 1 problems in the data, 2 cannot run). */
import { build } from './commands/build.ts';
import { check } from './commands/check.ts';
import { diff } from './commands/diff.ts';
import { fix } from './commands/fix.ts';
import { type Command, readFlags, usageError } from './commands/flags.ts';
import { ignoreClosedPipe } from './commands/output.ts';
import { rollback } from './commands/rollback.ts';
import { watch } from './commands/watch.ts';
import { PipelineError } from './errors.ts';
import { nearest } from './nearest.ts';

const commands: Readonly<Record<string, Command>> = { build, check, diff, fix, rollback, watch };

async function main(): Promise<number> {
  const { command, flags } = readFlags();
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run !== undefined) return run(flags);
  const near = nearest(command, Object.keys(commands));
  if (command === '') throw usageError('name a command');
  throw usageError(`no command "${command}"${near === null ? '' : `; did you mean "${near}"?`}`);
}

ignoreClosedPipe();
try {
  process.exitCode = await main();
} catch (error) {
  // A system error (no space, no permission) says what happened in its message; anything else is a fault of ours.
  const expected = error instanceof PipelineError || (error instanceof Error && 'syscall' in error);
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 2;
}
