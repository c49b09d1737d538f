/**
 * Tables of cases: lines of cells between tabs below a header; `#` begins a comment. The cells are
 * JSON where a test says so.
 */
import { readFileSync } from 'node:fs';

export type Case = Readonly<Record<string, string>>;

export function readCases(name: string): readonly Case[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  const [header, ...rows] = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  return rows.map((cells) =>
    Object.fromEntries((header ?? []).map((key, index) => [key, cells[index] ?? ''])),
  );
}
