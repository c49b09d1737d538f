/**
 * GET /api/counts: numbers of offers, rows and providers by network, category, provider, scope,
 * chain or the values of a column.
 */
import * as z from 'zod';
import { formatCount } from '../../common/format-count.ts';
import { badParameter, nearestName } from '../errors.ts';
import {
  type CountQuestion,
  countCombinations,
  countGroups,
  isList,
  ownCountKeys,
} from '../query/counts.ts';
import { resolveOffers } from '../questions/offers.ts';
import { anyCategory, countedBy, groupsPaging, whichOffers } from '../questions/parameters.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countHeader, listHeaders, setListHeaders } from './lists.ts';
import { resource } from './resource.ts';
import { resultShape } from './shapes.ts';

const countShape = z
  .object({
    offerCount: z.int().describe('Offers, each once.'),
    rowCount: z
      .int()
      .describe('Rows: listings {{on}}{{#chains}} the chains of{{/chains}} {{networks}}.'),
    providerCount: z.int().describe('Providers of the rows.'),
  })
  .catchall(
    z
      .union([z.string(), z.int(), z.null()])
      .describe('The value of a key of `by`; null for a blank cell.'),
  )
  .meta({
    id: 'GroupCount',
    description: 'Figures of the rows with these values of the keys of `by`.',
  });

const paginationShape = z.object({
  page: z.int(),
  pageSize: z.int().describe('Groups per page.'),
  totalPages: z.int(),
  totalGroups: z.int().describe('Groups on all pages.'),
});

/**
 * Combinations of values that are counted at most. Three keys of a directory of 66,000 rows make up
 * to 287,000; counting them takes a quarter of a second.
 */
const maxCombinations = 500_000;

export const counts = resource({
  path: '/api/counts',
  operationId: 'countOffers',
  summary:
    `Numbers of offers, rows and providers by up to three keys, over any selection of offers, most offers first. ` +
    `A row with several items in a list counts for each; ${formatCount(maxCombinations)} combinations of them are counted at most.`,
  parameters: { by: countedBy, category: anyCategory, ...whichOffers, ...groupsPaging },
  content: {
    'application/json': resultShape({
      by: z.array(z.string()),
      counts: z.array(countShape),
      pagination: paginationShape,
    }),
  },
  headers: { ...countHeader, ...listHeaders },
  answer: async ({ by, page, pageSize, ...selection }, place, { ctx }) => {
    const { snapshot, urls } = place;
    const query = resolveOffers(selection, place);
    const keys = readKeys(by, snapshot, query.categories);
    await assertCountable(snapshot, { query, keys });
    const { groups, total } = await countGroups(snapshot, { query, keys }, { page, pageSize });
    const totalPages = Math.ceil(total / pageSize);
    setListHeaders(ctx, { totalOffers: total, page, totalPages }, urls);
    return {
      by: keys,
      counts: groups.map(({ values, offers, rows, providers }) => ({
        ...Object.fromEntries(keys.map((key, at) => [key, values[at] ?? null])),
        offerCount: offers,
        rowCount: rows,
        providerCount: providers,
      })),
      pagination: { page, pageSize, totalPages, totalGroups: total },
    };
  },
});

const maxKeys = 3;

/** Throws 400. */
function readKeys(
  by: string,
  { catalog }: Snapshot,
  categories: readonly string[],
): readonly string[] {
  const columns = categories.flatMap((category) => catalog.columnsOf(category));
  const counted = columns
    .filter(({ filter }) => filter !== null && filter !== 'range')
    .map(({ key }) => key);
  const columnKeys = ownCountKeys.filter((key) => key !== 'chain' || catalog.columns.has(key));
  const allowed = [...new Set([...columnKeys, ...counted])];
  const keys = [...new Set(by.split(',').map((key) => key.trim()))];
  if (keys.length > maxKeys)
    throw badParameter('by', `by has ${keys.length} keys; ${maxKeys} are allowed`);
  const unknown = keys.find((key) => !allowed.includes(key));
  if (unknown === undefined) return keys;
  throw badParameter('by', `by: no key "${unknown}"; separate keys by commas`, {
    allowed,
    ...nearestName(unknown, allowed),
  });
}

/** Throws 400 if the lists of the rows make too many combinations. */
async function assertCountable(snapshot: Snapshot, question: CountQuestion): Promise<void> {
  const { keys } = question;
  const lists = keys.filter((key) => isList(snapshot, key));
  if (lists.length < 2) return;
  const combinations = await countCombinations(snapshot, question);
  if (combinations <= maxCombinations) return;
  const message =
    `by=${keys.join()} makes ${formatCount(combinations)} combinations; ` +
    `${formatCount(maxCombinations)} are counted at most`;
  throw badParameter('by', `${message}: leave out one of ${lists.join(', ')}, or add filters`);
}
