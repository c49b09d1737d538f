/** The provider of every offer and listing is one of providers.csv, by name. */
import { NameFinder } from '../../common/nearest-name.ts';
import { type AddProblem, didYouMean } from '../problem.ts';
import { sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';
import { toKebabCase } from './slugs.ts';

export function checkProviderNames({ sources }: CheckContext, add: AddProblem): void {
  const names = new Set(sources.providers.map(({ value }) => value.name));
  const bySlug = new Map(sources.providers.map(({ value }) => [value.slug, value.name]));
  const finder = new NameFinder(names);
  const { unreadable } = sources;
  const suggestions = new Map<string, string>();
  for (const entry of [...sources.offers, ...sources.listings]) {
    const { provider } = entry.cells.values;
    if (typeof provider !== 'string' || names.has(provider)) continue;
    if ([provider, toKebabCase(provider)].some((name) => unreadable.mayHold(sourcePaths.providers, name))) continue;
    const suggestion = suggestions.get(provider) ?? suggest(provider);
    suggestions.set(provider, suggestion);
    add({
      rule: 'provider-not-found',
      ...entry.source,
      column: 'provider',
      value: provider,
      message: `no provider "${provider}" in ${sourcePaths.providers}`,
      suggestion,
    });
  }

  function suggest(provider: string): string {
    // `!provider:<slug>`, written as a reference to an offer is.
    const written = provider.replace(/^!?\s*(?:provider|offer)\s*:\s*/i, '');
    const near = bySlug.get(written) ?? (names.has(written) ? written : finder.find(written));
    return didYouMean(near, `add the provider to ${sourcePaths.providers}`);
  }
}
