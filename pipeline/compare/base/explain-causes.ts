/** Messages of problems that name the edit behind them: a rename or a move that is half done. */
import path from 'node:path';
import type { Problem } from '../../problem.ts';
import { type OfferEntry, sourcePaths } from '../../sources.ts';
import { compareValues } from '../compare-rows.ts';
import type { State } from '../state.ts';

/**
 * The problems with messages that tell what the edit did. `hasOwnNetworks`: whether `make rename`
 * can write a new key of a network into networks.csv.
 */
export function explainCauses(
  problems: readonly Problem[],
  before: State,
  after: State,
  hasOwnNetworks: boolean,
): Problem[] {
  const explained = problems.map((problem): Explained => {
    if (problem.rule === 'offer-not-found')
      return { ...problem, ...explainOffer(problem, before, after) };
    if (problem.rule === 'provider-not-found')
      return { ...problem, ...explainProvider(problem, before, after) };
    if (problem.rule === 'unknown-network' && hasOwnNetworks)
      return { ...problem, ...explainNetwork(problem, before, after) };
    return problem;
  });
  const renamed = new Set(explained.map((each) => each.renamed));
  // Nothing refers to the new name yet, and `make rename` sorts the lines.
  const isConsequence = ({ rule, value }: Problem) =>
    /^(?:unused-(?:offer|provider)|slug-order)$/.test(rule) && renamed.has(value ?? '');
  return explained
    .filter((each) => !isConsequence(each))
    .map(({ renamed: _, ...problem }) => problem);
}

/** `renamed`: new slug or name, if something was renamed. */
type Explained = Problem & { readonly renamed?: string };
type Explanation = Pick<Explained, 'renamed' | 'message' | 'suggestion'>;

/** Null for an offer that the base did not have either. */
function explainOffer(
  { file, value = '' }: Problem,
  before: State,
  after: State,
): Explanation | null {
  const slug = value.replace('!offer:', '');
  const category = path.posix.basename(file, '.csv');
  const old = before.offers.get(category);
  const offer = old?.get(slug);
  if (offer === undefined) return null;
  const added = [...(after.offers.get(category) ?? [])].filter(([name]) => !old?.has(name));
  const [renamed, ...others] = added.filter(([, each]) => isSameOffer(offer, each));
  const moved = explainMove(slug, category, before, after);
  if (moved !== null) return moved;
  if (renamed === undefined || others.length > 0) {
    const message = `the offer "${slug}" was removed from references/offers/${category}.csv`;
    return { message, suggestion: 'restore its line, or remove the listings that refer to it' };
  }
  const [now, { source }] = renamed;
  const message = `the offer "${slug}" was renamed to "${now}" in ${source.file}:${source.line}, and listings still use the old slug`;
  return {
    message,
    suggestion: `run \`make rename WHAT=offer FROM=${slug} TO=${now}\``,
    renamed: now,
  };
}

/** An offer that stands in another category now. */
function explainMove(
  slug: string,
  category: string,
  before: State,
  after: State,
): Explanation | null {
  for (const [other, offers] of after.offers) {
    const offer = offers.get(slug);
    if (other === category || offer === undefined || before.offers.get(other)?.has(slug)) continue;
    const { file, line } = offer.source;
    const message = `the offer "${slug}" was moved to ${file}:${line}, and listings of "${category}" still name it`;
    const suggestion = `move its listings too, or restore its line and run \`make move OFFER=${slug} TO=${other}\``;
    return { message, suggestion, renamed: slug };
  }
  return null;
}

/** A folder with the listings of a network that is gone. Null for a new network. */
function explainNetwork(
  { value: key = '' }: Problem,
  before: State,
  after: State,
): Explanation | null {
  const left = new Set(after.networks.map((network) => network.key));
  const slugs = listedSlugs(after, key);
  const old = before.networks.find(
    (network) => !left.has(network.key) && listedSlugs(before, network.key) === slugs,
  );
  if (old === undefined) return null;
  const message = `the folder of the network "${old.key}" was renamed to "${key}", which ${sourcePaths.networks} does not have`;
  const suggestion = `rename it back, and run \`make rename WHAT=network FROM=${old.key} TO=${key}\``;
  return { message, suggestion };
}

/** Slugs of the listings in the folder of a network. */
function listedSlugs({ networks }: State, key: string): string {
  const folder = `${sourcePaths.network(key)}/`;
  const rows = networks.find((network) => network.key === key)?.rows ?? [];
  return rows
    .filter(({ source }) => source.file.startsWith(folder))
    .map(({ content }) => content.values.slug)
    .join();
}

/** Whether all cells but the slug are equal. */
function isSameOffer({ cells: old }: OfferEntry, { cells: now }: OfferEntry): boolean {
  return compareValues(old.values, now.values).every(({ column }) => column === 'slug');
}

/** Null for a provider that the base did not have either. */
function explainProvider(
  { value: name = '' }: Problem,
  before: State,
  after: State,
): Explanation | null {
  const old = [...before.definitions.provider].find(([, provider]) => provider.name === name);
  if (old === undefined) return null;
  const now = after.definitions.provider.get(old[0]);
  if (now === undefined) {
    const message = `the provider "${name}" was removed from references/providers/providers.csv`;
    return { message, suggestion: 'restore its line, or remove what names it' };
  }
  const message = `the provider "${name}" was renamed to "${now.name}", and other lines still use the old name`;
  const suggestion = `run \`make rename WHAT=provider FROM="${name}" TO="${now.name}"\``;
  return { message, suggestion, renamed: String(now.name) };
}
