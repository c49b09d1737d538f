/** GET /changes.md of the site and of a network: changes as sentences, newest first. */
import type { Handler } from '../../http/context.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { readNewsPage } from '../changes.ts';
import { feedParameters, type GivenChanges } from '../shared/changes/form.ts';
import { isoDay } from '../shared/changes/news.ts';
import { textOf } from '../shared/changes/sentence.ts';
import { joinSome } from '../shared/changes/words.ts';
import { describePage, nextLink, rowsPerPage, sendMarkdown } from './document.ts';

export function changesMarkdown({ urls }: { readonly urls: Urls }): Handler {
  return async (ctx) => {
    const found = await readNewsPage(ctx, urls, rowsPerPage);
    const { given, selection, network, page, unknown, title, counts, news, json } = found;
    const total = counts.items;
    sendMarkdown(ctx, {
      title,
      facts: [
        ...describeUnknown(given, unknown),
        total === 0
          ? 'No changes: ask for an earlier time or remove a filter.'
          : `${plural(counts.changes, 'change')}.`,
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
        { label: 'JSON', href: urls.to(network, json.path, json.parameters) },
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
