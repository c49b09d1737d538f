/**
 * Text folding: for search, without case, accents and control characters; for filters, without
 * case.
 */
import { labelsOnly } from './markdown-links.ts';

/**
 * Separates the cells of a row in its search text. Folding removes it from queries, so that no term
 * matches across cells.
 */
export const cellSeparator = '\u001f';

const plain = /^[\x20-\x7e]*$/;
const marks = /\p{M}/gu;
const controls = /\p{Cc}/gu;
/** Signs that phones and word processors write for `"`, `'` and `-`. */
const typographic = /[\u2010-\u2015\u2212\u2018-\u201f\u00ab\u00bb\u2032\u2033\u02bc]/g;

/** Quotes, apostrophes, dashes and hyphens as keyboards have them. */
export function plainSigns(text: string): string {
  return text.replace(typographic, (sign) => {
    if (/[\u2010-\u2015\u2212]/.test(sign)) return '-';
    return /[\u2018-\u201b\u2032\u02bc]/.test(sign) ? "'" : '"';
  });
}

export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return plainSigns(text.normalize('NFKD').replace(marks, '').toLowerCase().replace(controls, ' '));
}

/** Folds a cell. Keeps the label of a Markdown link and removes its address. */
export function foldCell(text: string): string {
  return foldText(labelsOnly(text));
}

/**
 * Same result as DuckDB's lower(): JavaScript has a final sigma for Σ at the end of words, and two
 * letters for İ.
 */
export function toLowercase(text: string): string {
  return text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();
}
