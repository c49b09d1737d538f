/** What could not be read, each with a problem of its own: what points into it is not reported as well. */

export class Unread {
  /** By path; null where the text is not known. */
  readonly #files = new Map<string, string | null>();
  readonly #records = new Map<string, string[][]>();

  addFile(path: string, text: string | null): void {
    this.#files.set(path, text);
  }

  /** A record that was left out of a file that could be read. */
  addRecord(path: string, cells: readonly string[]): void {
    const records = this.#records.get(path) ?? [];
    records.push(cells.map((cell) => cell.trim()));
    this.#records.set(path, records);
  }

  hasFile(path: string): boolean {
    return this.#files.has(path);
  }

  /** Whether a file below the folder, or a record in one, was left out. */
  hasUnder(folder: string): boolean {
    return [...this.#files.keys(), ...this.#records.keys()].some((path) => path.startsWith(`${folder}/`));
  }

  /** Whether the file may have a line with this cell, as far as can be told. */
  mayHold(path: string, cell: string): boolean {
    return this.#files.has(path) || (this.#records.get(path)?.some((cells) => cells.includes(cell)) ?? false);
  }

  /** Whether the word stands anywhere in what could not be read, as far as can be told. */
  mentions(word: string): boolean {
    const texts = [...this.#files.values(), ...[...this.#records.values()].flat(2)];
    return texts.some((text) => text === null || text.includes(word));
  }
}
