/** GET /changes.md of the site and of a network: changes as sentences, newest first. */
import { networkApi } from '../../api/resource.ts';
import type { Handler } from '../../http/context.ts';
import { itemsOf, readItems } from '../../query/changes/changes.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { readRequest } from '../changes.ts';
import { feedParameters, type GivenChanges, readForm } from '../shared/changes/form.ts';
import { namesFor } from '../shared/changes/names.ts';
import { isoDay, writeNews } from '../shared/changes/news.ts';
import { textOf } from '../shared/changes/sentence.ts';
import { joinSome } from '../shared/changes/words.ts';
import { describePage, nextLink, rowsPerPage, sendMarkdown } from './document.ts';

export function changesMarkdown({ urls }: { readonly urls: Urls }): Handler {
  return (ctx) => {
    const given = readForm(ctx.querystring);
    const { page: _, ...selection } = given;
    const { snapshot, network, places, networks, facts, page, unknown } = readRequest(ctx, given, urls);
    const { fields: __, ...asked } = { ...selection, fact: facts };
    const numbers = itemsOf(snapshot.changes, places);
    const shown = numbers.slice((page - 1) * rowsPerPage, page * rowsPerPage);
    const items = readItems(snapshot.changes, places, { numbers: shown, networks });
    const news = writeNews(items, { names: namesFor({ snapshot, network, urls }), hasNetworks: network === null });
    const place = network === null ? null : snapshot.catalog.networkName(network);
    const total = numbers.length;
    sendMarkdown(ctx, {
      title: place === null ? 'Changes' : `Changes on ${place}`,
      facts: [
        ...describeUnknown(given, unknown),
        total === 0 ? 'No changes: ask for an earlier time or remove a filter.' : `${plural(places.length, 'change')}.`,
        ...describePage(total, { page, pageSize: rowsPerPage }),
      ],
      tables: [
        {
          heading: 'Newest first',
          columns: ['Day', 'Change', 'Slug'],
          rows: news.map((item) => [
            isoDay(item.atMs),
            textOf(item),
            joinSome([...new Set(item.changes.map(({ slug }) => slug))]),
          ]),
        },
      ],
      html: urls.to(network, '/changes', selection),
      links: [
        ...nextLink({ network, path: '/changes', parameters: selection }, { page, pageSize: rowsPerPage, total }, urls),
        {
          label: 'JSON',
          href: urls.to(network, network === null ? '/api/changes' : `${networkApi}/changes`, asked),
        },
        { label: 'Atom feed', href: urls.to(network, '/changes.atom', feedParameters(given)) },
      ],
    });
  };
}

/** A provider that the directory does not have. */
function describeUnknown(
  { provider }: GivenChanges,
  unknown: { readonly suggestion: string | null } | null,
): readonly string[] {
  if (unknown === null) return [];
  const nearest = unknown.suggestion === null ? '' : ` Nearest: ${unknown.suggestion}.`;
  return [`No provider "${[provider ?? []].flat().join(', ')}".${nearest}`];
}
