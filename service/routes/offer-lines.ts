/** Lines of the tables of offers as HTML, rendered once for each provider's offers and kept for the snapshot. */
import { LRUCache } from 'lru-cache';
import type { ColumnDefinition } from '../../model/columns.ts';
import { parseRow } from '../present/row-json.ts';
import { mergeRows } from '../present/toolbox/merge-rows.ts';
import { presentOfferRow } from '../present/toolbox/offer-row.ts';
import type { Contents } from '../snapshot/load.ts';
import type { RouteContext } from './context.ts';

const maxBytes = 32 * 1024 * 1024;

/** They go with the contents that they show. */
const kept = new WeakMap<Contents, LRUCache<string, string>>();

export interface LinesInput {
  readonly contents: Contents;
  /** Of one provider and category, in order. */
  readonly ids: readonly number[];
  readonly columns: readonly ColumnDefinition[];
  readonly shown: readonly ColumnDefinition[];
  /** In the order in which the network names them. */
  readonly chains: readonly string[];
  /** Slugs whose boxes are ticked; null where nothing can be picked. */
  readonly picked: readonly string[] | null;
}

export function renderLines(input: LinesInput, deps: Pick<RouteContext, 'templates' | 'urls'>): string {
  const { contents, ids, shown, chains, picked } = input;
  const cache = cacheOf(contents);
  const key = [ids, shown.map((column) => column.key), chains, picked ?? ['-']].join('|');
  const known = cache.get(key);
  if (known !== undefined) return known;
  const html = render(input, deps);
  cache.set(key, html);
  return html;
}

function render(
  { contents, ids, columns, shown, chains, picked }: LinesInput,
  { templates, urls }: Pick<RouteContext, 'templates' | 'urls'>,
): string {
  const rows = ids.map((id) => parseRow(contents.json[id]));
  const lines = mergeRows(rows, columns, chains).map((group) => {
    const row = presentOfferRow(group, { columns, shown, links: urls });
    const chosen = row.offers.find(({ slug }) => picked?.includes(slug))?.slug ?? null;
    const pick = picked === null ? null : { value: chosen ?? row.id, checked: chosen !== null };
    return templates.fragment('offer', { ...row, pick });
  });
  return lines.join('');
}

function cacheOf(contents: Contents): LRUCache<string, string> {
  let cache = kept.get(contents);
  if (!cache) {
    cache = new LRUCache({ maxSize: maxBytes, sizeCalculation: (html, key) => 2 * (html.length + key.length) + 100 });
    kept.set(contents, cache);
  }
  return cache;
}
