/** The column of lists over several networks: where an offer is. No snapshot has it. */
import { type ColumnDefinition, plainColumn } from '../../../../model/columns.ts';
import type { Terms } from '../../../../model/terms.ts';
import { presenceOf } from '../../../query/offers.ts';
import type { Place } from '../../../questions/place.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import { joinNames, placesCount } from '../../../text/counts.ts';

const key = 'networks';

export function networksColumn({ Networks: label }: Terms): ColumnDefinition {
  return { ...plainColumn, key, label, description: `${label} with the offer.` };
}

/** More networks are counted instead of named. */
const maxNamed = 4;

/** The cell of an offer: names if it is one, or if the list is limited to few, else their number. */
export function networksCell(
  { snapshot, networks: within }: Pick<Place, 'snapshot' | 'networks'>,
  rows: readonly number[],
): Row {
  const { networks } = presenceOf(snapshot, rows, within);
  const isNamed = networks.length === 1 || (within.length > 0 && within.length <= maxNamed);
  const names = networks.map((key) => snapshot.catalog.networkName(key));
  const count = placesCount(names.length, snapshot.catalog.terms);
  return { [key]: isNamed ? joinNames(names) : count };
}
