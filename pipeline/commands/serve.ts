/** Commands that run a program of the project: `serve` and `preview`. */
import path from 'node:path';
import { build } from './build.ts';
import { type Flags, runProgram } from './flags.ts';

/** Builds, then runs the service as `make serve` does. Returns the exit status of the service, or of a build that published nothing. */
export async function serve(flags: Flags): Promise<number> {
  const status = await build(flags);
  if (status !== 0) return status;
  const port = flags.port ?? process.env.PORT;
  return runProgram('sh', [path.join(flags.project, 'deploy/start.sh')], { BUILD_DIR: flags.build, PORT: port });
}

/** A page with the edited rows, as a process of its own that renders with the code of the service. */
export async function preview({ project, sources, base, port }: Flags): Promise<number> {
  const program = path.join(project, 'dist/preview.js');
  return runProgram(process.execPath, [program, sources, base ?? 'HEAD', port ?? '8081']);
}
