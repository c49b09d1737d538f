/** GET .../compare.json, .md and .csv: offers of a category side by side, on a network or over all networks. */
import * as z from 'zod';
import type { CategoryDefinition } from '../../../model/categories.ts';
import { badParameter, unknownOffer } from '../../errors.ts';
import { type Context, networkKeyOf, snapshotOf } from '../../http/context.ts';
import { type Comparison, compareOffers } from '../../query/offers/compare.ts';
import { parseParameters, unknownValue } from '../../query/params.ts';
import { maxPicked } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { applicationOf } from '../application.ts';
import { contentOf, formatOf, type Resource, writeResult } from '../resource.ts';
import { writeCsv } from '../rows/export-formats.ts';
import { cellShape, type FactsOf, resultShape } from '../shapes.ts';
import { markdownOf } from './compare-markdown.ts';

const comparisonShape = resultShape({
  category: z.string(),
  network: z.string().nullable().describe('Network key; null for all networks.'),
  offers: z.array(
    z.object({
      slug: z.string().describe('As requested.'),
      provider: z.string(),
      networks: z.array(z.string()).describe('Keys of the networks that have it.'),
      chains: z.array(z.string()),
    }),
  ),
  facts: z
    .array(
      z.object({
        key: z.string().describe('Column key.'),
        label: z.string(),
        same: z.boolean().describe('Whether all values mean the same.'),
        values: z.array(cellShape).describe('In the order of `offers`.'),
      }),
    )
    .describe('Columns in which an offer has a value, differences first.'),
  missing: z.array(z.string()).describe('Requested slugs that are not there.'),
});

/** Machine-readable forms of a comparison, by extension. */
export const comparisonFormats = {
  json: { type: 'application/json; charset=utf-8', shape: comparisonShape, write: writeJson },
  md: { type: 'text/markdown; charset=utf-8', shape: z.string(), write: writeMarkdown },
  csv: { type: 'text/csv; charset=utf-8; header=present', shape: z.string(), write: writeRecords },
} as const;

type ComparisonFormatName = keyof typeof comparisonFormats;

/** What a form of a comparison is made of. */
interface ComparisonInput {
  readonly snapshot: Snapshot;
  /** Key, null for all networks. */
  readonly network: string | null;
  readonly comparison: Comparison;
  readonly urls: Urls;
}

/** Of the site and of each network. */
export const comparison: Resource = {
  path: '/compare.{format}',
  operationId: 'compareOffers',
  summary: `Up to ${maxPicked} offers of a category side by side.`,
  parameters: ['comparisonFormat', 'category', 'comparedOffer'],
  content: contentOf(comparisonFormats),
  handler:
    ({ urls }) =>
    async (ctx) => {
      const network = networkKeyOf(ctx);
      const snapshot = snapshotOf(ctx);
      const format = formatOf(ctx.path, comparisonFormats);
      const { category, offer } = parseParameters(ctx.querystring, schema, ['offer']);
      await sendComparison(ctx, format, { snapshot, network, category, slugs: [...new Set(offer)], urls });
    },
};

const schema = z.object({
  category: z.string().default(''),
  offer: z.array(z.string().min(1, 'must not be empty')).default([]),
});

interface Request {
  readonly snapshot: Snapshot;
  readonly network: string | null;
  /** Key. */
  readonly category: string;
  readonly slugs: readonly string[];
  readonly urls: Urls;
}

/** Throws 400 for an unknown category, without offers, and for too many; 404 if none of the offers is there. */
export async function sendComparison(
  ctx: Context,
  format: ComparisonFormatName,
  { snapshot, network, category: key, slugs, urls }: Request,
): Promise<void> {
  const category = categoryOf(snapshot, key);
  if (slugs.length === 0) throw badParameter('offer', 'the parameter "offer" is missing: repeat it for each slug');
  if (slugs.length > maxPicked) throw badParameter('offer', `at most ${maxPicked} offers can be compared`);
  const found = compareOffers(snapshot, network, { category, slugs });
  if (found.offers.length === 0) throw unknownOffer(slugs[0] ?? '', slugsOf(snapshot, network, category.key));
  const { type, write } = comparisonFormats[format];
  ctx.set('Content-Type', type);
  ctx.body = Buffer.from(write({ snapshot, network, comparison: found, urls }));
}

/** Slugs of listings and of offers. */
function slugsOf(snapshot: Snapshot, network: string | null, category: string): ReadonlySet<string> {
  const rows = snapshot.rowsOfListing(network, category);
  return new Set(Array.from(rows, (id) => [snapshot.slugOf(id), snapshot.offers.of(id).slug]).flat());
}

/** Throws 400. */
export function categoryOf({ catalog }: Snapshot, key: string): CategoryDefinition {
  const category = catalog.categories.find((candidate) => candidate.key === key);
  if (category) return category;
  throw unknownValue('category', key, catalog.categoryKeys);
}

function writeJson({ snapshot, network, comparison: { category, offers, facts, missing } }: ComparisonInput): string {
  const answer: FactsOf<typeof comparisonShape> = {
    category: category.key,
    network,
    offers: offers.map(({ slug, provider, presence: { networks, chains } }) => ({
      slug,
      provider,
      networks: [...networks],
      chains: [...chains],
    })),
    facts: facts
      .toSorted((a, b) => Number(a.same) - Number(b.same))
      .map(({ column: { key, label }, same, values }) => ({
        key,
        label,
        same,
        values: values as z.infer<typeof cellShape>[],
      })),
    missing: [...missing],
  };
  return writeResult(snapshot, answer);
}

function writeMarkdown({ snapshot: { catalog }, network, comparison, urls }: ComparisonInput): string {
  const place = network === null ? 'all networks' : catalog.networkName(network);
  return markdownOf({ place, comparison, application: applicationOf(catalog, urls, [comparison.category.key]) });
}

/** One record for each offer. */
function writeRecords({ comparison: { category, offers, facts } }: ComparisonInput): string {
  const columns = [
    ...['category', 'slug', 'provider'].map((key) => ({ key, valueKind: 'string' as const })),
    ...['networks', 'chains'].map((key) => ({ key, valueKind: 'array' as const })),
    ...facts.map(({ column }) => column),
  ];
  const rows = offers.map(({ slug, provider, presence, row }) =>
    JSON.stringify({ ...row, category: category.key, slug, provider, ...presence }),
  );
  return Buffer.concat([...writeCsv({ columns, rows })]).toString();
}
