/** Words that do something to others, whatever a directory has: a table of phrases by effect. */

/**
 * `compare` and `alternatives`: with the names of providers. `not`: what follows is left out.
 * `or`, `and`: join names, and what is left out. `supports`: what follows is no provider.
 */
export type Rule = 'compare' | 'alternatives' | 'everywhere' | 'not' | 'or' | 'and' | 'supports';

const table: Readonly<Record<Rule, string>> = {
  compare: 'vs, versus, compare, compared to, comparison',
  alternatives:
    'alternatives to, alternative to, alternatives for, alternative for, alternatives, alternative, similar to, something like, instead of, competitors of, competitors, replacement for',
  everywhere: ['all networks', 'any network', 'every network', 'all chains', 'any chain']
    .concat('every chain')
    .flatMap((words) => ['', 'for ', 'on '].map((before) => before + words))
    .join(', '),
  not: 'no, not, without, never, except, except for, excluding, exclude, excludes, other than, apart from, anything but, not from, not by, ohne, kein, keine, keinen, ausser, nicht, sans, sauf, pas de, sin, excepto',
  or: 'or, oder, ou',
  and: 'and, plus, und, et, nor',
  supports: 'support, supports, supporting, compatible, works, work',
};

export const rules: ReadonlyMap<string, Rule> = new Map(
  (Object.entries(table) as [Rule, string][]).flatMap(([rule, phrases]) =>
    phrases.split(', ').map((phrase) => [phrase, rule] as const),
  ),
);

/** Words of the table, which are no typing errors. */
export const ruleWords: readonly string[] = [...rules.keys()].flatMap((phrase) =>
  phrase.split(' '),
);

/** Words of the longest phrase. */
const longest = Math.max(...Array.from(rules.keys(), (phrase) => phrase.split(' ').length));

/** The longest phrase of a rule that begins at the first word. */
export function ruleAt(
  words: readonly string[],
  wanted: Rule,
): { readonly rule: Rule; readonly length: number } | null {
  for (let length = Math.min(longest, words.length); length > 0; length--)
    if (rules.get(words.slice(0, length).join(' ')) === wanted) return { rule: wanted, length };
  return null;
}

/** Beginnings of words that deny the rest: `unaudited`, `non-custodial`. */
const prefixes = ['un', 'non-', 'non'];

/** What a word denies by its beginning; null if it has none. */
export function deniedBy(word: string): string | null {
  const prefix = prefixes.find((each) => word.startsWith(each) && word.length > each.length + 3);
  return prefix === undefined ? null : word.slice(prefix.length);
}

/** Whether one of two words denies and the other does not: such words are no spellings of each other. */
export function isOpposite(one: string, other: string): boolean {
  const pairs = [
    ['ex', 'in'],
    ['in', 'ex'],
    ['', 'un'],
    ['un', ''],
    ['', 'non'],
    ['non', ''],
    ['', 'in'],
    ['in', ''],
  ] as const;
  return pairs.some(
    ([a, b]) => one.startsWith(a) && other.startsWith(b) && `${b}${one.slice(a.length)}` === other,
  );
}
