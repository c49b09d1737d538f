/**
 * Limits of a source folder. Exceeding one is an error, so that time and memory of a run stay
 * bounded.
 */
export const limits = {
  /** Three times the longest cell of the corpus. With it, a page of 100 rows stays below 2 MB. */
  cellBytes: 4000,
  rowBytes: 20_000,
  fileBytes: 50_000_000,
  /** Of all source files of a commit. */
  commitBytes: 500_000_000,
  linesPerFile: 1_000_000,
  /** Of a table, and in all definitions. */
  columns: 500,
  /** Files and folders. */
  files: 20_000,
  logoBytes: 2_000_000,
  /** Width times height of a logo: a small file may decode to gigabytes. */
  logoPixels: 25_000_000,
  chainsPerNetwork: 50,
  /** 150 times the corpus, within 6 GB of memory. */
  rows: 10_000_000,
} as const;
