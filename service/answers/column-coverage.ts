/** Coverage of the columns of all categories, on the networks that this service has. */
import { groupBy } from '../../common/group-by.ts';
import { type ColumnCoverage, countColumns } from '../../model/coverage.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** `network`: key of the only network; null for all. Kept with the snapshot. */
export function columnCoverage(
  snapshot: Snapshot,
  network: string | null,
): readonly ColumnCoverage[] {
  const { catalog, probes, offers, derived } = snapshot;
  return derived.of(`column coverage ${network}`, () =>
    catalog.categoryKeys.flatMap((category) => {
      const rows = snapshot.rowsOfListing(network, category);
      const byOffer = groupBy(rows, (id) => offers.of(id));
      return countColumns({
        category,
        columns: catalog.usedColumnsOf(category),
        offers: Array.from(byOffer.values(), (ids) => ids.map((id) => snapshot.row(id))),
        quoted: (column) => probes.quoted.get(`${category} ${column}`),
        words: catalog.words,
        sets: catalog.sets,
      });
    }),
  );
}
