/** The newest changes, for a home page. */
import { toldFacts } from '../../../query/changes/change-params.ts';
import { allChanges, findChanges, itemsOf, readItems } from '../../../query/changes/changes.ts';
import { logosOf } from '../logos.ts';
import { type NamesInput, namesFor } from './names.ts';
import { presentNews, writeNews } from './news.ts';

const maxItems = 6;

/** Null if nothing has changed. */
export function presentRecent({ snapshot, network, urls }: NamesInput) {
  const { changes: log } = snapshot;
  const networks = network === null ? [] : [network];
  const query = { ...allChanges, networks };
  const places = findChanges(log, { ...query, facts: toldFacts(query, undefined) });
  if (places.length === 0) return null;
  const numbers = itemsOf(log, places).slice(0, maxItems);
  const names = namesFor({ snapshot, network, urls });
  const news = writeNews(readItems(log, places, { numbers, networks }), { names, hasNetworks: network === null });
  const logoOf = logosOf(snapshot, network, urls);
  return { href: urls.href(network, network, '/changes'), items: news.map((item) => presentNews(item, logoOf)) };
}
