/** Denials in words: which words they deny, and how far they go. */
import { filled } from '../../query/filters/presence.ts';
import { isFillerWord } from './fillers.ts';
import { isNothing, type Lexicon, maxWords } from './lexicon.ts';
import { isProvider } from './names.ts';
import {
  isJoint,
  longestPhrase,
  meaningAt,
  nothingIn,
  type Segment,
  type Taken,
  take,
} from './phrases.ts';
import { clauseWords, denialLinks, deniedBy, isVerbAfter, ruleLength } from './rules.ts';
import { indexAfter, phraseOf } from './split.ts';
import { comparatorAt } from './typed.ts';

export function asDenied<T extends Segment>(segment: T): T {
  return { ...segment, denied: segment.denied ?? segment.words };
}

/** The denial that begins at the first word, with what it denies; null if none does. */
export function readDenial(open: readonly string[], lexicon: Lexicon): Taken | null {
  // `no more than $150` is a bound.
  const denial = ruleLength(open, 'not');
  if (denial === 0 || denial >= open.length || comparatorAt(open).length > 0) return null;
  // The editors know some denials as a whole: `no login`.
  if (denial < (longestPhrase(open, lexicon)?.length ?? 0)) return null;
  const again = ruleLength(open.slice(denial), 'not');
  if (again > 0 && denial + again < open.length)
    return denialOfDenial(open, denial + again, lexicon);
  // The last word is what is denied.
  const begin = Math.min(deniedAt(open, denial, lexicon), open.length - 1);
  const named = single(open.slice(begin), lexicon);
  const after = labelAt(open.slice(begin), named, lexicon);
  return { ...asDenied(after), ...take(open, begin + after.length) };
}

/** `not banned in the US` is what `in the US` is. */
function denialOfDenial(open: readonly string[], length: number, lexicon: Lexicon): Taken {
  const begin = Math.min(indexAfter(denialLinks, open, length), open.length - 1);
  const named = single(open.slice(begin), lexicon);
  return { ...named, ...take(open, begin + named.length) };
}

/** What the words mean; of several conditions the first: `non archive rpc` denies the archive. */
function single(open: readonly string[], lexicon: Lexicon): Taken {
  const named = meaningAt(open, lexicon);
  const isSeveral = named.entry?.words.some(({ filters }) => (filters ?? []).length > 1);
  return isSeveral ? single(open.slice(0, named.length - 1), lexicon) : named;
}

/** The name of a column, if it is longer than what else the words mean: `without uptime SLA`. */
function labelAt(open: readonly string[], named: Taken, { labels }: Lexicon): Taken {
  const isKnown = named.entry !== null && !isNothing(named.entry);
  const least = isKnown ? named.length : 0;
  for (let length = Math.min(open.length, maxWords); length > least; length--) {
    const phrase = phraseOf(open.slice(0, length).join(' '));
    if (labels.has(phrase)) return { ...nothingIn(phrase), ...take(open, length), words: phrase };
  }
  return named;
}

/** `unknown rate limits`, `uptime SLA is not stated`; null unless the words name a column. */
export function readUnstated(open: readonly string[], lexicon: Lexicon): Taken | null {
  const before = ruleLength(open, 'unstated');
  if (before > 0) {
    let from = before;
    while (denialLinks.has(open[from] ?? '') || isFillerAt(open, from, lexicon)) from++;
    const named = columnAt(open.slice(from), lexicon);
    return named && { ...asDenied(named), ...take(open, from + named.length) };
  }
  const ends = open.flatMap((_, at) => {
    const after = ruleLength(open.slice(indexAfter(stateVerbs, open, at)), 'unstated');
    return at > 0 && after > 0 ? [{ at, to: indexAfter(stateVerbs, open, at) + after }] : [];
  });
  for (const { at, to } of ends) {
    const named = columnAt(open.slice(0, at), lexicon);
    // `sdk with unknown price`
    const isNext =
      ruleLength(open.slice(at), 'unstated') > 0 && readUnstated(open.slice(at), lexicon);
    if (named?.length === at && !isNext) return { ...asDenied(named), ...take(open, to) };
  }
  return null;
}

const stateVerbs: ReadonlySet<string> = new Set('is are was being'.split(' '));

const nothingKnown: Taken = { ...nothingIn(''), length: 0 };

