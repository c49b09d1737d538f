/** GET /providers/{slug}.md of the site and of a network: a provider's links and offers. */
import type { ProviderDefinition } from '../../../model/providers.ts';
import { readProvider } from '../../api/providers/on-all-networks.ts';
import { findProvider, profileLinks } from '../../api/providers/on-network.ts';
import { networkApi } from '../../api/resource.ts';
import { type Context, type Handler, networkKeyOf, snapshotOf } from '../../http/context.ts';
import { countOffers, findProviderOffers, type ProviderOffers } from '../../query/offers/directory.ts';
import { cutFlat, presenceOf } from '../../query/offers/offers.ts';
import { findProviders } from '../../query/offers/providers.ts';
import type { FoundOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { htmlPath } from '../shared/forms.ts';
import { titleOf } from '../shared/offer-table/title.ts';
import { readPage } from '../shared/pager.ts';
import { describePresence, describeRows } from '../shared/presence.ts';
import { describePage, nextLink, rowsPerPage, sendMarkdown, textOfCell } from './document.ts';

export function providerMarkdown({ urls }: { readonly urls: Urls }): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const network = networkKeyOf(ctx);
    const path = htmlPath(ctx.path);
    const found = readOffers({ path }, snapshot, network);
    const { provider, offers } = found;
    const { items, pagination } = cutFlat(
      [...offers.values()].flat(),
      { page: readPage(new URLSearchParams(ctx.querystring)), pageSize: rowsPerPage },
      () => null,
    );
    const total = pagination.totalOffers;
    const place = network === null ? null : snapshot.catalog.networkName(network);
    const presence = place === null ? describePresence(found) : `on ${place}`;
    const json = network === null ? '/api/providers' : `${networkApi}/providers`;
    sendMarkdown(ctx, {
      title: place === null ? provider.name : `${provider.name} on ${place}`,
      quotation: provider.description,
      facts: [
        `${plural(countOffers(found), 'offer')} in ${plural(offers.size, 'category', 'categories')} ${presence}, as of ${snapshot.manifest.generatedAt.slice(0, 10)}.`,
        ...describePage(total, pagination),
      ],
      tables: [{ heading: 'Offers', ...tabulate(items, snapshot, network) }],
      links: [
        ...nextLink({ network, path, parameters: {} }, { ...pagination, total }, urls),
        { label: 'JSON', href: urls.to(network, `${json}/${provider.slug}`) },
        { label: 'Changes', href: urls.to(network, '/changes.md', { provider: provider.slug }) },
        ...siteLinks(provider),
      ],
      html: urls.to(network, path),
    });
  };
}

/** Throws 404. */
function readOffers(at: Pick<Context, 'path'>, snapshot: Snapshot, network: string | null): ProviderOffers {
  if (network === null) return readProvider(at, snapshot, []);
  const { catalog } = snapshot;
  const provider = findProvider(at, { catalog, listings: findProviders(snapshot, network) });
  const found = findProviderOffers(snapshot, provider, { networks: [network] });
  if (found === null) throw new Error(`the provider "${provider.name}" has no offer on "${network}"`);
  return found;
}

/** An address of a provider with another scheme is no link, as on its page. */
function siteLinks(provider: ProviderDefinition) {
  return Object.entries(profileLinks(provider)).flatMap(([label, href]) =>
    /^(https?|mailto):/.test(href) ? [{ label, href }] : [],
  );
}

function tabulate(items: readonly FoundOffer[], snapshot: Snapshot, network: string | null) {
  const { catalog } = snapshot;
  const rows = items.map(({ offer, rows }) => {
    const row = snapshot.row(rows[0] ?? 0);
    const { chains } = presenceOf(snapshot, rows, network === null ? [] : [network]);
    const price = catalog
      .columnsOf(offer.category)
      .find(({ key, cellType }) => cellType === 'numericRange' && (row[key] ?? null) !== null);
    return [
      network === null ? offer.slug : String(row.slug),
      catalog.categoryLabel(offer.category),
      titleOf(row),
      price === undefined ? '' : textOfCell(row, price),
      network === null ? describeRows(snapshot, rows) : chains.join(', '),
    ];
  });
  return { columns: ['Slug', 'Category', 'Offer', 'Price', network === null ? 'Networks' : 'Chains'], rows };
}
