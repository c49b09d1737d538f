#!/usr/bin/env node
/**
 * Command line of the project, `web3-directory` in the npm package. Exit status: 0 success, 1
 * problems in the data, 2 cannot run.
 */
import { setFlagsFromString } from 'node:v8';
import * as z from 'zod';
import { runCommandLine } from './command-line.ts';
import { fail } from './commands/flags.ts';

/** `make check | head` closes the pipe early; that is not an error. */
function ignoreClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// V8 optimizes a function after it has run this much bytecode. With V8's default, a fifth of it,
// the optimizer's threads take a fifth of the CPU time of a check, and it ends no sooner. The V8 of
// Node 22 has no such flag.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=600000');
// New objects get 16 MB at once. With V8's default, 1 MB that doubles, a check copies what it has
// read several times, which takes a twentieth of its CPU time.
setFlagsFromString('--semi-space-growth-factor=16');
// zod compiles each schema at its first use, which takes longer than checking the few definitions
// of one run.
z.config({ jitless: true });
ignoreClosedPipe();
process.on('uncaughtException', (error) => process.exit(fail(error)));
process.exitCode = await runCommandLine(process.argv.slice(2));
