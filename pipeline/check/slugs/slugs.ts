/** Format of slugs. */
import { strip } from '../../../common/strip.ts';
import { kebabCase } from '../../../model/networks.ts';
import type { Value } from '../../../model/rows.ts';
import type { AddProblem } from '../../problem.ts';
import type { Place, Sources } from '../../sources.ts';

/** Reports a blank or invalid slug. Returns whether it reported one. */
export function reportBadSlug(slug: Value | undefined, source: Place, add: AddProblem): boolean {
  if (typeof slug === 'string' && kebabCase.test(slug)) return false;
  const place = { ...source, column: 'slug' };
  if (typeof slug !== 'string') {
    const suggestion = 'add a slug of lowercase letters, digits and hyphens';
    add({ ...place, rule: 'slug-blank', message: 'the slug is blank', suggestion });
    return true;
  }
  const fixed = toKebabCase(slug);
  const suggestion = fixed === '' ? 'use lowercase letters, digits and hyphens' : `write "${fixed}"`;
  const message = `"${slug}" is not a valid slug: use lowercase letters and digits, joined by single hyphens`;
  add({ ...place, rule: 'slug-format', value: slug, message, suggestion });
  return true;
}

/** Converts a text to a slug. */
export function toKebabCase(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return strip(plain.replace(/[^a-z0-9]+/g, '-'), '-');
}

/** True if the table was read and does not have the column. */
export function lacksColumn({ headers }: Sources, file: string, column: string): boolean {
  return headers.get(file)?.has(column) === false;
}
