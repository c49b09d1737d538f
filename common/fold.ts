/** Text folding: for search, without case, accents and control characters; for filters, without case. */
import { labelsOnly } from './markdown-links.ts';

/** Separates the cells of a row in its search text. Folding removes it from queries, so that no term matches across cells. */
export const cellSeparator = '\u001f';

const marks = /\p{M}/gu;
const controls = /\p{Cc}/gu;

export function foldText(text: string): string {
  return text.normalize('NFKD').replace(marks, '').toLowerCase().replace(controls, ' ');
}

/** Folds a cell. Keeps the label of a Markdown link and removes its address. */
export function foldCell(text: string): string {
  return foldText(labelsOnly(text));
}

/** Same result as DuckDB's lower(): JavaScript has a final sigma for Σ at the end of words, and two letters for İ. */
export function toLowercase(text: string): string {
  return text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();
}
