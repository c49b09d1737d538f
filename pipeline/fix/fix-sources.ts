/** Plans and writes the fixes of a source folder. */
import { chmod, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PipelineError } from '../errors.ts';
import { type Problem, ProblemCollector, sortProblems } from '../problem.ts';
import { parseTable } from '../read/parse-table.ts';
import { readSources, type SourceFolders } from '../read/read-sources.ts';
import { SourceFolder } from '../read/source-folder.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import type { FixCounts } from './fix-counts.ts';
import { fixTable, type TableShape } from './fix-table.ts';
import { isSameMeaning } from './same-meaning.ts';
import { shapeOf } from './table-shape.ts';

export interface Fix {
  /** Relative to the source folder. */
  readonly path: string;
  /** File to write: what the path leads to, inside the source folder. */
  readonly target: string;
  readonly text: string;
  readonly counts: FixCounts;
}

export interface FixPlan {
  /** Files that change, sorted by path. */
  readonly fixes: readonly Fix[];
  /** Problems that make files unreadable; these files stay unchanged. */
  readonly unreadable: readonly Problem[];
}

/** Writes nothing. */
export async function planFixes(folders: SourceFolders): Promise<FixPlan> {
  const { meta, files } = await readSources(folders, () => undefined);
  const skipped = new ProblemCollector();
  // Files of the default meta/ are among those read, but not in the folder.
  const folder = await SourceFolder.open(folders.sources, { add: skipped.add, unreadable: new UnreadableInput() });
  const categories = new Set(meta.categories.map(({ key }) => key));
  const unreadable: Problem[] = [];
  const fixes: Fix[] = [];
  for (const { path: file } of files) {
    const bytes = folder.read(file);
    const shape = shapeOf(file, meta, categories);
    const fix = bytes === null || shape === null ? null : planFix(file, bytes, shape, unreadable);
    if (fix !== null) fixes.push({ ...fix, target: folder.locate(file) ?? '' });
  }
  return { fixes, unreadable: sortProblems([...skipped.sorted(), ...unreadable]) };
}

function planFix(
  file: string,
  bytes: Uint8Array,
  shape: TableShape,
  unreadable: Problem[],
): Omit<Fix, 'target'> | null {
  const faults = new ProblemCollector();
  const table = parseTable(file, bytes, faults.add);
  if (table === null || table.hasQuoteFaults) {
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
export async function writeFix({ target: file, text }: Fix): Promise<void> {
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
