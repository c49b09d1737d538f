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

/** Words of sentences, which the lists lack; none of them says a condition by itself. */
const others = [
  // Function words of English.
  "its it's having getting used wanted when why whom she own really just yet already always until",
  'though although however via again down further upon across along among around let fine cool',
  'working makes made going running shall may even almost during whose somewhere either',
  // What is asked, and for whom.
  'crypto including includes include incl please kindly thanks thank hello hi right',
  'currently today peak estimate first better',
  'needed required giving gives accepting accepts accept offering offers providing takes taking take',
  'access available users user customers residents citizens people living located based',
  'claim claims claimed building making idea ideas allowing allows ones decent nice recommend',
  // Of amounts of money, which say what is asked themselves.
  'costing costed priced pricey charging charged charges billed bills spend spending spends',
  // Of questions that the page of changes answers.
  'changed changes recently last past week news',
  "i'm im what's whats i've handle handles handling",
  'anyone someone somebody know knows tell suggest something project projects',
  // Of other languages.
  'bitte danke gibts gibt beste besten bester bestes brauche suche hallo bekommen',
  'svp merci meilleur meilleure cherche besoin bonjour',
  'donde consigo conseguir obtener obtenir pasar',
  'gracias mejor mejores necesito busco quiero hola',
].flatMap((words) => words.split(' '));

const fillers = { english: fold(eng, others), others: fold(deu, fra, spa) };

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
