/** GET /search of the site and of a network: one search over all categories. */
import { countCategories, coverageOf } from '../../api/coverage.ts';
import { requestedPlace } from '../../api/resource.ts';
import { metricsOf } from '../../api/rows/categories.ts';
import type { Context, Handler } from '../../http/context.ts';
import type { Place } from '../../query/place.ts';
import type { RankedOffer } from '../../query/search/rank.ts';
import { answerSearch } from '../../query/understand/answer.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { logosOf, networkLogosOf } from '../shared/logos.ts';
import { titleOf } from '../shared/offer-table/title.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { describeRows } from '../shared/presence.ts';
import { presentAnswer } from './answer.ts';
import { linkToOffer } from './offer-link.ts';
import { type OfferHit, presentSearch } from './view.ts';

export function searchPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { urls } = deps;
    const place = requestedPlace(ctx, urls);
    const { snapshot, network } = place;
    const { catalog } = snapshot;
    const { search, category, asText } = readRequest(ctx, snapshot);
    const scope = { network, category: category?.key ?? null, asText };
    const { answer, found } = await answerSearch(snapshot, search, scope);
    const categories =
      network === null
        ? coverageOf(snapshot, urls).categories
        : countCategories(catalog.categories, metricsOf(snapshot, network));
    const asked = { q: search, category: scope.category, asText };
    // A category that is chosen without words has no answer of its own.
    const isAnswered = answer !== null && (search.trim() !== '' || answer.offers.length > 0);
    const view = presentSearch({
      ...{ ...found, place, search, category, asText, categories },
      answer: isAnswered ? presentAnswer(answer, asked, place, deps) : null,
      offers: found.offers.map((offer) => presentOffer(offer, found.named, place)),
      presenceOf: (provider) => describeRows(snapshot, snapshot.rowsOfProvider(provider)),
      logoOf: logosOf(snapshot, network, urls),
      networkLogoOf: networkLogosOf(snapshot, network, urls),
    });
    const title = search.trim() === '' || isAnswered ? view.heading : `Search for ${search.trim()}`;
    const description = `Search results in the directory: ${view.heading}.`;
    const markdown = { q: search, category: category?.key, text: asText };
    const frame = {
      title,
      description,
      network,
      path: '/search',
      markdown,
      index: false,
      ownSearch: true,
      scripts: ['instant.js'],
    };
    sendPage(ctx, { template: 'search', frame, view }, deps);
  };
}

/** More are ignored: a search has few parts. */
const maxAsText = 20;

interface SearchRequest {
  readonly search: string;
  readonly category: Snapshot['catalog']['categories'][number] | null;
  /** Phrases that are text and nothing else. */
  readonly asText: readonly string[];
}

/** Words and category of the address. A category that does not exist is ignored. */
export function readRequest(ctx: Context, { catalog }: Snapshot): SearchRequest {
  const given = new URLSearchParams(ctx.querystring);
  const search = given.get('q') ?? '';
  const category = catalog.categories.find(({ key }) => key === given.get('category')) ?? null;
  return { search, category, asText: given.getAll('text').slice(0, maxAsText) };
}

/** `named`: networks that the search names. */
function presentOffer(found: RankedOffer, named: readonly string[], at: Place): OfferHit {
  const { offer, rows } = found;
  const { snapshot, network, urls } = at;
  const { catalog } = snapshot;
  const { provider, category } = offer;
  const row = snapshot.row(rows[0] ?? 0);
  const slug = catalog.providers.get(provider)?.slug;
  const [only = network, another] = named;
  const place = another === undefined && only !== null && urls.serves(only) ? only : null;
  const opened = place === null ? null : linkToOffer(found, {}, { from: at, network: place });
  const page = slug === undefined ? '/providers' : `/providers/${slug}`;
  return {
    provider,
    title: titleOf(row),
    slug: at.slugOf(found),
    category: catalog.categories.find(({ key }) => key === category) ?? { key: category, label: category },
    planType: typeof row.planType === 'string' ? row.planType : null,
    presence: describeRows(snapshot, rows),
    href: opened ?? `${at.href(page)}#${category}`,
  };
}
