/** `serve` of the installed command: builds, then runs the service as `make serve` does. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { PipelineError } from '../errors.ts';
import { build } from './build.ts';
import type { Flags } from './flags.ts';

/** Exit status of the service, or of a build that published nothing. */
export async function serve(flags: Flags): Promise<number> {
  const status = await build(flags);
  if (status !== 0) return status;
  const port = flags.port ?? process.env.PORT;
  const child = spawn('sh', [path.join(flags.project, 'deploy/start.sh')], {
    stdio: 'inherit',
    env: { ...process.env, BUILD_DIR: flags.build, PORT: port },
  });
  // A terminal sends SIGINT to the service too.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new PipelineError('no-service', `cannot start the service: ${error.message}`)));
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
