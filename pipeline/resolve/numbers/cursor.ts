/** A place among tokens; the readers of lists and terms move it on. */
import type { Token } from './tokens.ts';

export interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
}

export function peek(cursor: Cursor, ahead = 0): Token | undefined {
  return cursor.tokens[cursor.at + ahead];
}

/** In small letters; null where the token is no word. */
export function wordOf(token: Token | undefined): string | null {
  return token?.kind === 'word' ? token.text.toLowerCase() : null;
}

export function isBare(token: Token | undefined): boolean {
  return token?.kind === 'number' && token.written === 'bare';
}

/** Whether the word is one of these; false where the token is no word. */
export function isOneOf(words: ReadonlySet<string> | ReadonlyMap<string, unknown>, token: Token | undefined): boolean {
  return token?.kind === 'word' && words.has(token.text.toLowerCase());
}
