/**
 * What the process works on, in memory that the watchdog's thread can read while the event loop is blocked: a count that
 * every turn of the loop raises, and short texts in slots.
 */

/** Of a text; longer ones are cut. */
const textBytes = 510;
const lengthBytes = 2;
const slotBytes = lengthBytes + textBytes;
/** The count, in the first four bytes. */
const headBytes = 8;

/** Slots with a meaning of their own; those after them are for requests in progress, of which the queues allow six. */
const fixedSlots = { arrived: 0, opening: 1 } as const;
const firstFree = 2;
const slots = 18;

export interface Work {
  /** The request that arrived last, which may have ended; null before the first. */
  readonly arrived: string | null;
  /** Step of opening a snapshot that began last; null if none is opened. */
  readonly opening: string | null;
  readonly inProgress: readonly string[];
}

/** The writing side. */
export class Activity {
  readonly memory = new SharedArrayBuffer(headBytes + slots * slotBytes);
  readonly #beats = new Int32Array(this.memory, 0, 1);
  readonly #bytes = Buffer.from(this.memory);
  readonly #free = Array.from({ length: slots - firstFree }, (_, at) => firstFree + at);

  beat(): void {
    Atomics.add(this.#beats, 0, 1);
  }

  note(slot: keyof typeof fixedSlots, text: string | null): void {
    this.#write(fixedSlots[slot], text ?? '');
  }

  /** Notes work until the returned function is called. With all slots in use, nothing is noted. */
  begin(text: string): () => void {
    const slot = this.#free.pop();
    if (slot === undefined) return () => undefined;
    this.#write(slot, text);
    return () => {
      this.#write(slot, '');
      this.#free.push(slot);
    };
  }

  #write(slot: number, text: string): void {
    const start = headBytes + slot * slotBytes;
    const length = text === '' ? 0 : this.#bytes.write(text, start + lengthBytes, textBytes, 'latin1');
    this.#bytes.writeUInt16LE(length, start);
  }
}

/** The reading side. */
export class ActivityReader {
  readonly #beats: Int32Array;
  readonly #bytes: Buffer;

  constructor(memory: SharedArrayBuffer) {
    this.#beats = new Int32Array(memory, 0, 1);
    this.#bytes = Buffer.from(memory);
  }

  get beats(): number {
    return Atomics.load(this.#beats, 0);
  }

  read(): Work {
    const free = Array.from({ length: slots - firstFree }, (_, at) => this.#text(firstFree + at));
    const { arrived, opening } = fixedSlots;
    const inProgress = free.filter((text) => text !== null);
    return { arrived: this.#text(arrived), opening: this.#text(opening), inProgress };
  }

  #text(slot: number): string | null {
    const start = headBytes + slot * slotBytes;
    const length = Math.min(this.#bytes.readUInt16LE(start), textBytes);
    if (length === 0) return null;
    return this.#bytes.toString('latin1', start + lengthBytes, start + lengthBytes + length);
  }
}
