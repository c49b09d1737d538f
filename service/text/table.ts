/** The writer of Markdown tables: of pages, of comparisons and of answers of tools. */
import { escapeMarkdown } from '../../common/markdown.ts';
import { labelsOnly } from '../../common/markdown-links.ts';
import type { Row } from '../snapshot/catalog.ts';
import { clip } from './clip.ts';

/** Lines of a table; its cells are Markdown. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  return [head, head.map(() => '-'), ...rows].map(tableLine);
}

export function tableLine(cells: readonly string[]): string {
  return `|${cells.join('|')}|`;
}

/** Longer texts are cut. */
export const maxCell = 60;

/** One line of Markdown without markup: links by their labels. */
export function tableCell(text: string): string {
  return escapeMarkdown(clip(labelsOnly(text).replace(/\s+/g, ' ').trim(), maxCell));
}

/** The texts of a value; none for a blank cell. */
export function textsOf(value: Row[string] | undefined): readonly string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [String(value)];
}

/** The same, with flags as words. */
export function textsOfCell(
  value: Row[string] | undefined,
  { valueKind }: { readonly valueKind: string },
): readonly string[] {
  const texts = textsOf(value);
  return valueKind === 'boolean' ? texts.map((text) => (text === '1' ? 'Yes' : 'No')) : texts;
}
