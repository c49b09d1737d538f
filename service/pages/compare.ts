/** GET {network}/compare: up to six offers of a category side by side, the differences first. */
import { foldText } from '../../common/fold.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { plural } from '../counts.ts';
import { badParameter } from '../errors.ts';
import type { Context, Handler } from '../http/context.ts';
import { nearestName } from '../nearest-name.ts';
import { findOffers } from '../query/rows.ts';
import { maxPicked } from '../query/view.ts';
import type { NetworkEntry, Row } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';
import { iconOf } from './shared/icons.ts';
import { type LogoOf, logosOf } from './shared/logos.ts';
import { type Links, parseLink } from './shared/markdown.ts';
import { textsOf } from './shared/offer-table/cell.ts';
import { type FactView, isFact, presentFact } from './shared/offer-table/offer-row.ts';
import { meaningOfPrice } from './shared/offer-table/price.ts';
import { titleOf } from './shared/offer-table/title.ts';
import { type PageDeps, requestedNetwork, sendPage } from './shared/page.ts';

export function comparePage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { key, network, snapshot } = requestedNetwork(ctx);
    const { catalog, manifest } = snapshot;
    const { category, requested } = readRequest(ctx, catalog.categories);
    const slugs = requested.slice(0, maxPicked);
    const found = await findOffers(snapshot, { network: key, category: category.key, slugs });
    const view = presentCompare({
      network,
      category,
      columns: catalog.columnsOf(category.key).filter((column) => column.categories.includes(category.key)),
      slugs,
      rows: new Map([...found].map(([slug, id]) => [slug, snapshot.row(id)])),
      tooMany: requested.length - slugs.length,
      profileOf: (provider) => catalog.providers.get(provider)?.slug ?? null,
      logoOf: logosOf(snapshot, key, deps.urls),
      urls: deps.urls,
    });
    const title = `Compare ${category.label} on ${network.name}`;
    const description = `${view.counts} of ${category.label} on ${network.name} side by side, differences first.`;
    const parameters = { category: category.key };
    const frame = { title, description, network: key, path: '/compare', parameters, index: false, manifest };
    sendPage(ctx, { template: 'compare', frame, view }, deps);
  };
}

function readRequest<T extends { readonly key: string }>(ctx: Context, categories: readonly T[]) {
  const given = new URLSearchParams(ctx.querystring);
  const key = given.get('category') ?? '';
  const category = categories.find((candidate) => candidate.key === key);
  if (category) return { category, requested: [...new Set(given.getAll('offer').filter((slug) => slug !== ''))] };
  const allowed = categories.map((candidate) => candidate.key);
  const message = key === '' ? 'the parameter "category" is missing' : `unknown category "${key}"`;
  throw badParameter('category', message, { allowed, ...nearestName(key, allowed) });
}

export interface CompareInput {
  readonly network: NetworkEntry;
  readonly category: CategoryDefinition;
  /** Columns of the category. */
  readonly columns: readonly ColumnDefinition[];
  /** Requested slugs, up to the maximum. */
  readonly slugs: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
  /** Number of requested offers above the maximum. */
  readonly tooMany: number;
  readonly profileOf: (provider: string) => string | null;
  readonly logoOf: LogoOf;
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
    networkName: network.name,
    crumbs: [
      { label: network.name, href: urls.href(network.network, network.network, '/') },
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

function presentHead(row: Row, { network, category, slugs, rows, profileOf, logoOf, urls }: CompareInput) {
  const provider = String(row.provider);
  const slug = profileOf(provider);
  const others = slugs.filter((other) => other !== row.slug && rows.has(other));
  return {
    title: titleOf(row) === provider ? null : titleOf(row),
    provider,
    ...logoOf(provider),
    profile: slug === null ? null : urls.href(network.network, network.network, `/providers/${slug}`),
    remove: urls.href(network.network, network.network, '/compare', { category: category.key, offer: others }),
    buttons: textsOf(row.actionButtons).flatMap((text) => parseLink(text, urls) ?? []),
  };
}

/** Equal for values that mean the same: spelling, order of a list, and the form of a price do not matter. */
function meaningOf({ cellType }: ColumnDefinition, value: Row[string]): string {
  const texts = textsOf(value);
  if (cellType === 'numericRange') return texts.map(meaningOfPrice).join();
  return JSON.stringify(texts.map((text) => foldText(text).replace(/\s+/g, ' ').trim()).toSorted());
}

interface LineView {
  readonly label: string;
  readonly icon: string | null;
  readonly description: string | null;
  readonly same: boolean;
  readonly cells: readonly (FactView & { readonly none: boolean })[];
}

function presentLine(column: ColumnDefinition, rows: readonly Row[], links: Links): LineView {
  const values = rows.map((row) => row[column.key] ?? null);
  return {
    label: column.label,
    icon: iconOf(column.icon),
    description: column.description,
    same: rows.length > 1 && new Set(values.map((value) => meaningOf(column, value))).size === 1,
    cells: values.map((value) => ({ ...presentFact(column, value, links), none: textsOf(value).length === 0 })),
  };
}
