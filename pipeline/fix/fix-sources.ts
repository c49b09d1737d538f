/** Plans and writes the fixes of a source folder. */
import { chmod, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Value } from '../../model/rows.ts';
import { checkSources } from '../check-sources.ts';
import { PipelineError } from '../errors.ts';
import { compareText, type Problem, ProblemCollector, sortProblems } from '../problem.ts';
import { parseValue, straightenQuotes } from '../read/parse-entries.ts';
import { parseTable } from '../read/parse-table.ts';
import { SourceFolder } from '../read/source-folder.ts';
import type { Table, TableRecord } from '../read/table.ts';
import type { FixableRule } from '../rules.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import { type CellKinds, kindsOf } from './cell-kinds.ts';
import { isTypographic } from './fix-cell.ts';
import { type FixCounts, fixableRules } from './fix-counts.ts';
import { fixTable, type TableShape } from './fix-table.ts';

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

export interface FixOptions {
  readonly sources: string;
  /** The project's own folder: its `sources/meta` is the default. */
  readonly project: string;
  /** Source folder of the base: files with the same bytes there stay unchanged. Null to fix all files. */
  readonly base: string | null;
}

/** Fixes what a check reports, and nothing else. Writes nothing. */
export async function planFixes({ sources, project, base }: FixOptions): Promise<FixPlan> {
  const { sources: read, problems } = await checkSources({ sources, project, progress: () => undefined });
  const reported = rulesByFile(problems);
  const skipped = new ProblemCollector();
  // Files of the default meta/ are among those read, but not in the folder.
  const folder = await SourceFolder.open(sources, { add: skipped.add, unreadable: new UnreadableInput() });
  const old = base === null ? null : await SourceFolder.open(base);
  const unreadable: Problem[] = [];
  const fixes: Fix[] = [];
  for (const { path: file } of read.files) {
    const bytes = folder.read(file);
    const kinds = kindsOf(file, read.meta);
    if (bytes === null || kinds === null || isSameFile(old, file, bytes)) continue;
    const fix = planFix(file, bytes, { kinds, rules: reported.get(file) ?? new Set() }, unreadable);
    if (fix !== null) fixes.push({ ...fix, target: folder.locate(file) ?? '' });
  }
  return { fixes, unreadable: sortProblems([...skipped.sorted(), ...unreadable]) };
}

function isSameFile(old: SourceFolder | null, file: string, bytes: Uint8Array): boolean {
  const before = old?.read(file) ?? null;
  return before !== null && Buffer.compare(before, bytes) === 0;
}

function rulesByFile(problems: readonly Problem[]): Map<string, Set<FixableRule>> {
  const known = new Map<string, FixableRule>(fixableRules.map((rule) => [rule, rule]));
  const rules = new Map<string, Set<FixableRule>>();
  for (const { file, rule } of problems) {
    const fixable = known.get(rule);
    if (fixable !== undefined) rules.set(file, (rules.get(file) ?? new Set()).add(fixable));
  }
  return rules;
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
  if (shape.rules.size === 0) return null;
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

const valueKinds = { text: 'string', boolean: 'boolean', list: 'array', set: 'array' } as const;

/** Whether two tables have the same cells. The order of their records, and repeated items of a set, may differ. */
function isSameMeaning(before: Table, after: Table, kinds: CellKinds): boolean {
  const [one, other] = [before, after].map(({ header, records }) => [
    JSON.stringify(header),
    ...records.map((record) => meaningOf(record, header, kinds)).toSorted(compareText),
  ]);
  return one?.length === other?.length && one?.every((line, index) => line === other?.[index]) === true;
}

function meaningOf({ cells }: TableRecord, header: readonly string[], kinds: CellKinds): string {
  const values = cells.map((cell, index): Value => {
    const kind = kinds.get(header[index] ?? '') ?? 'text';
    const parsed = parseValue(valueKinds[kind], isTypographic(cell, kind) ? straightenQuotes(cell) : cell);
    if ('fault' in parsed) return cell.trim();
    return kind === 'set' && Array.isArray(parsed.value) ? [...new Set(parsed.value)] : parsed.value;
  });
  return JSON.stringify(values);
}
