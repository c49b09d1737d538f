/** Moves offers to another category, with their listings and quotations. */
import { chainedCategories, isOfferPrice } from '../../../model/columns.ts';
import { PipelineError } from '../../errors.ts';
import { sourcePaths } from '../../sources.ts';
import type { EditedTable } from '../tables/table.ts';
import type { Edits } from './edits.ts';
import { assertColumns, type CellTexts } from './given-values.ts';
import { addListing, chainsOf, headerOfListings } from './list.ts';
import { categoryOf, factsOfOffers, noCategory, type Use, usesOfOffer } from './references.ts';

export interface Moving {
  readonly offers: readonly string[];
  /** Category of the offers; null if only one category has each. */
  readonly category: string | null;
  readonly to: string;
  /** Chains of listings that had none. */
  readonly chains: readonly string[];
  /** Columns whose cells may be lost. */
  readonly ignored: readonly string[];
  /** Cells that the other category needs. */
  readonly values?: CellTexts;
}

/** Throws if a cell has no column in the other category, before anything is written. */
export function move(edits: Edits, moving: Moving): void {
  const { offers, category: named, to } = moving;
  if (offers.length === 0 || to === '')
    throw new PipelineError('usage', 'name OFFER=acme-free and TO=wallets');
  const target = edits.table(sourcePaths.offers(to));
  if (target === null) throw noCategory(edits, to);
  assertColumns(target, moving.values ?? {}, sourcePaths.offers(to));
  for (const offer of offers) {
    const category = categoryOf(edits, offer, named);
    if (edits.offers.get(to)?.has(offer))
      throw new PipelineError('exists', `${to} has an offer "${offer}"`);
    for (const use of usesOfOffer(edits, category, offer)) moveUse(edits, use, target, moving);
  }
}

function moveUse(edits: Edits, use: Use, offers: EditedTable, moving: Moving): void {
  if (factsOfOffers.includes(use.file)) moveFact(edits, use, offers, moving.to);
  else if (use.column === 'offer') moveListing(edits, use, moving);
  else {
    offers.add({ ...cellsFor(edits, use, offers, moving), ...moving.values });
    use.table.remove(use.line);
  }
}

/** A fact without a column in the other category goes; that a plan ends has none in either. */
function moveFact(edits: Edits, { table, line }: Use, offers: EditedTable, to: string): void {
  const stated = table.get(line, 'column');
  const column = stated === '' ? stated : columnIn(edits, offers, stated);
  if (column === undefined) table.remove(line);
  else {
    table.set(line, 'category', to);
    table.set(line, 'column', column);
  }
}

function moveListing(edits: Edits, use: Use, moving: Moving): void {
  const { file, table, line } = use;
  const folder = file.slice(0, file.lastIndexOf('/'));
  const network = folder.slice(sourcePaths.network('').length);
  const target = edits.table(`${folder}/${moving.to}.csv`, headerOfListings(edits, moving.to));
  const offer = table.get(line, 'offer').slice('!offer:'.length);
  if (target === null) return;
  const { slug = '', ...cells } = cellsFor(edits, use, target, moving);
  const isEverywhere = !file.startsWith(sourcePaths.network(''));
  const [isChained, chain] = [
    chainedCategories(edits.sources.meta.columns).has(moving.to),
    cells.chain ?? '',
  ];
  table.remove(line);
  if (isEverywhere || !isChained || chain !== '') {
    const isListed = target.lines.some(
      (each) => target.get(each, 'offer') === cells.offer && !isChained,
    );
    if (!isListed) target.add({ ...cells, slug: isChained ? slug : offer });
    return;
  }
  const { to: category, chains } = moving;
  for (const each of chainsOf(edits, { category, networks: [network], chains }).get(network) ?? [])
    addListing(target, { ...cells, slug, chain: each }, offer);
}

/**
 * The column of the other category that states the same: a price stands in `accessPrice` or in
 * `price`. Undefined if there is none.
 */
function columnIn({ sources }: Edits, { header }: EditedTable, column: string): string | undefined {
  const prices = sources.meta.columns.filter(isOfferPrice).map(({ key }) => key);
  if (header.includes(column) || !prices.includes(column))
    return header.find((name) => name === column);
  return prices.find((name) => header.includes(name));
}

/**
 * A chain is not lost with the column: the categories without it have one listing for a network.
 */
function cellsFor(
  edits: Edits,
  { file, table, line }: Use,
  target: EditedTable,
  { to, ignored }: Moving,
): Record<string, string> {
  const cells = table.header.map((column) => ({
    column,
    text: table.get(line, column),
    target: columnIn(edits, target, column),
  }));
  const lost = cells.filter(
    ({ column, text, target }) => text !== '' && target === undefined && column !== 'chain',
  );
  const names = lost.map(({ column }) => column).filter((column) => !ignored.includes(column));
  if (names.length === 0)
    return Object.fromEntries(
      cells.flatMap(({ text, target }) => (target === undefined ? [] : [[target, text]])),
    );
  const message = `${file}: ${to} has no column for ${names.join(', ')} of "${table.get(line, 'slug')}"`;
  throw new PipelineError(
    'lost-cells',
    `${message}; leave them out with IGNORE=${names.join(',')}`,
  );
}
