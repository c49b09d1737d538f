/**
 * Networks that networks.csv does not describe, or that have no chain for what is listed on all
 * networks.
 */
import { toKebabCase } from '../../../common/kebab-case.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { chainedCategories } from '../../../model/columns.ts';
import { kebabCase } from '../../../model/networks.ts';
import { type AddProblem, didYouMean } from '../../problem.ts';
import { type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../rule.ts';

export function checkNetworks({ sources, resolved }: CheckContext, add: AddProblem): void {
  checkLogoProviders(sources, add);
  const { meta, listings, unreadable } = sources;
  const finder = new NameFinder(meta.networks.map((network) => network.key));
  const chained = chainedCategories(meta.columns);
  const skipped = listings.filter(
    ({ network, category }) => network === null && chained.has(category),
  ).length;
  const named = new Set(
    listings.filter(({ cells }) => cells.values.chain).map(({ network }) => network),
  );
  for (const { key, chains } of resolved.networks) {
    const place = { file: sourcePaths.network(key), line: null, column: null };
    const isKnown = finder.has(key) || unreadable.mayHold(sourcePaths.networks, key);
    if (!kebabCase.test(key)) {
      const message =
        'the name of the folder is not a network key: lowercase letters, digits and hyphens';
      add({
        ...place,
        rule: 'network-key',
        value: key,
        message,
        suggestion: `rename the folder to "${toKebabCase(key)}", or remove it`,
      });
    } else if (!isKnown)
      add({ ...place, rule: 'unknown-network', value: key, ...describeUnknown(key, finder) });
    const isWithoutChain = finder.has(key) && chains.length === 0 && !named.has(key);
    if (!isWithoutChain || skipped === 0 || unreadable.hasUnder(place.file)) continue;
    const leftOut =
      skipped === 1 ? 'one all-networks listing is' : `${skipped} all-networks listings are`;
    const message = `no listing names a chain, so ${leftOut} left out`;
    add({
      ...place,
      rule: 'network-without-chain',
      message,
      suggestion: 'add a listing that names one of its chains',
    });
  }
}

function describeUnknown(key: string, finder: NameFinder) {
  const near = finder.find(key);
  const line = `add a line to ${sourcePaths.networks} with "${key}" in the column "key", "${nameOf(key)}" in "name" and the address of its documentation in "docs"`;
  const suggestion = near === null ? line : `did you mean "${near}"? Otherwise ${line}`;
  return { message: `no network "${key}" in ${sourcePaths.networks}`, suggestion };
}

function checkLogoProviders({ meta, providers, unreadable }: Sources, add: AddProblem): void {
  const names = new NameFinder(providers.map(({ value }) => value.name));
  for (const { key, logoProvider } of meta.networks) {
    if (
      logoProvider === null ||
      names.has(logoProvider) ||
      unreadable.hasFile(sourcePaths.providers)
    )
      continue;
    const line = meta.networkLines.get(key) ?? null;
    const place = { file: sourcePaths.networks, line, column: 'logoProvider', value: logoProvider };
    const message = `no provider "${logoProvider}" in ${sourcePaths.providers}`;
    const suggestion = didYouMean(
      names.find(logoProvider),
      'name a provider, or leave the cell blank',
    );
    add({ rule: 'logo-not-found', ...place, message, suggestion });
  }
}

/** `new-net` -> `New Net`. */
function nameOf(key: string): string {
  return key.replace(
    /(^|-)([a-z0-9])/g,
    (_, hyphen: string, letter: string) => `${hyphen && ' '}${letter.toUpperCase()}`,
  );
}
