/** Unreadable input, so that checks do not report follow-on errors. */
export class UnreadableInput {
  /** By path; null if the text is unknown. */
  readonly #files = new Map<string, string | null>();
  readonly #records = new Map<string, string[][]>();

  addFile(path: string, text: string | null): void {
    this.#files.set(path, text);
  }

  /** A record that was left out of a readable file. */
  addRecord(path: string, cells: readonly string[]): void {
    const records = this.#records.get(path) ?? [];
    records.push(cells.map((cell) => cell.trim()));
    this.#records.set(path, records);
  }

  hasFile(path: string): boolean {
    return this.#files.has(path);
  }

  /** Whether a file below the folder, or a record in one, is unreadable. */
  hasUnder(folder: string): boolean {
    return [...this.#files.keys(), ...this.#records.keys()].some((path) => path.startsWith(`${folder}/`));
  }

  /** Whether an unreadable part of the file may hold this cell. */
  mayHold(path: string, cell: string): boolean {
    return this.#files.has(path) || (this.#records.get(path)?.some((cells) => cells.includes(cell)) ?? false);
  }

  /** Whether the word may occur anywhere in unreadable input. */
  mentions(word: string): boolean {
    const texts = [...this.#files.values(), ...[...this.#records.values()].flat(2)];
    return texts.some((text) => text === null || text.includes(word));
  }
}
