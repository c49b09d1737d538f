/** Cells of the tables that name an offer or a provider. */
import { NameFinder } from '../../../common/nearest-name.ts';
import { PipelineError } from '../../errors.ts';
import { didYouMean, oneOf } from '../../problem.ts';
import { type ListingEntry, sourcePaths } from '../../sources.ts';
import type { EditedTable, Line } from '../tables/table.ts';
import type { Edits } from './edits.ts';

export interface Use {
  readonly file: string;
  readonly table: EditedTable;
  readonly line: Line;
  readonly column: string;
}

/**
 * Category of an offer. `named`: as given; null if only one category has the offer. `isOther`:
 * whether another category counts too.
 */
export function categoryOf(
  { sources, offers }: Edits,
  offer: string,
  named: string | null,
  isOther: (category: string) => boolean = () => false,
): string {
  const keys = named === null ? sources.meta.categories.map(({ key }) => key) : [named];
  const categories = keys.filter((key) => offers.get(key)?.has(offer) || isOther(key));
  const [category] = categories;
  if (named !== null && !sources.meta.categories.some(({ key }) => key === named))
    throw noCategory({ sources }, named);
  if (category === undefined) {
    const slugs = keys.flatMap((key) => [...(offers.get(key)?.keys() ?? [])]);
    throw notFound('offer', offer, slugs);
  }
  if (categories.length === 1) return category;
  const message = `several categories have the offer "${offer}": ${categories.join(', ')}; name one with CATEGORY`;
  throw new PipelineError('usage', message);
}

/** `no provider "Infstones"; did you mean "InfStones"?` */
function notFound(what: string, name: string, known: readonly string[]): PipelineError {
  return new PipelineError('not-found', `no ${what} "${name}"${meant(name, known)}`);
}

/** Most names that a message lists. */
const listed = 20;

/** `; did you mean "docs"?`, or the names, if they are few. */
export function meant(name: string, known: readonly string[]): string {
  const isShown = known.length > 0 && known.length <= listed;
  const names = isShown ? `; use ${oneOf(known)}` : '';
  return nearName(name, new NameFinder(known)) || names;
}

/** `; did you mean "docs"?`; blank if no name is near. */
export function nearName(name: string, finder: NameFinder): string {
  const near = finder.find(name);
  return near === null ? '' : `; ${didYouMean(near, '')}`;
}

type Known = Pick<Edits, 'sources'>;

/** Of a category that is not defined, or has no offers yet. */
export function noCategory({ sources }: Known, name: string): PipelineError {
  const keys = sources.meta.categories.map(({ key }) => key);
  if (!keys.includes(name)) return notFound('category', name, keys);
  return new PipelineError('not-found', `no file ${sourcePaths.offers(name)}`);
}

export function noNetwork({ sources }: Known, name: string): PipelineError {
  return notFound('network', name, sources.networks);
}

export function noProvider({ sources }: Known, name: string): PipelineError {
  return notFound(
    'provider',
    name,
    sources.providers.map(({ value }) => value.name),
  );
}

/** Tables with a line for a fact of an offer. */
export const factsOfOffers: readonly string[] = [
  sourcePaths.quotations,
  sourcePaths.corrections,
  sourcePaths.periods,
];

export function listingsOfOffer(
  { sources }: Edits,
  category: string,
  slug: string,
): readonly ListingEntry[] {
  return sources.listings.filter(({ category: own, cells: { reference } }) => {
    return own === category && reference.kind === 'offer' && reference.slug === slug;
  });
}

/** Its own slug, its listings, and the lines about its facts. */
export function usesOfOffer(edits: Edits, category: string, slug: string): Use[] {
  const listings = listingsOfOffer(edits, category, slug);
  const facts = factsOfOffers.flatMap((file) => findCells(edits, file, 'slug', slug));
  return [
    ...findCells(edits, sourcePaths.offers(category), 'slug', slug),
    ...filesOf(listings).flatMap((file) => findCells(edits, file, 'offer', `!offer:${slug}`)),
    ...facts.filter(({ table, line }) => table.get(line, 'category') === category),
  ];
}

/** Its own name, and those in offers, listings, networks and costs of calls. */
export function usesOfProvider(edits: Edits, name: string): Use[] {
  const { offers, listings } = edits.sources;
  const named = [...offers, ...listings].filter(({ cells }) => cells.values.provider === name);
  return [
    ...findCells(edits, sourcePaths.providers, 'name', name),
    ...findCells(edits, sourcePaths.networks, 'logoProvider', name),
    ...[...filesOf(named), sourcePaths.units].flatMap((file) =>
      findCells(edits, file, 'provider', name),
    ),
  ];
}

function filesOf(entries: readonly { readonly source: { readonly file: string } }[]): string[] {
  return [...new Set(entries.map(({ source }) => source.file))];
}

/** Cells of a column that are a text; none without the table. */
export function findCells(edits: Edits, file: string, column: string, text: string): Use[] {
  const table = edits.table(file);
  if (table === null) return [];
  const lines = table.lines.filter((line) => table.get(line, column) === text);
  return lines.map((line) => ({ file, table, line, column }));
}
