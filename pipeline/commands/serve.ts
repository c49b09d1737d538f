/** `serve`: builds, then runs the service. */
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
