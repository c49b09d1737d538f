/** Makes names, cells and messages safe for terminals and logs. */

/** Control characters, line separators, bidi controls and zero-width characters. */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;
const escapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Escapes characters that are invisible, move the cursor or break the line. */
export function makeVisible(text: string): string {
  return text.replace(
    invisible,
    (char) => escapes.get(char) ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The same for a text of several lines. */
export function showLines(text: string): string {
  return text.split('\n').map(makeVisible).join('\n');
}

/**
 * Escapes what JSON leaves in strings of what `makeVisible` escapes, as JSON does: a parser reads
 * the same text. Any other text may have none of it but the line feed.
 */
export function escapeControls(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(invisible, (char) =>
    char === '\n' ? char : char.split('').map(escapeUnit).join(''),
  );
}

/** An error that nobody expected, in one sentence. */
export function describeBug(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (process.env.DEBUG) return stack ?? message;
  return `the program failed: ${message.split('\n')[0]}; set DEBUG=1 to see where`;
}
