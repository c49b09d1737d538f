/** What `make compile` made: processes are tested as they are run. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { projectFolder } from './paths.ts';

type Program = 'pipeline' | 'service' | 'mcp';

const files = new Map<Program, string>();

/**
 * The program's file, from the project's folder on; throws where it is older than what it was made
 * from.
 */
export function compiled(program: Program): string {
  return getOrInsert(files, program, () => findFresh(program));
}

function findFresh(program: Program): string {
  const file = `dist/${program}.js`;
  const madeMs = statSync(path.join(projectFolder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const folder of ['common', 'model', program === 'mcp' ? 'service' : program]) {
    const late = listSources(path.join(projectFolder, folder)).find(
      (source) => statSync(source).mtimeMs > madeMs,
    );
    if (late !== undefined) throw new Error(`${file} is older than ${late}: run \`make compile\``);
  }
  return file;
}

/** What starts the service, to be run by sh in the project's folder. */
export function startScript(): string {
  compiled('service');
  return 'deploy/start.sh';
}

function listSources(folder: string): string[] {
  const names = readdirSync(folder, { encoding: 'utf8', recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
}
