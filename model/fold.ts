/** Folding: the form of a text in which search compares, without case, accents and control characters. */

/** Between two cells in a search text. Folding removes it from queries, so no term reaches across cells. */
export const cellSeparator = '\u001f';

const marks = /\p{M}/gu;
const controls = /\p{Cc}/gu;
const markdownLink = /\[([^\]]*)\]\([^)]*\)/g;

export function foldText(text: string): string {
  return text.normalize('NFKD').replace(marks, '').toLowerCase().replace(controls, ' ');
}

/** A cell as search sees it: the address part of a Markdown link is left out, its label stays. */
export function foldCell(text: string): string {
  return foldText(text.replace(markdownLink, '$1'));
}