/** What names a column at the beginning, or means that it is stated: `rate limit`. */
function columnAt(open: readonly string[], lexicon: Lexicon): Taken | null {
  if (open.length === 0) return null;
  const named = meaningAt(open, lexicon);
  const label = labelAt(open, nothingKnown, lexicon);
  const filters = named.entry?.words.flatMap((word) => word.filters ?? []) ?? [];
  const isStated = filters.some(({ value }) => value[0] === filled);
  const isColumn = isStated || named.columnBound?.amount === null;
  if (isColumn && named.length > label.length) return named;
  return label === nothingKnown ? null : label;
}

/**
 * Index of the first word that is denied: `login` of `doesn't ask for a login`, `paypal` of
 * `except those that accept paypal`, `ios` of `not available on ios`.
 */
function deniedAt(open: readonly string[], denial: number, lexicon: Lexicon): number {
  const from = indexAfter(denialLinks, open, denial);
  const at = indexAfter(denialLinks, open, indexAfter(clauseWords, open, from));
  const word = open[at] ?? '';
  const isClause = at > from || /ing$/.test(word);
  const isVerb = isClause || (at === denial && isVerbAfter(open.slice(0, denial).join(' '), word));
  const phrase = longestPhrase(open.slice(at), lexicon);
  const isKnown = phrase !== null && !isNothing(phrase.entry) && phrase.rule !== 'supports';
  if (!isVerb || isKnown) return at;
  // `don't ask me to log in`
  let to = at + 1;
  while (denialLinks.has(open[to] ?? '') || isFillerAt(open, to, lexicon)) to++;
  return to < open.length ? to : at;
}

function isFillerAt(open: readonly string[], at: number, lexicon: Lexicon): boolean {
  const word = open[at] ?? '';
  const phrase = longestPhrase(open.slice(at), lexicon);
  return isFillerWord(word) && (phrase === null || isNothing(phrase.entry));
}

/** `unaudited`, if the directory knows what is denied and not the word itself. */
export function deniedByPrefix([text = '']: readonly string[], lexicon: Lexicon): Taken | null {
  const rest = deniedBy(text);
  if (rest === null || lexicon.entries.has(phraseOf(text))) return null;
  const phrase = longestPhrase([rest], lexicon);
  return phrase && { ...asDenied(phrase), words: text, terms: [text], length: 1 };
}

/** Whether a denial goes on: `except Ankr, Infura or dRPC`, `without vendor lock`. */
export function isDeniedAfter(
  before: readonly Segment[],
  segment: Segment,
  lexicon: Lexicon,
): boolean {
  // `any rpc but infura`
  if (before.at(-1)?.words === 'but' && isProvider(segment)) return true;
  const last = before.findLast((candidate) => !isJoint(candidate));
  if (last === undefined) return false;
  if (last.denied === null && !(isKnownDenial(last) && isDrawback(segment, lexicon))) return false;
  if (segment.denied !== null || isJoint(segment)) return false;
  const isJoined = before.at(-1) !== last;
  // Of words that nothing is known of, the first denies the others.
  if (!isJoined && isUnknown(last) && isNew(segment)) return true;
  const areProviders = [last, segment].every(isProvider);
  return areProviders || (isJoined && segment.entry !== null && segment.entry.network === null);
}

function isNew(segment: Segment): boolean {
  return isUnknown(segment) && segment.entry === null && !isFillerWord(segment.words);
}

/** `without login` is a word of the directory: a drawback that is joined to it is denied as well. */
function isKnownDenial({ words, entry }: Segment): boolean {
  return entry !== null && /^(?:without|no) /.test(words);
}

/** `captcha`; not `hosted`. */
function isDrawback({ entry }: Segment, { drawbacks }: Lexicon): boolean {
  const filters = entry?.words.flatMap((word) => word.filters ?? []) ?? [];
  return filters.some(({ id, value }) => drawbacks.has(id) && value.join() === 'true');
}

/** Whether nothing is known of words, or no more than that they say nothing: `vendor`. */
export function isUnknown({
  entry,
  bound,
  volume,
  columnBound,
  call,
  rule,
  isPlain,
}: Segment): boolean {
  const isKnown = [bound, volume, columnBound, call, rule].some((each) => each !== null);
  return !isPlain && !isKnown && (entry === null || isNothing(entry));
}

/** `infura and alchemy excluded`: the names before the word are denied. */
export function withDeniedBefore(segments: readonly Segment[]): Segment[] {
  let isDenied = false;
  const read = segments.toReversed().map((segment) => {
    if (segment.rule === 'excluded') isDenied = true;
    else if (!isJoint(segment) && !isProvider(segment)) isDenied = false;
    return isDenied && isProvider(segment) ? asDenied(segment) : segment;
  });
  return read.toReversed();
}
