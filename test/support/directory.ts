/**
 * Sources of the service tests: `test/fixtures/directory/`, a frozen folder with all categories.
 * Networks `ethereum`, `base` and `solana` are as editors write them; `aria` has odd cells of every
 * kind, `bora` one long category, `cela` and `nemo` almost nothing.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './paths.ts';
import { readTree, type Tree } from './source-tree.ts';

export const directoryFolder = path.join(projectFolder, 'test/fixtures/directory');

export const directory: Tree = readTree(directoryFolder);

/** Some of its categories alone, with everything that refers to them and without logos. */
export function directoryOf(categories: readonly string[]): Tree {
  const isOwn = (category: string) => categories.includes(category);
  return Object.fromEntries(
    Object.entries(directory).flatMap(([file, content]) => {
      if (/^references\/providers\/images\//.test(file)) return [];
      if (/^(?:references\/offers|listings)\//.test(file))
        return isOwn(path.basename(file, '.csv')) ? [[file, content]] : [];
      if (!/^(?:meta\/sets|references\/quotations)\.csv$/.test(file)) return [[file, content]];
      const [header = '', ...lines] = String(content).split('\n');
      const own = lines.filter((line) => isOwn(line.split(',')[0] ?? ''));
      return [[file, `${[header, ...own].join('\n')}\n`]];
    }),
  );
}

/** For tests of endpoints that build often, in half of the time. */
export const directoryOfApis = directoryOf(['apis']);

/** A file of the directory. */
export function directoryText(file: string): string {
  return readFileSync(path.join(directoryFolder, file), 'utf8');
}

/** The definition of a kind of thing. */
export function directoryMeta(name: 'application' | 'categories' | 'columns' | 'site'): string {
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
