/** The Markdown of a profile: the same provider, with its offers in one table. */

import { labelsOnly } from '../../../common/markdown-links.ts';
import { isMoney } from '../../../model/columns.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { countOffers } from '../../answers/directory.ts';
import { measuredSentences } from '../../answers/measured.ts';
import { offerCells } from '../../answers/offer-cells.ts';
import { ownCells, readProvider } from '../../api/providers/on-network.ts';
import { requestedPlace } from '../../api/resource.ts';
import type { Handler } from '../../http/context.ts';
import { describePage, nextLink, rowsPerPage, textOfCell } from '../../notations/markdown.ts';
import { titleOf } from '../../notations/offer-title.ts';
import { cutFlat } from '../../query/offers.ts';
import type { Place } from '../../questions/place.ts';
import type { Catalog } from '../../snapshot/catalog.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import { textsOfCell } from '../../text/cells.ts';
import { plural } from '../../text/counts.ts';
import { htmlPath, type Urls } from '../../urls.ts';
import { readPage } from '../shared/pager.ts';
import { describePresence, describeRows } from '../shared/presence.ts';
import { sendMarkdown } from '../shared/send-markdown.ts';
import { siteLinks } from './profile.ts';

export function providerMarkdown({ urls }: { readonly urls: Urls }): Handler {
  return (ctx) => {
    const place = requestedPlace(ctx, urls);
    const { snapshot } = place;
    const path = htmlPath(ctx.path);
    const profile = readProvider({ path }, place);
    const { provider, offers } = profile;
    const { items, pagination } = cutFlat(
      [...offers.values()].flat(),
      { page: readPage(ctx.state.parameters), pageSize: rowsPerPage },
      () => null,
    );
    const total = pagination.totalOffers;
    const measured = measuredSentences(
      snapshot,
      place.network,
      items.map((item) => ({ slug: place.slugOf(item), rows: item.rows })),
    );
    const presence =
      place.entry === null ? ` ${describePresence(profile, snapshot.catalog.terms)}` : place.on;
    sendMarkdown(ctx, {
      title: `${provider.name}${place.on}`,
      quotation: provider.description,
      facts: [
        `${plural(countOffers(profile), 'offer')} in ${plural(offers.size, 'category', 'categories')}${presence}, as of ${snapshot.manifest.generatedAt.slice(0, 10)}.`,
        ...describePage(total, pagination),
        ...describeOwn(provider, snapshot.catalog),
        ...measured.ownFigures,
      ],
      tables: [{ heading: 'Offers', ...tabulate(items, place) }],
      links: [
        ...nextLink((paging) => place.to(`${path}.md`, paging), { ...pagination, total }),
        { label: 'JSON', href: place.to(`${place.api}/providers/${provider.slug}`) },
        { label: 'Changes', href: place.to('/changes.md', { provider: provider.slug }) },
        ...measured.others.map(({ text, href }) => ({
          label: `Measured by others: ${text}`,
          href,
        })),
        ...siteLinks(provider).map(([label, href]) => ({ label, href })),
      ],
      html: place.to(path),
    });
  };
}

/** A sentence for each column of the directory in which the provider has a value. */
function describeOwn(provider: ProviderDefinition, { providerColumns }: Catalog): string[] {
  return ownCells(provider, providerColumns).flatMap(({ column, value }) => {
    const texts = textsOfCell(value, column);
    return texts.length === 0 ? [] : [`${column.label}: ${labelsOnly(texts.join(', '))}.`];
  });
}

function tabulate(items: readonly MatchedOffer[], place: Place) {
  const { snapshot, entry, networks, presenceOf, slugOf } = place;
  const { catalog } = snapshot;
  const [where, placesOf] =
    entry === null
      ? [catalog.terms.Networks, (rows: readonly number[]) => describeRows(snapshot, rows)]
      : ['Chains', (rows: readonly number[]) => presenceOf(rows).chains.join(', ')];
  const hasPlaces = entry === null || catalog.has.has('chains');
  const rows = items.map((item) => {
    const { row } = offerCells(snapshot, item.rows, networks);
    const { category } = item.offer;
    const price = catalog
      .columnsOf(category)
      .find((column) => isMoney(column) && (row[column.key] ?? null) !== null);
    const cost = price === undefined ? '' : textOfCell(row, price);
    return [
      slugOf(item),
      catalog.categoryLabel(category),
      titleOf(row, catalog.roles),
      cost,
      ...(hasPlaces ? [placesOf(item.rows)] : []),
    ];
  });
  return { columns: ['Slug', 'Category', 'Offer', 'Price', ...(hasPlaces ? [where] : [])], rows };
}
