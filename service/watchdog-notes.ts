/** Notes of what the process works on, in memory that it shares with the watchdog's thread. */

/** A request by its id. Without the values of its parameters, which may be private. */
export interface RequestNote {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
}

/** Texts at the places of a memory that the thread reads: it needs nothing of a blocked process. */
const maxNotes = 32;
const noteBytes = 512;
/** Places of the request that arrived last, and of the step of opening a snapshot. */
const [arrivedAt, openingAt, firstAt] = [0, 1, 2];

/** What the process works on, in memory that the watchdog's thread shares. */
export class Activity {
  readonly notes: SharedArrayBuffer;
  readonly #lengths: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #encoder = new TextEncoder();

  constructor() {
    this.notes = new SharedArrayBuffer(maxNotes * (4 + noteBytes));
    [this.#lengths, this.#bytes] = placesOf(this.notes);
  }

  /** The request that arrived last, which may have ended. */
  set arrived(request: RequestNote) {
    this.#note(arrivedAt, textOf(request));
  }

  /** Step of opening a snapshot that began last; null if none is opened. */
  set opening(step: string | null) {
    this.#note(openingAt, step ?? '');
  }

  /** Notes work until the returned function is called. Of many requests the first are noted. */
  begin(request: RequestNote): () => void {
    const at = this.#lengths.indexOf(0, firstAt);
    if (at < 0) return () => undefined;
    this.#note(at, textOf(request));
    return () => this.#note(at, '');
  }

  #note(at: number, text: string): void {
    const place = this.#bytes.subarray(at * noteBytes, (at + 1) * noteBytes);
    this.#lengths[at] = this.#encoder.encodeInto(text, place).written;
  }
}

function placesOf(notes: SharedArrayBuffer): [lengths: Int32Array, bytes: Uint8Array] {
  return [new Int32Array(notes, 0, maxNotes), new Uint8Array(notes, 4 * maxNotes)];
}

function textOf({ requestId, method, url }: RequestNote): string {
  return `${requestId} ${method} ${url}`;
}

/** The notes for the log, without the values of parameters. */
export function readNotes(notes: SharedArrayBuffer): object {
  const [lengths, bytes] = placesOf(notes);
  // A decoder takes no shared memory.
  const noteAt = (at: number) =>
    Buffer.from(bytes.slice(at * noteBytes, at * noteBytes + (lengths[at] ?? 0))).toString();
  const [arrived, opening] = [noteAt(arrivedAt), noteAt(openingAt)];
  const working = Array.from({ length: maxNotes - firstAt }, (_, at) => noteAt(firstAt + at));
  return {
    inProgress: working.filter((text) => text !== '').map(describe),
    ...(arrived === '' ? {} : { arrivedLast: describe(arrived) }),
    ...(opening === '' ? {} : { opening }),
  };
}

function describe(note: string): object {
  const [requestId = '', method = '', ...rest] = note.split(' ');
  const [path = '', query = ''] = rest.join(' ').split('?', 2);
  const parameters = [
    ...new Set(query.split('&').map((pair) => pair.split('=', 1)[0] ?? '')),
  ].filter(Boolean);
  return { requestId, method, path, ...(parameters.length > 0 ? { parameters } : {}) };
}
