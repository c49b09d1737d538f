/** One page of the rows that a question found. */
import * as z from 'zod';
import { groupBy } from '../../common/group-by.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A page of `group` has whole providers, a page of `offer` has rows. */
export const pagingModes = ['group', 'offer'] as const;

/** A page holds whole providers, so it can hold more rows than its size. */
export interface Page {
  /** One group for each provider. */
  readonly groups: readonly ProviderGroup[];
  readonly pagination: Pagination;
}

export interface ProviderGroup {
  readonly provider: string;
  readonly rows: readonly number[];
}

export const paginationShape = z
  .object({
    mode: z
      .enum(pagingModes)
      .describe('`group`: a page has whole providers. `offer`: a page has items.'),
    page: z.int().describe('Number of this page; the first is 1.'),
    pageSize: z.int().describe('Providers per page, or items with the mode `offer`.'),
    totalPages: z.int().describe('0 if nothing matches.'),
    totalProviders: z.int().describe('Providers of the matching items.'),
    totalOffers: z
      .int()
      .describe('Matching items on all pages: rows of `rows`, offers of `/api/offers`.'),
  })
  .meta({ id: 'Pagination' });

export type Pagination = Readonly<z.infer<typeof paginationShape>>;

/** The page that is asked for; that of a row if there is one. */
interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly row?: number | null;
}

type ProviderOf = (id: number) => string;

/**
 * Rows of offers, by slug, in the order of the slugs. Slugs that the category lacks on the network
 * are left out.
 */
export function rowsBySlug(
  snapshot: Snapshot,
  { network, category, slugs }: { network: string; category: string; slugs: readonly string[] },
): ReadonlyMap<string, number> {
  if (slugs.length === 0) return new Map();
  const listing = snapshot.rowsOfListing(network, category);
  const bySlug = new Map(Array.from(listing, (id) => [snapshot.slugOf(id), id]));
  return new Map(
    slugs.flatMap((slug) => (bySlug.has(slug) ? [[slug, bySlug.get(slug) ?? 0] as const] : [])),
  );
}

/** Providers are in the order of their first row; rows of a provider keep their order. */
export function cutPage(rows: readonly number[], providerOf: ProviderOf, page: PageRequest): Page {
  const groups = Array.from(groupBy(rows, providerOf), ([provider, rowsOfProvider]) => ({
    provider,
    rows: rowsOfProvider,
  }));
  return pageOf(groups, rows.length, page);
}

function pageOf(
  groups: readonly ProviderGroup[],
  totalOffers: number,
  requested: PageRequest,
): Page {
  const { pageSize, row = null } = requested;
  const at = row === null ? -1 : groups.findIndex(({ rows }) => rows.includes(row));
  const page = at === -1 ? requested.page : Math.floor(at / pageSize) + 1;
  const totalProviders = new Set(groups.map(({ provider }) => provider)).size;
  const totalPages = Math.ceil(groups.length / pageSize);
  return {
    groups: groups.slice((page - 1) * pageSize, page * pageSize),
    pagination: { mode: 'group', page, pageSize, totalPages, totalProviders, totalOffers },
  };
}

/**
 * A page of a sorted list: neighbours of one provider form a group, so that the list keeps its
 * order, and a provider can have several groups. `sectionOf`: a group ends where its value changes.
 */
export function cutRuns(
  rows: readonly number[],
  {
    providerOf,
    sectionOf,
  }: { readonly providerOf: ProviderOf; readonly sectionOf: (id: number) => string },
  page: PageRequest,
): Page {
  const runs: { provider: string; section: string; rows: number[] }[] = [];
  for (const id of rows) {
    const [provider, section] = [providerOf(id), sectionOf(id)];
    const last = runs.at(-1);
    if (last?.provider === provider && last.section === section) last.rows.push(id);
    else runs.push({ provider, section, rows: [id] });
  }
  return pageOf(runs, rows.length, page);
}
