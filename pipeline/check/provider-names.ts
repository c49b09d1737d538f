/** The provider of every offer and listing is one of providers.csv, by name. */
import { NameFinder } from '../../common/nearest-name.ts';
import { type AddProblem, didYouMean } from '../problem.ts';
import { type Sources, sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';
import { toKebabCase } from './slugs.ts';

export function checkProviderNames({ sources }: CheckContext, add: AddProblem): void {
  const names = new Set(sources.providers.map(({ value }) => value.name));
  const meant = meantProvider(sources);
  const { unreadable } = sources;
  const suggestions = new Map<string, string>();
  for (const entry of [...sources.offers, ...sources.listings]) {
    const { provider } = entry.cells.values;
    if (typeof provider !== 'string' || names.has(provider)) continue;
    if ([provider, toKebabCase(provider)].some((name) => unreadable.mayHold(sourcePaths.providers, name))) continue;
    const suggestion =
      suggestions.get(provider) ?? didYouMean(meant(provider), `add the provider to ${sourcePaths.providers}`);
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
}

/** Provider for a misspelt name, for a slug or for `!provider:<slug>`; null if there is none. */
export function meantProvider({ providers }: Sources): (written: string) => string | null {
  const bySlug = new Map(providers.map(({ value }) => [value.slug, value.name]));
  const finder = new NameFinder(providers.map(({ value }) => value.name));
  return (written) => {
    const name = written.replace(/^!?\s*(?:provider|offer)\s*:\s*/i, '');
    return finder.has(name) ? name : (bySlug.get(name) ?? finder.find(name));
  };
}
