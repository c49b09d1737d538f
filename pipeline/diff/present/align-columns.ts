/** Rows of cells -> lines with the first column to the left and the others, numbers, to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(...rows.map((row) => row.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    widths
      .map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width)))
      .join('  '),
  );
}
