/** Short forms of texts. */
import { stripEnd } from '../../common/strip.ts';

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Cuts a text at a word, so that it has at most `most` characters. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${stripEnd(space > most / 2 ? cut.slice(0, space) : cut, ' \t\n,;(')}…`;
}

/** Whole words as far as they fit, at least the beginning of the first. */
export function firstWords(text: string, length: number): string {
  const end = text.length <= length ? length : text.lastIndexOf(' ', length);
  return text.slice(0, end < 1 ? length : end);
}
