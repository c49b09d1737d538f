/** The provider of every offer and listing is one of providers.csv, by name. */
import { nearest } from '../nearest.ts';
import type { AddProblem } from '../problem.ts';
import { sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';

export function checkProviderNames({ sources }: CheckContext, add: AddProblem): void {
  if (sources.providers.length === 0) return; // reported while providers.csv was read
  const names = new Set(sources.providers.map(({ value }) => value.name));
  const bySlug = new Map(sources.providers.map(({ value }) => [value.slug, value.name]));
  for (const entry of [...sources.offers, ...sources.listings]) {
    const { provider } = entry.cells.values;
    if (typeof provider !== 'string' || names.has(provider)) continue;
    const near = bySlug.get(provider) ?? nearest(provider, names);
    add({
      severity: 'error',
      rule: 'provider-not-found',
      ...entry.source,
      column: 'provider',
      value: provider,
      message: `no provider "${provider}" in ${sourcePaths.providers}`,
      suggestion: near === null ? `add the provider to ${sourcePaths.providers}` : `did you mean "${near}"?`,
    });
  }
}
