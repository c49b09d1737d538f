/** Cells that seem to be one, which a comma without quotes has split. */

/** `"$1" and "000/mo" seem to be one cell, which is not in quotes`; null where none look like that. */
export function findSplitCell(cells: readonly string[]): string | null {
  for (const [index, right] of cells.entries()) {
    const left = cells[index - 1]?.trim() ?? '';
    if (left !== '' && isSplit(left, right))
      return `"${left}" and "${right.trim()}" seem to be one cell without quotes`;
  }
  return null;
}

/** After a comma there is a space in a sentence, and three digits in a number. */
function isSplit(left: string, right: string): boolean {
  return /^ \S/.test(right) || (/\d$/.test(left) && /^\d{3}(?!\d)/.test(right));
}
