/** Names the cause of missing offers and providers, if the base shows it: what was there before. */
import path from 'node:path';
import { compareValues } from '../diff/match-rows.ts';
import type { OfferState, State } from '../diff/state.ts';
import { placeOfKey } from '../diff/state.ts';
import type { Problem } from '../problem.ts';

/** The problems with messages that tell what the edit did. */
export function explainCauses(problems: readonly Problem[], before: State, after: State): Problem[] {
  const isMissing = problems.some(({ rule }) => rule === 'offer-not-found' || rule === 'provider-not-found');
  if (!isMissing) return [...problems];
  const explainOffer = offerExplainer(before, after);
  const explained = problems.map((problem) => {
    if (problem.rule === 'offer-not-found') return explainOffer(problem);
    return problem.rule === 'provider-not-found' ? explainProvider(problem, before, after) : { problem, renamed: null };
  });
  const renamed = new Set(explained.map((each) => each.renamed));
  // Nothing refers to the new name yet.
  const isConsequence = ({ rule, value }: Problem) =>
    /^unused-(?:offer|provider)$/.test(rule) && renamed.has(value ?? '');
  return explained.map(({ problem }) => problem).filter((problem) => !isConsequence(problem));
}

interface Explained {
  readonly problem: Problem;
  /** New slug or name; null if nothing was renamed. */
  readonly renamed: string | null;
}

function offerExplainer(before: State, after: State): (problem: Problem) => Explained {
  const old = new Map([...before.offers.values()].map((offer) => [keyOf(offer), offer]));
  const added = [...after.offers].filter(([, offer]) => !old.has(keyOf(offer)));
  return (problem) => {
    const slug = problem.value?.replace('!offer:', '') ?? '';
    const category = path.posix.basename(problem.file, '.csv');
    const offer = old.get(keyOf({ category, slug }));
    if (offer === undefined) return { problem, renamed: null };
    const [renamed, ...others] = added.filter(([, each]) => each.category === category && isSameOffer(offer, each));
    if (renamed === undefined || others.length > 0) {
      const message = `the offer "${slug}" was removed from references/offers/${category}.csv`;
      const suggestion = 'restore its line, or remove the listings that refer to it';
      return { problem: { ...problem, message, suggestion }, renamed: null };
    }
    const [place, { slug: now }] = renamed;
    const { file, line } = placeOfKey(place);
    const message = `the offer "${slug}" was renamed to "${now}" in ${file}:${line}, and listings still use the old slug`;
    const suggestion = `run \`make rename WHAT=offer FROM=${slug} TO=${now}\``;
    return { problem: { ...problem, message, suggestion }, renamed: now };
  };
}

function keyOf({ category, slug }: Pick<OfferState, 'category' | 'slug'>): string {
  return `${category} ${slug}`;
}

/** Whether all cells but the slug are equal. */
function isSameOffer(old: OfferState, now: OfferState): boolean {
  return compareValues(old.values, now.values).every(({ column }) => column === 'slug');
}

function explainProvider(problem: Problem, before: State, after: State): Explained {
  const name = problem.value ?? '';
  const old = [...before.definitions.provider].find(([, provider]) => provider.name === name);
  if (old === undefined) return { problem, renamed: null };
  const now = after.definitions.provider.get(old[0]);
  if (now === undefined) {
    const message = `the provider "${name}" was removed from references/providers/providers.csv`;
    const suggestion = 'restore its line, or remove what names it';
    return { problem: { ...problem, message, suggestion }, renamed: null };
  }
  const message = `the provider "${name}" was renamed to "${now.name}", and other lines still use the old name`;
  const suggestion = `run \`make rename WHAT=provider FROM="${name}" TO="${now.name}"\``;
  return { problem: { ...problem, message, suggestion }, renamed: String(now.name) };
}
