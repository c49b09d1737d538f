/** Distinct texts as integers. 0 stands for null. */
export class Texts {
  readonly #texts: (string | null)[] = [null];
  readonly #numbers = new Map<string, number>();

  /** Number of a text, a new one if the text is not known. */
  add(text: string | null): number {
    if (text === null) return 0;
    const number = this.#numbers.get(text) ?? this.#texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  get(number: number): string | null {
    return this.#texts[number] ?? null;
  }

  /** -1 for an unknown text. */
  find(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** Numbers are below it. */
  get size(): number {
    return this.#texts.length;
  }
}
