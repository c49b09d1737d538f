/** Finds the test files that import a source file, directly or through others. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const imported = /(?:from|import|import\()\s*['"](\.{1,2}\/[^'"]+\.ts)['"]/g;

/** Tests of processes run the programs, which are compiled from all of it. */
const compiledFrom: Readonly<Record<string, readonly string[]>> = {
  'test/support/compiled.ts': ['service/main.ts', 'service/mcp/main.ts', 'pipeline/main.ts'],
};
export const processTests = 'test/support/compiled.ts';

/** Files that a file reaches, with the number of imports on the way. */
export function reachable(folder: string, file: string): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [each, distance] of distances)
    for (const next of importsOf(folder, each))
      if (!distances.has(next)) distances.set(next, distance + 1);
  return distances;
}

const known = new Map<string, readonly string[]>();

function importsOf(folder: string, file: string): readonly string[] {
  const key = path.join(folder, file);
  const own = known.get(key) ?? [...readImports(key, file), ...(compiledFrom[file] ?? [])];
  known.set(key, own);
  return own;
}

/** A text in quotes that looks like an import may name a file that there is not. */
function readImports(place: string, file: string): string[] {
  if (!existsSync(place)) return [];
  const text = readFileSync(place, 'utf8');
  return [...text.matchAll(imported)].map(([, to = '']) =>
    path.posix.join(path.posix.dirname(file), to),
  );
}
