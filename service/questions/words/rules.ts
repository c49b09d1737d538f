/** Words that do something to others, whatever a directory has: a table of phrases by effect. */

import { longestByFirst } from './split.ts';

/**
 * `compare` and `alternatives`: with the names of providers. `not`: what follows is left out.
 * `or`, `and`: join names, and what is left out. `supports`: what follows is no provider.
 * `excluded`: the names before it are left out. `unstated`: what is beside it is not stated.
 * `only`: what is beside it is the one place that is wanted.
 * `added`: names of categories that people add to names of others: `explorer api`.
 */
export type Rule =
  | 'compare'
  | 'alternatives'
  | 'everywhere'
  | 'not'
  | 'or'
  | 'and'
  | 'supports'
  | 'excluded'
  | 'unstated'
  | 'only'
  | 'added';

const table: Readonly<Record<Rule, string>> = {
  compare: 'vs, versus, compare, compared to, comparison, difference between, differences between',
  alternatives:
    'than, alternatives to, alternative to, alternatives for, alternative for, alternatives, alternative, similar to, like, something like, anything like, instead of, replace, replacing, switch from, switching from, migrate from, migrating from, move away from, moving away from, move from, moving from, competitors of, competitors, replacement for',
  everywhere: ['', 'for ', 'on ']
    .flatMap((before) =>
      [
        'all networks',
        'any network',
        'every network',
        'all chains',
        'any chain',
        'every chain',
      ].map((words) => before + words),
    )
    .join(', '),
  not: [
    'no, non, not, without, never, except, except for, excluding, exclude, excludes, other than',
    'apart from, anything but, not from, not by, neither, cannot, lacking, rather than, but without',
    'banned in, banned from, blocked in, blocked from, prohibited in, forbidden in, restricted in',
    'ignore, ignoring, avoid, avoiding, skip, skipping, omit, omitting, leaving out, leave out',
    ...['do', 'does', 'did', 'is', 'are', 'has', 'have', 'ca', 'wo', 'should', 'must'].map(
      (verb) => `${verb}n't, ${verb}nt`,
    ),
    ...['do', 'does', 'did', 'can', 'will', 'should', 'must'].map((verb) => `${verb} not`),
  ].join(', '),
  or: 'or',
  and: 'and, and also, also, as well as, along with, together with, plus, nor',
  excluded: 'excluded, left out, not included',
  unstated: [
    'unstated, unknown, undisclosed, unspecified, unpublished, missing, no stated, no known, no published',
    'no disclosed, no listed, without stated, without a stated, without stating, not stating, without listing',
    ...['stated', 'known', 'disclosed', 'specified', 'published', 'given', 'listed'].map(
      (verb) => `not ${verb}`,
    ),
    ...['do not', 'does not', "don't", "doesn't"].flatMap((denial) =>
      ['state', 'publish', 'disclose', 'list', 'say'].map((verb) => `${denial} ${verb}`),
    ),
  ].join(', '),
  only: 'only, solely, exclusively',
  supports: 'support, supports, supporting, compatible, works, work',
  added: 'api, apis, data api, data apis, send, transfer, transfers, move',
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

/** Words of the longest phrase, by the first one. */
export const longestRule = longestByFirst(rules.keys());

/** Number of words of the longest phrase of a rule that begins at the first word; 0 if none does. */
export function ruleLength(words: readonly string[], rule: Rule): number {
  const most = longestRule.get(words[0] ?? '') ?? 0;
  for (let length = Math.min(most, words.length); length > 0; length--)
    if (rules.get(words.slice(0, length).join(' ')) === rule) return length;
  return 0;
}

/** Words after a denial that say nothing: `not in Python`. */
export const denialLinks: ReadonlySet<string> = new Set(
  [
    'a an any the in on of for from by to with using need needs have require requires requiring having',
    'de del la las el los le les des du der die das den dem von',
  ].flatMap((words) => words.split(' ')),
);

/** Words that begin a clause on what is denied: `except those that accept paypal`. */
export const clauseWords: ReadonlySet<string> = new Set(
  'all those these ones one them that which who where whose'.split(' '),
);

/** Whether a word that nothing is known of is the verb of a denial, and no thing. */
export function isVerbAfter(denial: string, word: string): boolean {
  // `don't take paypal`
  if (/^(?:(?:do|does|did|ca|can|wo|will|should|must)(?:n't|nt| not)|never|cannot)$/.test(denial))
    return true;
  // `not available on ios`, but no `no embedded wallets`
  return /(?:not|n't|nt)$/.test(denial) && /.{3}(?:ed|en|able|ible)$/.test(word);
}

/** Beginnings of words that deny the rest: `unaudited`, `non-custodial`. */
const prefixes = ['un', 'non-', 'non'];

/** What a word denies by its beginning; null if it has none. */
export function deniedBy(word: string): string | null {
  const prefix = prefixes.find(
    (candidate) => word.startsWith(candidate) && word.length > candidate.length + 3,
  );
  return prefix === undefined ? null : word.slice(prefix.length);
}

/** Beginnings that make the opposite of a word: `excluding` and `including`, `audited` and `un-`. */
const opposites: readonly (readonly [string, string])[] = [
  ['ex', 'in'],
  ['', 'un'],
  ['', 'non'],
  ['', 'in'],
];

/** Whether one of two words denies the other, so that neither is a typing error of it. */
export function isOpposite(one: string, other: string): boolean {
  const isDenied = (word: string, denial: string, [begin, denies]: readonly [string, string]) =>
    word.startsWith(begin) && denial === denies + word.slice(begin.length);
  return opposites.some((pair) => isDenied(one, other, pair) || isDenied(other, one, pair));
}
