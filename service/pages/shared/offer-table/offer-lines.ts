/** Lines of the tables of offers as HTML, rendered once for each provider's offers and kept for the snapshot. */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Contents } from '../../../snapshot/load.ts';
import { parseRow } from '../../../snapshot/row-json.ts';
import type { RouteContext } from '../context.ts';
import { Fragments } from '../fragments.ts';
import { mergeRows } from './merge-rows.ts';
import { presentOfferRow } from './offer-row.ts';

export interface LinesInput {
  readonly contents: Contents;
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

const rendered = new Fragments();

export function renderLines(input: LinesInput, deps: Deps): string {
  const { contents, ids, shown, chains, picked } = input;
  const key = [ids, shown.map((column) => column.key), chains, picked ?? ['-'], deps.urls.app('/')].join('|');
  return (rendered.get(contents, key) ?? rendered.keep(contents, key, { html: render(input, deps) })).html;
}

function render({ contents, ids, columns, shown, chains, picked }: LinesInput, { templates, urls }: Deps): string {
  const rows = ids.map((id) => parseRow(contents.json[id]));
  const lines = mergeRows(rows, columns, chains).map((group) => {
    const row = presentOfferRow(group, { columns, shown, links: urls });
    const chosen = row.offers.find(({ slug }) => picked?.includes(slug))?.slug ?? null;
    const pick = picked === null ? null : { value: chosen ?? row.id, checked: chosen !== null };
    return templates.fragment('offer', { ...row, pick });
  });
  return lines.join('');
}
