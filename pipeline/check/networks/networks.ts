/** Networks that networks.csv does not describe, or that have no chain for what is listed on all networks. */

import { NameFinder } from '../../../common/nearest-name.ts';
import { chainedCategories } from '../../../model/columns.ts';
import { kebabCase } from '../../../model/networks.ts';
import { type AddProblem, didYouMean } from '../../problem.ts';
import { type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';

export function checkNetworks({ sources, resolved }: CheckContext, add: AddProblem): void {
  checkLogoProviders(sources, add);
  const described = new Set(sources.meta.networks.map((network) => network.key));
  const finder = new NameFinder(described);
  const chained = chainedCategories(sources.meta.columns);
  const skipped = sources.listings.filter(({ network, category }) => network === null && chained.has(category)).length;
  const named = new Set(sources.listings.filter(({ cells }) => cells.values.chain).map(({ network }) => network));
  for (const { key, chains } of resolved.networks) {
    const file = `listings/specific-networks/${key}`;
    const place = { file, line: null, column: null };
    if (!kebabCase.test(key)) {
      const message = 'the name of the folder is not a network key: lowercase letters, digits and hyphens';
      add({ ...place, rule: 'network-key', value: key, message, suggestion: 'rename or remove the folder' });
    } else if (!described.has(key) && !sources.unreadable.mayHold(sourcePaths.networks, key)) {
      const near = finder.find(key);
      const line = `add a line to ${sourcePaths.networks} with "${key}" in the column "key", "${nameOf(key)}" in "name" and the address of its documentation in "docs"`;
      const message = `no network "${key}" in ${sourcePaths.networks}`;
      const suggestion = near === null ? line : `did you mean "${near}"? Otherwise ${line}`;
      add({ ...place, rule: 'unknown-network', value: key, message, suggestion });
    }
    if (
      described.has(key) &&
      chains.length === 0 &&
      skipped > 0 &&
      !named.has(key) &&
      !sources.unreadable.hasUnder(file)
    ) {
      const message = `no listing names a chain, so ${describeLeftOut(skipped)}`;
      add({
        ...place,
        rule: 'network-without-chain',
        message,
        suggestion: 'add a listing that names one of its chains',
      });
    }
  }
}

function checkLogoProviders({ meta, providers, unreadable }: Sources, add: AddProblem): void {
  const names = new NameFinder(providers.map(({ value }) => value.name));
  for (const { key, logoProvider } of meta.networks) {
    if (logoProvider === null || names.has(logoProvider) || unreadable.hasFile(sourcePaths.providers)) continue;
    const line = meta.networkLines.get(key) ?? null;
    const place = { file: sourcePaths.networks, line, column: 'logoProvider', value: logoProvider };
    const message = `no provider "${logoProvider}" in ${sourcePaths.providers}`;
    const suggestion = didYouMean(names.find(logoProvider), 'name a provider, or leave the cell blank');
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

function describeLeftOut(count: number): string {
  if (count === 1) return 'one all-networks listing is left out';
  return `${count} all-networks listings are left out`;
}
