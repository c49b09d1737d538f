/** Text and JSON of bytes. */

/** Parses JSON; undefined if the text or the bytes are not JSON. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse((typeof text === 'string' ? text : decodeUtf8(text)) ?? '');
  } catch {
    return undefined;
  }
}

/** One for all texts: creating it takes as long as decoding a small file. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Null if the bytes are not UTF-8. Other decoders replace what they cannot read. Byte-order marks
 * stay.
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * JSON of an object with further values, given as JSON, at its end. Rows are kept as JSON: reading
 * them to add a key takes several times the time of the answer. The object has a key already.
 */
export function withValues(objectJson: string, values: Readonly<Record<string, string>>): string {
  const added = Object.entries(values).map(([key, json]) => `,${JSON.stringify(key)}:${json}`);
  return `${objectJson.slice(0, -1)}${added.join('')}}`;
}

/** JSON of a list of values that are JSON. */
export function listOf(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}
