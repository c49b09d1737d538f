/** Rows of an offer table as HTML. */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import type { RouteContext } from '../context.ts';
import { mergeRows } from './merge-rows.ts';
import { presentOfferRow } from './offer-row.ts';

export interface LinesInput {
  readonly snapshot: Snapshot;
  /** Of one provider and category, in order. */
  readonly ids: readonly number[];
  readonly columns: readonly ColumnDefinition[];
  readonly shown: readonly ColumnDefinition[];
  /** In the order in which they are shown. */
  readonly chains: readonly string[];
  /** Slugs whose boxes are ticked; null where nothing can be picked. */
  readonly picked: readonly string[] | null;
}

type Deps = Pick<RouteContext, 'templates' | 'urls'>;

export function renderLines(
  { snapshot, ids, columns, shown, chains, picked }: LinesInput,
  { templates, urls }: Deps,
): string {
  const rows = ids.map((id) => snapshot.row(id));
  const lines = mergeRows(rows, columns, chains).map((group) => {
    const row = presentOfferRow(group, { columns, shown, links: urls });
    const chosen = row.offers.find(({ slug }) => picked?.includes(slug))?.slug ?? null;
    const pick = picked === null ? null : { value: chosen ?? row.id, checked: chosen !== null };
    return templates.fragment('offer', { ...row, pick });
  });
  return lines.join('');
}
