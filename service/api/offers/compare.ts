/**
 * GET .../compare.json, .md and .csv: offers of a category side by side, on a network or over all
 * networks.
 */
import * as z from 'zod';
import { appliedShape, notAppliedShape } from '../../answers/applied.ts';
import { type Comparison, compareOffers } from '../../answers/compare.ts';
import { badParameter, unknownOffer } from '../../errors.ts';
import type { Context } from '../../http/context.ts';
import { comparisonFacts, comparisonRecords, writeComparison } from '../../notations/comparison.ts';
import { exportFormats } from '../../notations/export-formats.ts';
import type { ListQuestion } from '../../questions/list.ts';
import { limitNetworks } from '../../questions/offers.ts';
import {
  category,
  comparedOffers,
  comparisonCsv,
  inPath,
  limits,
  maxPicked,
} from '../../questions/parameters.ts';
import { categoryOf, type ParsedParameters } from '../../questions/parse.ts';
import { type Place, placeOf } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { applicationOf } from '../application.ts';
import { contentOf, formatOf, resource, writeResult } from '../resource.ts';
import { cellShape, type FactsOf, resultShape } from '../shapes.ts';

const listingsShape = z
  .object({
    text: z.string().describe('Range or values: `$421 to $2,504 or Custom, by network`.'),
    values: z.array(
      z.object({
        value: cellShape,
        networks: z.array(z.string()).describe('Keys.'),
        chains: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'ListedValues', description: 'A cell in which the listings of an offer differ.' });

const benchmarkWordsShape = z.object({
  source: z.string(),
  text: z.string().describe('Figures with place, days and licence.'),
  href: z.string().describe('Page of the source that has the figures.'),
});

const comparisonShape = resultShape({
  category: z.string(),
  network: z.string().nullable().describe('{{Network}} key; null for all {{networks}}.'),
  applied: z.array(appliedShape).describe('Conditions of the request as they were applied.'),
  notApplied: z.array(notAppliedShape).describe('Conditions of the request that had no effect.'),
  offers: z.array(
    z.object({
      slug: z.string().describe('As requested.'),
      provider: z.string(),
      networks: z.array(z.string()).describe('Keys of the {{networks}} that have it.'),
      chains: z.array(z.string()),
      measuredBy: z
        .array(benchmarkWordsShape)
        .optional()
        .describe('What others measured of the offer; left out without any.'),
    }),
  ),
  facts: z
    .array(
      z.object({
        key: z.string().describe('Column key.'),
        label: z.string(),
        same: z.boolean().describe('Whether all values mean the same.'),
        values: z.array(cellShape).describe('In the order of `offers`: of the first listing.'),
        states: z
          .array(z.string().nullable())
          .optional()
          .describe(
            'What is known of amounts, in the order of `offers`: `not stated`, `does not apply`, or what of a text is not read; null where a value says all.',
          ),
        measured: z
          .array(z.string().nullable())
          .optional()
          .describe(
            'What this directory measured beside a promise, in the order of `offers`; null without readings.',
          ),
        listings: z
          .array(listingsShape.nullable())
          .optional()
          .describe('Where the listings of an offer differ, in the order of `offers`; else null.'),
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
interface ComparisonInput extends Place {
  readonly comparison: Comparison;
  readonly csvFormat?: z.infer<typeof comparisonCsv> | undefined;
}

const described = {
  path: '/compare.{format}',
  operationId: 'compareOffers',
  summary: `Up to ${maxPicked} offers of a category side by side.`,
  inPath: { format: inPath.comparisonFormat },
  content: contentOf(comparisonFormats),
};

const ownParameters = { category, offer: comparedOffers, format: comparisonCsv };

/** Of a network. */
export const networkComparison = resource({
  ...described,
  on: 'network',
  parameters: ownParameters,
  answer: (parameters, place, { ctx }) => answerComparison(ctx, parameters, place),
});

/** Of the site: on all networks, or as the offers are on some. */
export const comparison = resource({
  ...described,
  on: 'site',
  parameters: { ...ownParameters, network: limits.network },
  answer: ({ network, ...parameters }, { snapshot, urls }, { ctx }) => {
    const networks = limitNetworks(network, { snapshot, urls });
    return answerComparison(
      ctx,
      parameters,
      placeOf(snapshot, null, urls, { networks, onEach: false }),
    );
  },
});

function answerComparison(
  ctx: Context,
  parameters: ParsedParameters<typeof ownParameters>,
  place: Place,
) {
  const form = formatOf(ctx.path, comparisonFormats);
  if (form !== 'csv' && parameters.format !== 'csv')
    throw badParameter('format', `the parameter "format" is one of compare.csv, not of ${form}`);
  return sendComparison(ctx, form, {
    ...place,
    category: parameters.category ?? '',
    slugs: [...new Set(parameters.offer)],
    csvFormat: parameters.format,
  });
}

interface Request extends Place {
  /** Key. */
  readonly category: string;
  readonly slugs: readonly string[];
  /** The conditions of the address; null if it takes none. */
  readonly list?: ListQuestion | null;
  readonly csvFormat?: ComparisonInput['csvFormat'];
}

/**
 * Throws 400 for an unknown category, without offers, and for too many; 404 if none of the offers
 * is there.
 */
export function sendComparison(
  ctx: Context,
  format: ComparisonFormatName,
  { category: key, slugs, list = null, csvFormat, ...place }: Request,
): undefined {
  const { snapshot, network } = place;
  const wanted = categoryOf(snapshot, key);
  if (slugs.length === 0)
    throw badParameter('offer', 'the parameter "offer" is missing: repeat it for each slug');
  if (slugs.length > maxPicked)
    throw badParameter('offer', `at most ${maxPicked} offers can be compared`);
  const compared = compareOffers(snapshot, place, { category: wanted, slugs, list });
  if (compared.offers.length === 0)
    throw unknownOffer(slugs[0] ?? '', slugsOf(snapshot, network, wanted.key));
  const { type, write } = comparisonFormats[format];
  ctx.set('Content-Type', type);
  ctx.body = Buffer.from(write({ ...place, comparison: compared, csvFormat }));
  return undefined;
}

/** Slugs of listings and of offers. */
function slugsOf(snapshot: Snapshot, network: string | null, key: string): ReadonlySet<string> {
  const rows = snapshot.rowsOfListing(network, key);
  return new Set(
    Array.from(rows, (id) => [snapshot.slugOf(id), snapshot.offers.of(id).slug]).flat(),
  );
}

function writeJson({ snapshot, network, comparison: compared }: ComparisonInput): string {
  const answer: FactsOf<typeof comparisonShape> = comparisonFacts(compared, network);
  return writeResult(snapshot, answer);
}

/** One record for each offer. */
function writeRecords({
  snapshot,
  comparison: compared,
  csvFormat = 'csv',
}: ComparisonInput): string {
  const { write } = exportFormats[csvFormat];
  const records = comparisonRecords(compared, snapshot.catalog);
  return Buffer.concat([...write({ ...records, metadata: {} })]).toString();
}

function writeMarkdown({
  snapshot: { catalog },
  name,
  comparison: compared,
  urls,
}: ComparisonInput) {
  const application = applicationOf(catalog, urls, [compared.category.key]);
  const links = [application?.signIn ?? [], application?.links ?? []].flat();
  return writeComparison(compared, {
    place: name,
    terms: catalog.terms,
    links: links.map(({ label, href }) => ({ label, href })),
  });
}
