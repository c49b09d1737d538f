/** Plans and writes the fixes of a source folder. */
import { chmod, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PipelineError } from '../errors.ts';
import { type Problem, ProblemCollector, sortProblems } from '../problem.ts';
import { parseTable } from '../read/parse-table.ts';
import { readSources, type SourceFolders } from '../read/read-sources.ts';
import type { Meta } from '../sources.ts';
import type { FixCounts } from './fix-counts.ts';
import { fixTable } from './fix-table.ts';
import { isSameMeaning } from './same-meaning.ts';
import { shapeOf } from './table-shape.ts';

export interface Fix {
  /** Relative to the source folder. */
  readonly path: string;
  readonly text: string;
  readonly counts: FixCounts;
}

export interface FixPlan {
  /** Files that change, sorted by path. */
  readonly fixes: readonly Fix[];
  /** Why a file cannot be read, and so is left alone. */
  readonly unreadable: readonly Problem[];
}

/** Writes nothing. */
export async function planFixes(folders: SourceFolders): Promise<FixPlan> {
  const { meta, files } = await readSources(folders, () => undefined);
  const unreadable: Problem[] = [];
  const fixes: Fix[] = [];
  for (const { path: file } of files) {
    const bytes = await readOwn(folders.sources, file);
    const fix = bytes === null ? null : planFix(file, bytes, meta, unreadable);
    if (fix !== null) fixes.push(fix);
  }
  return { fixes, unreadable: sortProblems(unreadable) };
}

/** Null for a file of meta/ that is not the folder's own but the project's. */
async function readOwn(folder: string, file: string): Promise<Uint8Array | null> {
  return readFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function planFix(file: string, bytes: Uint8Array, meta: Meta, unreadable: Problem[]): Fix | null {
  const shape = shapeOf(file, meta);
  if (shape === null) return null;
  const faults = new ProblemCollector();
  const table = parseTable(file, bytes, faults.add);
  if (table === null) {
    unreadable.push(...faults.sorted());
    return null;
  }
  const source = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const fixed = fixTable(source, shape);
  if (fixed === null || fixed.text === source) return null;
  const after = parseTable(file, new TextEncoder().encode(fixed.text), () => undefined);
  if (after === null || !isSameMeaning(table, after, shape.kinds))
    throw new PipelineError('unsafe-fix', `fixing ${file} would change its meaning; nothing was written`);
  return { path: file, ...fixed };
}

/** The file is the old one or the new one at any time, and keeps its mode; a symbolic link stays one. */
export async function writeFix(folder: string, { path: name, text }: Fix): Promise<void> {
  const file = await realpath(path.join(folder, name));
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  const { mode } = await stat(file);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(temporary, mode);
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
