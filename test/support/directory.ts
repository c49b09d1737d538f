/**
 * Sources of the service tests: `test/fixtures/directory/`, a frozen folder with all categories. Networks `ethereum`, `base` and `solana` are as editors write
 * them; `aria` has odd cells of every kind, `bora` one long category, `cela` and `nemo` almost nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './paths.ts';
import type { Tree } from './source-tree.ts';

export const directoryFolder = path.join(projectFolder, 'test/fixtures/directory');

export const directory: Tree = readDirectory();

function readDirectory(): Tree {
  const entries = readdirSync(directoryFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const name = (file: string) => path.relative(directoryFolder, file).split(path.sep).join('/');
  return Object.fromEntries(files.toSorted().map((file) => [name(file), readFileSync(file)]));
}

/** A file of the directory. */
export function directoryText(file: string): string {
  return readFileSync(path.join(directoryFolder, file), 'utf8');
}

/** The definition of a kind of thing. */
export function directoryMeta(name: 'application' | 'categories' | 'columns'): string {
  return directoryText(`meta/${name}.csv`);
}

export type Cell = string | boolean | readonly string[];

/** Records -> CSV; the header is made of all their keys. */
export function toCsv(records: readonly Readonly<Record<string, Cell>>[]): string {
  const header = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = records.map((record) => header.map((key) => quote(record[key] ?? '')).join(','));
  return `${[header.join(','), ...lines].join('\n')}\n`;
}

function quote(cell: Cell): string {
  const text =
    typeof cell === 'object'
      ? JSON.stringify(cell)
      : String(cell).replace(/^(true|false)$/, (word) => word.toUpperCase());
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
