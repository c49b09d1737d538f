/** The provider of every offer and listing is one of providers.csv, by name. */
import { NameFinder } from '../../../common/nearest-name.ts';
import { didYouMean } from '../../problem.ts';
import { type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { type FindFaults, noFaults } from '../records.ts';
import { toKebabCase } from '../slugs/slugs.ts';

export function providerNames({ sources }: CheckContext): FindFaults {
  const { unreadable } = sources;
  const names = new Set(sources.providers.map(({ value }) => value.name));
  const meant = meantProvider(sources);
  return ({ values: { provider } }) => {
    if (typeof provider !== 'string' || names.has(provider)) return noFaults;
    const mayBeThere = (name: string) => unreadable.mayHold(sourcePaths.providers, name);
    if (mayBeThere(provider) || mayBeThere(toKebabCase(provider))) return noFaults;
    const message = `no provider "${provider}" in ${sourcePaths.providers}`;
    const suggestion = didYouMean(meant(provider), `add the provider to ${sourcePaths.providers}`);
    return [{ rule: 'provider-not-found', column: 'provider', value: provider, message, suggestion }];
  };
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
