/** Text of a source file, made fit for a terminal: nothing in it can move the cursor, break the line or hide. */

/** Controls, line separators, marks of direction and of no width: what an editor cannot see, or a terminal would obey. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;
const names: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

export function makeVisible(text: string): string {
  return text.replace(invisible, (char) => names.get(char) ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** In quotes, cut after `limit` characters, with its true length where it is cut. */
export function quoteValue(value: string, limit: number): string {
  const chars = [...value];
  if (chars.length <= limit) return `"${makeVisible(value)}"`;
  return `"${makeVisible(chars.slice(0, limit).join(''))}…" (${chars.length.toLocaleString('en')} characters)`;
}
