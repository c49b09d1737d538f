/** Words that say nothing in a search, of the languages in which people search. */
import { deu, eng, fra, spa } from 'stopword';
import { foldText } from '../../../common/fold.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { rules } from './rules.ts';

/** Names of networks and tokens that are words of these languages. */
const names: ReadonlySet<string> = new Set(['ton', 'sol', 'ai']);

function fold(...lists: readonly (readonly string[])[]): ReadonlySet<string> {
  return new Set(
    lists.flat().flatMap((word) => {
      const folded = foldText(word);
      return rules.has(folded) || names.has(folded) ? [] : folded;
    }),
  );
}

/** Words of requests, which the lists lack. */
const requests = [
  'crypto including includes include incl please kindly thanks thank hello hi right',
  'currently today either peak',
  'needed required giving gives accepting accepts accept offering offers providing',
  'access available users user customers residents citizens people living based',
  'building making idea ideas allowing allows ones decent nice recommend',
  "i'm im what's whats i've takes taking take handing hands live lives",
  'first estimate better guaranteed',
  // Of questions that the page of changes answers.
  'changed changes recently last past week news',
  'whose somewhere located handle handles handling beginner beginners',
  'anyone someone somebody know knows tell suggest only something project projects startup',
  'bitte danke gibts gibt beste besten bester bestes brauche suche hallo',
  'svp merci meilleur meilleure cherche besoin bonjour',
  'donde consigo conseguir obtener obtenir bekommen',
  'gracias mejor mejores necesito busco quiero hola',
].flatMap((words) => words.split(' '));

const fillers = { english: fold(eng, requests), others: fold(deu, fra, spa) };

/** Whether a word says nothing in one of the languages, so that it is no typing error. */
export function isFillerWord(word: string): boolean {
  return fillers.english.has(word) || fillers.others.has(word);
}

/** Words of other languages that texts have more often may mean something: `ai`. */
const maxFound = 20;

/** Whether a word says nothing: `the`, `please`, `für`. */
export function isFiller(
  { search: { vocabulary } }: Snapshot,
  { words, isPlain }: { readonly words: string; readonly isPlain: boolean },
): boolean {
  if (isPlain) return false;
  return (
    fillers.english.has(words) ||
    (fillers.others.has(words) && vocabulary.countOf(words) < maxFound)
  );
}
