/** The tables and lists of interface.md as data, from the extract that lies beside the tests. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './paths.ts';

export const extractFile = path.join(projectFolder, 'test/fixtures/interface/interface.md');
/** A row of a table: its cells by column heading. */
export type TableRow = Readonly<Record<string, string>>;

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface Section {
  readonly heading: string;
  readonly text: string;
}

/** Every heading with what stands below it up to the next heading. */
export function parseSections(markdown: string): Section[] {
  const parts = markdown.split(/^(?=#{1,6} )/m).filter((part) => part.startsWith('#'));
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    return { heading: heading.replace(/^#+ /, ''), text: lines.join('\n') };
  });
}

const sections = parseSections(readFileSync(extractFile, 'utf8'));

/** What stands below the one heading that begins so. */
export function sectionOf(heading: string): string {
  const found = sections.filter((section) => section.heading.startsWith(heading));
  assert.equal(found.length, 1, `one section "${heading}" in ${extractFile}`);
  return found[0]?.text ?? '';
}

/** The table below a heading that has the given columns. */
export function tableOf(heading: string, ...columns: readonly string[]): readonly TableRow[] {
  const tables = parseTables(sectionOf(heading)).filter((table) =>
    columns.every((name) => table.columns.includes(name)),
  );
  assert.equal(tables.length, 1, `one table with ${columns.join(', ')} below "${heading}"`);
  return tables[0]?.rows ?? [];
}

function parseTables(text: string): Table[] {
  const blocks = text.match(/^\|.*\|\n\|[-| ]+\|\n(?:\|.*\|\n?)*/gm) ?? [];
  return blocks.map((block) => {
    const [head = [], , ...body] = block.trim().split('\n').map(parseLine);
    return {
      columns: head,
      rows: body.map((cells) =>
        Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])),
      ),
    };
  });
}

/** A `|` inside back quotes does not end a cell. */
function parseLine(line: string): string[] {
  const cells =
    line
      .trim()
      .slice(1, -1)
      .match(/(?:`[^`]*`|[^|`])+/g) ?? [];
  return cells.map((cell) => cell.trim());
}

export function cellOf(row: TableRow, name: string): string {
  const cell = row[name];
  assert.ok(cell !== undefined, `a cell "${name}"`);
  return cell;
}

/** The words in back quotes, in order. */
export function quotedWords(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, word = '']) => word);
}

/** The words in back quotes of the sentence, or part of it, that begins so. */
export function wordsAfter(text: string, beginning: string): string[] {
  const [, rest] = text.split(beginning, 2);
  assert.ok(rest !== undefined, `"${beginning}" stands in the extract`);
  return quotedWords(rest.split(/\.(?:\s|$)/)[0] ?? '');
}
