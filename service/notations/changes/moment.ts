/** What changed of an offer at one moment, in words. */
import type { LoggedChange } from '../../query/changes.ts';
import { joinNames, joinSome } from '../../text/counts.ts';
import { changedCell, detailOf } from './cell-change.ts';
import type { ChangeNames } from './names.ts';

/** `network`: key of the network of the page, null for all. */
export function momentText(
  changes: readonly LoggedChange[],
  names: ChangeNames,
  network: string | null,
): string {
  const texts = changes.map((change) => {
    const { kind, column, networks, wholeOffer, chains } = change;
    if (column !== null) return detailOf(changedCell(change, names.column(column)));
    const where =
      network === null ? ` ${names.terms.on} ${joinSome(networks.map(names.network))}` : '';
    const listing = wholeOffer === false && chains.length > 0 ? ` for ${joinNames(chains)}` : '';
    return `${kind === 'added' ? 'Listed' : 'Removed'}${listing}${where}`;
  });
  return [...new Set(texts)].join('; ');
}
