/** `preview`: a page with the edited rows, as a process of its own that renders with the code of the service. */
import path from 'node:path';
import { type Flags, runProgram } from './flags.ts';

export async function preview({ project, sources, base, port }: Flags): Promise<number> {
  const program = path.join(project, 'dist/preview.js');
  return runProgram(process.execPath, [program, sources, base ?? 'HEAD', port ?? '8081']);
}
