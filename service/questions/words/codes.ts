/** Countries and languages by their names, for columns that state them as codes. */
import type { ColumnDefinition } from '../../../model/columns.ts';

/** Names that people use beside the usual one, by code. */
const others: ReadonlyMap<string, readonly string[]> = new Map([
  ['US', ['us', 'u.s.', 'usa', 'united states of america']],
  ['GB', ['uk', 'u.k.', 'britain', 'great britain']],
  ['AE', ['uae', 'emirates']],
  ['TR', ['turkey']],
  ['CZ', ['czech republic']],
]);

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

type NamesOf = (code: string) => readonly (string | undefined)[];

const countryNames: NamesOf = (code) =>
  /^[A-Z]{2}$/.test(code) ? [countries.of(code), ...(others.get(code) ?? [])] : [];

/** `German` and `Deutsch`. */
const languageNames: NamesOf = (code) => {
  if (!/^[A-Z]{2,3}$/i.test(code)) return [];
  const own = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' });
  return [languages.of(code), own.of(code)];
};

/** Names of the codes of a column; null if its values are no codes. */
export function namesOfCodes({ description }: ColumnDefinition): NamesOf | null {
  if (!/\bcodes\b/i.test(description ?? '')) return null;
  if (/\bcountries\b/i.test(description ?? '')) return countryNames;
  return /\blanguages\b/i.test(description ?? '') ? languageNames : null;
}

/** Whether the values are what an offer is not to be had in. */
export function isExcluding({ description }: ColumnDefinition): boolean {
  return /\bnot served\b/i.test(description ?? '');
}
