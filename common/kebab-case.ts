import { strip } from './strip.ts';

/** Lowercase letters and digits, joined by single hyphens; blank if a text has neither. */
export function toKebabCase(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return strip(plain.replace(/[^a-z0-9]+/g, '-'), '-');
}
