/** Progress of a build: one line for each stage on a terminal. */
import type { Progress } from './check-sources.ts';

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createProgress(output: Output, quiet = process.env.CI !== undefined): Progress {
  if (output.isTTY !== true || quiet) return () => undefined;
  let startedMs = performance.now();
  return (stage, done) => {
    if (done === undefined) {
      startedMs = performance.now();
      output.write(`${stage} ...`);
      return;
    }
    output.write(`\r${stage.padEnd(8)} ${done} (${Math.round(performance.now() - startedMs)} ms)\x1b[K\n`);
  };
}
