/** Words before an amount: `from $49`, `up to $1499`, `min. 0.2 USD`. */
import { type Cursor, isOneOf, wordOf } from './terms.ts';
import { highestWords, lowestWords, openingWords } from './words.ts';

const abbreviations = new Set(['min', 'max']);

/** Bound that the words before the cursor set for the amount at the cursor; null without such words. */
export function boundBefore({ tokens, at }: Cursor): 'from' | 'upTo' | null {
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before];
    if (isOneOf(lowestWords, token)) return 'from';
    if (isOneOf(highestWords, token)) return 'upTo';
    const isDot = token?.kind === 'separator' && abbreviations.has(wordOf(tokens[before - 1]) ?? '');
    if (!isDot && token?.kind !== 'dash' && !isOneOf(openingWords, token)) return null;
  }
  return null;
}
