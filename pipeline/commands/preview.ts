/** `preview`: a page with the edited rows, as a process of its own that renders with the code of the service. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Flags } from './flags.ts';

export async function preview({ project, sources, base, port }: Flags): Promise<number> {
  const words = [sources, base ?? 'HEAD', port ?? '8081'];
  const child = spawn(process.execPath, [path.join(project, 'dist/preview.js'), ...words], { stdio: 'inherit' });
  // A terminal sends SIGINT to the child too.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 0));
  });
}
