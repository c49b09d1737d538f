/** Closest known name to a misspelt one, for "did you mean". */
import leven from 'leven';
import { getOrInsert } from './get-or-insert.ts';

/** Longer names are not compared: the distance takes quadratic time. */
const maxLength = 100;

/**
 * Comparisons that each name adds to the budget of a finder: looking for n names among n takes
 * linear time.
 */
const comparisonsPerName = 50;

/**
 * Finds nearest names among many known ones. Remembers its answers, and gives up when it has
 * compared more names than its budget allows: suggestions for thousands of misspelt names help
 * nobody.
 */
export class NameFinder {
  readonly names: readonly string[];
  readonly #set: ReadonlySet<string>;
  readonly #answers = new Map<string, string | null>();
  #budget: number;

  constructor(known: Iterable<string>) {
    this.names = [...known];
    this.#set = new Set(this.names);
    this.#budget = this.names.length * comparisonsPerName;
  }

  has(name: string): boolean {
    return this.#set.has(name);
  }

  /** Null if no name is near. */
  find(name: string): string | null {
    return getOrInsert(this.#answers, name, () => {
      this.#budget += comparisonsPerName - this.names.length;
      const isWithin = this.#budget >= 0;
      this.#budget = Math.max(this.#budget, 0);
      return isWithin ? nearestSpelling(name, this.names) : null;
    });
  }
}

/**
 * The name of which another is a misspelling: at most one typing error in four letters, and none in
 * names of one or two. Null if there is none. Accepts fewer mistakes than `nearestName`, because
 * editors copy the suggestion into their files. Other digits are another name: `plan-3` is no
 * misspelling of `plan-2`.
 */
export function nearestSpelling(name: string, known: Iterable<string>): string | null {
  const wanted = simplify(name);
  if (wanted.length > maxLength) return null;
  let best: string | null = null;
  let most = wanted.length < 3 ? 0 : Math.max(1, Math.floor(wanted.length / 4));
  for (const candidate of known) {
    const errors = typingErrors(wanted, simplify(candidate), most);
    if (errors > most || hasOtherWord(name, candidate) || hasOtherDigits(name, candidate)) continue;
    best = candidate;
    most = errors - 1;
  }
  return best;
}

/**
 * Whether a word differs from its counterpart by more than typing errors, as `cake-wallet` does
 * from `base-wallet`.
 */
function hasOtherWord(name: string, candidate: string): boolean {
  const [words, others] = [name, candidate].map((text) => text.split(/[\s_-]+/).map(simplify)) as [
    string[],
    string[],
  ];
  if (words.length < 2 || words.length !== others.length) return false;
  return words.some((word, index) => {
    const most = Math.max(1, Math.floor(word.length / 3));
    return typingErrors(word, others[index] ?? '', most) > most;
  });
}

/** Digits that are left out, or stand in another order, may be a slip. */
function hasOtherDigits(name: string, candidate: string): boolean {
  const [own, others] = [name, candidate].map(
    (text) => text.match(/\d/g)?.toSorted().join('') ?? '',
  );
  return own !== '' && others !== '' && own !== others;
}

/** Null if more than `share` of the letters differ; one letter may always differ. */
export function nearestName(name: string, known: Iterable<string>, share = 1 / 3): string | null {
  const wanted = simplify(name);
  if (wanted.length > maxLength) return null;
  let best: string | null = null;
  let limit = Math.max(1, Math.floor(wanted.length * share)) + 1;
  for (const candidate of known) {
    const distance = leven(wanted, simplify(candidate), { maxDistance: limit });
    if (distance < limit) {
      best = candidate;
      limit = distance;
    }
  }
  return best;
}

/**
 * Number of typing errors between two words: letters that are missing, added or wrong, and
 * neighbours that changed places.
 * `max + 1` stands for more than `max`.
 */
export function typingErrors(word: string, other: string, max: number): number {
  if (Math.abs(word.length - other.length) > max) return max + 1;
  const distance = leven(word, other, { maxDistance: max + 2 });
  // A swap of neighbours is one error, and two for the edit distance.
  return Math.min(distance >= 2 && hasOneSwap(word, other) ? 1 : distance, max + 1);
}

function hasOneSwap(word: string, other: string): boolean {
  if (word.length !== other.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== other[index]);
  const swapped = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  return at >= 0 && swapped === other;
}

/**
 * Ignores case, accents, spaces, hyphens and underscores, which are the most frequent differences.
 */
function simplify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\s_-]/gu, '')
    .toLowerCase();
}
