/** GET /api/search: networks, providers and offers that match, as the search page shows them. */
import * as z from 'zod';
import { groupBy } from '../../../common/group-by.ts';
import type { Everything } from '../../answers/search/find.ts';
import { answerSearch, type WordsAnswer } from '../../answers/words.ts';
import { presenceOf } from '../../query/offers.ts';
import { asText, oneCategory, q, workload } from '../../questions/parameters.ts';
import { assertCategory } from '../../questions/parse.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { planOf, sortedNameOf } from '../../text/offer-names.ts';
import type { Urls } from '../../urls.ts';
import { resource } from '../resource.ts';
import { type FactsOf, resultShape, uriShape } from '../shapes.ts';
import { interpretationShape, presentInterpretation } from './interpretation.ts';

const placeShape = z.object({
  network: z.string().describe('{{Network}} key.'),
  offers: z.int().describe('Matching rows: listings, not offers.'),
  providers: z.int().describe('Providers of these rows.'),
  url: uriShape.describe('Directory page with the matches.'),
});

const searchShape = resultShape({
  corrected: z
    .string()
    .optional()
    .describe(
      'If nothing matches the given text: the nearest text without typing errors. The result is of this text.',
    ),
  interpretation: interpretationShape
    .optional()
    .describe(
      'The list that the words mean, if they name a category. `offers` are then its first offers.',
    ),
  leftOut: z
    .array(z.string())
    .optional()
    .describe('If nothing matches all words: those that the result does not match.'),
  networks: z
    .array(
      z.object({
        key: z.string(),
        name: z.string(),
        url: uriShape.describe('Address of its page.'),
      }),
    )
    .describe('{{Networks}} that the search names.'),
  providers: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      networkCount: z.int().describe('{{Networks}} with an offer.'),
      page: uriShape.describe("Address of the provider's page."),
    }),
  ),
  offers: z
    .array(
      z.object({
        category: z.string(),
        slug: z.string(),
        provider: z.string(),
        offer: z.string().nullable(),
        planName: z.string().nullable().meta({ about: 'plans' }),
        planType: z.string().nullable().meta({ about: 'plans' }),
        networkCount: z.int().describe('{{Networks}} with a matching listing.'),
        page: uriShape.describe("The provider's offers in the category."),
      }),
    )
    .describe(
      'Up to ten offers, best first: a match in a name or a kind counts more than one in a description.',
    ),
  categories: z
    .array(
      z.object({
        key: z.string(),
        label: z.string(),
        networkCount: z.int().describe('{{Networks}} with a match.'),
        places: z.array(placeShape).describe('Up to ten {{networks}}, most matching rows first.'),
      }),
    )
    .describe(
      'Categories with matching offers, best first; only {{on}} the named {{networks}} if there are any.',
    ),
});

export const search = resource({
  path: '/api/search',
  operationId: 'search',
  summary: '{{Networks}}, providers and offers that match a text.',
  parameters: { q, category: oneCategory, text: asText, mix: workload.mix },
  content: { 'application/json': searchShape },
  answer: async ({ q: words, category = null, text, mix }, { snapshot, urls }) => {
    assertCategory(category, snapshot.catalog);
    const scope = { network: urls.onlyNetwork, category, asText: text, mix };
    const { answer, everything } = await answerSearch(snapshot, words, scope);
    return present(everything, { snapshot, urls, q: words, answer });
  },
});

/** Networks listed for a category. */
const maxPlaces = 10;
/** Offers of the list that the words mean. */
const maxOffers = 10;

interface SearchRequest {
  readonly snapshot: Snapshot;
  readonly urls: Urls;
  readonly q: string;
  readonly answer: WordsAnswer | null;
}

function present(
  everything: Everything,
  { snapshot, urls, q: words, answer }: SearchRequest,
): FactsOf<typeof searchShape> {
  const { catalog } = snapshot;
  const isNamed = everything.named.length > 0;
  const hits = isNamed ? everything.namedHits : everything.hits;
  const text = isNamed ? everything.rest : (everything.required ?? everything.corrected ?? words);
  return {
    ...(everything.corrected === null ? {} : { corrected: everything.corrected }),
    ...(answer === null ? {} : { interpretation: presentInterpretation(answer, urls) }),
    ...(everything.leftOut.length === 0 || answer !== null
      ? {}
      : { leftOut: [...everything.leftOut] }),
    networks: everything.named.map((key) => ({
      key,
      name: catalog.networkName(key),
      url: urls.network(key),
    })),
    providers: everything.providers.map(({ slug, name, description }) => ({
      slug,
      name,
      description,
      networkCount: everything.presence.get(name)?.length ?? 0,
      page: urls.to(null, `/providers/${slug}`),
    })),
    offers: (answer?.offers.slice(0, maxOffers) ?? everything.offers).map((offer) =>
      presentOffer(offer, snapshot, urls),
    ),
    categories: Array.from(
      groupBy(hits, ({ category }) => category),
      ([key, hitsOfKey]) => ({
        key,
        label: catalog.categoryLabel(key),
        networkCount: hitsOfKey.length,
        places: hitsOfKey.slice(0, maxPlaces).map(({ network, offers, providers }) => ({
          network,
          offers,
          providers,
          url: urls.to(network, `/toolbox/${key}`, { search: text }),
        })),
      }),
    ),
  };
}

function presentOffer({ offer, rows }: MatchedOffer, snapshot: Snapshot, urls: Urls) {
  const { category, slug, provider } = offer;
  const row = snapshot.row(rows[0] ?? 0);
  const { providers, roles } = snapshot.catalog;
  const owner = providers.get(provider)?.slug;
  return {
    category,
    slug,
    provider,
    offer: typeof row.offer === 'string' ? row.offer : null,
    planName: sortedNameOf(row, roles),
    planType: planOf(row, roles) || null,
    networkCount: presenceOf(snapshot, rows, urls.onlyNetwork === null ? [] : [urls.onlyNetwork])
      .networks.length,
    page: `${urls.to(null, owner === undefined ? '/providers' : `/providers/${owner}`)}#${category}`,
  };
}
