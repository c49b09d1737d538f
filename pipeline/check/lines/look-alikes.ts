/** Names that look the same, or differ in signs that readers overlook. */

/** Letters of other scripts that look like Latin ones, and these. */
const latin: ReadonlyMap<string, string> = new Map(
  Array.from(
    'аaеeоoрpсcуyхxіiјjѕsԁdһhкkАAВBЕEКKМMНHОOРPСCТTХXІIЅSЈJУYΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvαaιi'.matchAll(
      /(.)(.)/gu,
    ),
    ([, other = '', letter = '']) => [other, letter],
  ),
);

const otherScript = new RegExp(`[${[...latin.keys()].join('')}]`, 'gu');

/** The same text for all names that look alike. */
export function asItLooks(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(otherScript, (letter) => latin.get(letter) ?? letter);
}

/** The same text for names that differ only in case, accents, spaces and signs. */
export function asItSounds(name: string): string {
  return asItLooks(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, '');
}

/** Says where two names differ that look alike: `the letter "а" (U+0430) is not Latin`. */
export function describeDifference(name: string, other: string): string {
  if (name.normalize('NFC') === other.normalize('NFC'))
    return 'one of them writes an accented letter as two characters, a letter and its accent';
  const [letter] = name.match(otherScript) ?? other.match(otherScript) ?? [];
  if (letter !== undefined)
    return `the letter "${letter}" (${codeOf(letter)}) of one of them is not Latin`;
  if (name.replace(/ +/g, ' ') === other.replace(/ +/g, ' '))
    return 'one of them has several spaces in a row';
  const odd = `${name}${other}`.match(/[^\S ]/)?.[0];
  return odd === undefined
    ? 'they differ in spaces or in the form of letters'
    : `one of them has the space ${codeOf(odd)}`;
}

function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The first word that mixes Latin letters with Greek or Cyrillic ones; null if there is none. */
export function findMixedWord(text: string): string | null {
  // Most texts have ASCII letters only.
  if (!/[\u0370-\u052f]/.test(text)) return null;
  return (
    text
      .match(/[\p{L}\d]+/gu)
      ?.find((word) => /[a-z]/i.test(word) && word.search(otherScript) !== -1) ?? null
  );
}
