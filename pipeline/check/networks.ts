/** Networks that networks.csv does not describe, or that have no chain for what is listed on all networks. */

import { nearestName } from '../../common/nearest-name.ts';
import { chainedCategories } from '../../model/columns.ts';
import type { AddProblem } from '../problem.ts';
import { sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';

export function checkNetworks({ sources, resolved }: CheckContext, add: AddProblem): void {
  const described = new Set(sources.meta.networks.map((network) => network.key));
  const chained = chainedCategories(sources.meta.columns);
  const skipped = sources.listings.filter(({ network, category }) => network === null && chained.has(category)).length;
  const named = new Set(sources.listings.filter(({ cells }) => cells.values.chain).map(({ network }) => network));
  for (const { key, chains } of resolved.networks) {
    const file = `listings/specific-networks/${key}`;
    const place = { file, line: null, column: null };
    if (!described.has(key) && !sources.unreadable.mayHold(sourcePaths.networks, key)) {
      const near = nearestName(key, described);
      const suggestion = `add it to ${sourcePaths.networks}${near === null ? '' : `, or did you mean "${near}"?`}`;
      const message = `no network "${key}" in ${sourcePaths.networks}: its rows are published, but the list of networks omits it`;
      add({ ...place, rule: 'unknown-network', value: key, message, suggestion });
    }
    if (chains.length === 0 && skipped > 0 && !named.has(key) && !sources.unreadable.hasUnder(file)) {
      const message = `no listing names a chain, so ${describeLeftOut(skipped)}`;
      add({ ...place, rule: 'network-without-chain', message, suggestion: 'list something on one of its chains' });
    }
  }
}

function describeLeftOut(count: number): string {
  if (count === 1) return 'one all-networks listing is left out';
  return `${count} all-networks listings are left out`;
}
