/** Offers of a category side by side: what differs first, then what is the same for all. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { nameOf } from '../api/networks-view.ts';
import { plural } from '../counts.ts';
import { maxPicked } from '../query/view.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { RowObject } from '../snapshot/row-json.ts';
import type { Urls } from '../urls.ts';
import { iconOf } from './shared/icons.ts';
import type { SignOf } from './shared/logos.ts';
import { type Links, parseLink } from './shared/markdown.ts';
import { textsOf } from './shared/offer-table/cell.ts';
import { type FactView, isFact, presentFact } from './shared/offer-table/offer-row.ts';
import { titleOf } from './shared/offer-table/title.ts';

export interface CompareInput {
  readonly network: NetworkEntry;
  readonly category: CategoryDefinition;
  /** Those that the category uses. */
  readonly columns: readonly ColumnDefinition[];
  /** As they were asked for, the first ones. */
  readonly slugs: readonly string[];
  readonly rows: ReadonlyMap<string, RowObject>;
  /** Offers that were asked for beyond the most that are shown. */
  readonly tooMany: number;
  readonly profileOf: (provider: string) => string | null;
  readonly signOf: SignOf;
  readonly urls: Urls;
}

export function presentCompare(input: CompareInput) {
  const { network, category, columns, slugs, rows, urls } = input;
  const compared = slugs.map((slug) => rows.get(slug)).filter((row) => row !== undefined);
  const to = (path: string, picked: readonly string[]) =>
    urls.href(network.network, network.network, path, { compare: picked });
  const lines = columns
    .filter((column) => isFact(column) || column.cellType === 'description')
    .filter((column) => compared.some((row) => textsOf(row[column.key]).length > 0))
    .map((column) => presentLine(column, compared, urls));
  const toolbox = `/toolbox/${category.key}`;
  const missing = slugs.filter((slug) => !rows.has(slug));
  return {
    networkName: nameOf(network),
    crumbs: [
      { label: nameOf(network), href: urls.href(network.network, network.network, '/') },
      { label: category.label, href: to(toolbox, []) },
      { label: 'Compare', href: null },
    ],
    category: { ...category, icon: iconOf(category.icon) },
    counts: plural(compared.length, 'offer'),
    heads: compared.map((row) => presentHead(row, input)),
    width: compared.length + 1,
    hasAny: compared.length > 0,
    differing: lines.filter(({ same }) => !same),
    hasDiffering: lines.some(({ same }) => !same),
    shared: compared.length > 1 ? lines.filter(({ same }) => same) : [],
    hasShared: compared.length > 1 && lines.some(({ same }) => same),
    missing,
    hasMissing: missing.length > 0,
    tooMany: input.tooMany === 0 ? null : plural(input.tooMany, 'offer'),
    most: maxPicked,
    add:
      compared.length < maxPicked
        ? to(
            toolbox,
            compared.map((row) => String(row.slug)),
          )
        : null,
  };
}

function presentHead(row: RowObject, { network, category, slugs, rows, profileOf, signOf, urls }: CompareInput) {
  const provider = String(row.provider);
  const slug = profileOf(provider);
  const others = slugs.filter((other) => other !== row.slug && rows.has(other));
  return {
    title: titleOf(row) === provider ? null : titleOf(row),
    provider,
    ...signOf(provider),
    profile: slug === null ? null : urls.href(network.network, network.network, `/providers/${slug}`),
    remove: urls.href(network.network, network.network, '/compare', { category: category.key, offer: others }),
    buttons: textsOf(row.actionButtons).flatMap((text) => parseLink(text, urls) ?? []),
  };
}

interface LineView {
  readonly label: string;
  readonly icon: string | null;
  readonly description: string | null;
  readonly same: boolean;
  readonly cells: readonly (FactView & { readonly none: boolean })[];
}

function presentLine(column: ColumnDefinition, rows: readonly RowObject[], links: Links): LineView {
  const values = rows.map((row) => row[column.key] ?? null);
  return {
    label: column.label,
    icon: iconOf(column.icon),
    description: column.description,
    same: rows.length > 1 && new Set(values.map((value) => JSON.stringify(value))).size === 1,
    cells: values.map((value) => ({ ...presentFact(column, value, links), none: textsOf(value).length === 0 })),
  };
}
