/** Sentences about a search in ordinary words: the same on its page, in Markdown and of the tool. */
import { foldText } from '../../common/fold.ts';
import type { Terms } from '../../model/terms.ts';
import type { WordsAnswer } from '../answers/words.ts';
import type { Catalog } from '../snapshot/catalog.ts';
import { plural } from '../text/counts.ts';

/** What became of the words whose condition is not applied, and the other reading of networks. */
export function wordsNotes(
  { conditions, otherReading, offers }: WordsAnswer,
  { terms, chains, columns }: Pick<Catalog, 'terms' | 'chains' | 'columns'>,
): string[] {
  const wordsOf = (state: (typeof conditions)[number]['state']) => [
    ...new Set(
      conditions.flatMap((condition) => (condition.state === state ? condition.words : [])),
    ),
  ];
  const doubtful = conditions.filter(({ state, silent }) => state === 'no data' && silent);
  const [unknown, missing] = [wordsOf('not understood'), wordsOf('no data')];
  const stated = conditions.filter(
    ({ state, op, negated }) => state === 'no data' && op === 'states' && negated,
  );
  const named = new Set([...doubtful, ...stated].map(({ words }) => words));
  const unmet = missing.filter((words) => !named.has(words));
  return [
    ...(unknown.length === 0 ? [] : [`Not understood, and not applied: ${unknown.join(', ')}.`]),
    ...(unmet.length === 0
      ? []
      : [`Nothing matches this beside the rest, so it is left out: ${unmet.join(', ')}.`]),
    ...deprecatedNotes(unmet, chains),
    // Nothing says that an offer needs none: a blank cell is all that could.
    ...stated.map(
      ({ words, on }) =>
        `All of these offers state ${columns.get(on ?? '')?.label ?? on}, so this is left out: ${words}.`,
    ),
    ...doubtful.map(
      ({ words, silent = 0 }) =>
        `No offer is known to match "${words}". These ${silent} state too little for an estimate; costs are what they come to at least.`,
    ),
    ...(otherReading === null ? [] : [readingNote(otherReading, offers.length, terms)]),
  ];
}

/** `Holesky is deprecated.` */
function deprecatedNotes(words: readonly string[], chains: Catalog['chains']): string[] {
  const asked = new Set(words.map(foldText));
  const named = chains.filter(
    ({ status, name, aliases, caip2 }) =>
      status === 'deprecated' &&
      [name, ...aliases, caip2 ?? ''].some((form) => asked.has(foldText(form))),
  );
  return named.map(({ name }) => `The chain ${name} is deprecated.`);
}

/** `206 offers are on each of the networks; 230 are on one or more.` */
function readingNote(
  { onEach, offers: others }: NonNullable<WordsAnswer['otherReading']>,
  count: number,
  { on, networks }: Terms,
): string {
  const [onEachCount, any] = onEach ? [others, count] : [count, others];
  const verb = (offers: number) => (offers === 1 ? 'is' : 'are');
  return `${plural(onEachCount, 'offer')} ${verb(onEachCount)} ${on} each of the ${networks}, ${plural(any, 'offer')} ${on} one or more; these are the ${onEach ? 'latter' : 'former'}.`;
}
