/** Unreadable input, so that checks do not report follow-on errors. */
import { getOrInsert } from '../common/get-or-insert.ts';

export class UnreadableInput {
  /** Files and folders. */
  readonly #paths = new Set<string>();
  /** Cells of the records that were left out of a readable file, by file. */
  readonly #cells = new Map<string, Set<string>>();
  readonly #headers = new Set<string>();
  /** Words of all texts; null if one of the texts is unknown. */
  #words: Set<string> | null = new Set();

  /** `text` is null if it is unknown. A folder stands for all that is below it. */
  addFile(path: string, text: string | null): void {
    this.#paths.add(path);
    if (text === null) this.#words = null;
    else this.#addWords(text);
  }

  /** A record that was left out of a readable file. */
  addRecord(path: string, cells: readonly string[]): void {
    const texts = getOrInsert(this.#cells, path, () => new Set<string>());
    for (const cell of cells) {
      texts.add(cell.trim());
      this.#addWords(cell);
    }
  }

  /** A header with an unknown column, which may be any that is missing. */
  addHeader(path: string): void {
    this.#headers.add(path);
  }

  /** Whether a column that the file lacks may be one that its header misspells. */
  mayHaveColumn(path: string): boolean {
    return this.#headers.has(path);
  }

  hasFile(path: string): boolean {
    return this.#paths.has(path) || foldersOf(path).some((folder) => this.#paths.has(folder));
  }

  /** Whether a file below the folder, or a record in one, is unreadable. */
  hasUnder(folder: string): boolean {
    const paths = [...this.#paths, ...this.#cells.keys(), ...this.#headers];
    return paths.some((path) => path.startsWith(`${folder}/`));
  }

  /**
   * True if a part of the file that cannot be read may contain the cell. If a comma is missing
   * there, the cell is the beginning of a longer one.
   */
  mayHold(path: string, cell: string): boolean {
    const cells = this.#cells.get(path);
    if (this.hasFile(path) || cells?.has(cell) === true) return true;
    return cell !== '' && cells !== undefined && [...cells].some((text) => text.startsWith(cell));
  }

  /** Whether the words of the text may occur somewhere in unreadable input. */
  mentions(text: string): boolean {
    const words = this.#words;
    return words === null || (words.size > 0 && wordsOf(text).every((word) => words.has(word)));
  }

  #addWords(text: string): void {
    if (this.#words !== null) for (const word of wordsOf(text)) this.#words.add(word);
  }
}

/** The folders above a path. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/**
 * Looking words up takes less than linear time; searching all texts for each offer took quadratic
 * time.
 */
function wordsOf(text: string): string[] {
  return text.match(/[^\s,;:!"'()[\]]+/g) ?? [];
}
