/** GET /compare of the site and of a network: up to six offers of a category side by side, the differences first. */
import { applicationOf } from '../api/application.ts';
import { categoryOf, comparisonFormats, sendComparison } from '../api/offers/compare.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { type ComparedOffer, type Comparison, compareOffers, type Fact } from '../query/offers/compare.ts';
import { maxPicked } from '../query/parameters.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Offer } from '../snapshot/offers.ts';
import { plural } from '../text/counts.ts';
import type { SourceLinks } from '../text/source-links.ts';
import type { Urls } from '../urls.ts';
import { type PastView, pastPresenter } from './shared/changes/past.ts';
import { presentConnect } from './shared/connect.ts';
import { labelOfForm, preferredForm } from './shared/forms.ts';
import { iconOf } from './shared/icons.ts';
import { type LogoOf, logosOf } from './shared/logos.ts';
import { type Links, parseLink } from './shared/markdown.ts';
import { textsOf } from './shared/offer-table/cell.ts';
import { presentFact } from './shared/offer-table/details.ts';
import { isFact } from './shared/offer-table/offer-row.ts';
import { distinguishTitles, labelOf } from './shared/offer-table/title.ts';
import { type PageDeps, requestedNetwork, sendPage } from './shared/page.ts';
import { describeRows } from './shared/presence.ts';

/** All networks. */
const site = { key: null, network: null };

export function comparePage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { key, network } = ctx.state.network === null ? site : requestedNetwork(ctx);
    const snapshot = snapshotOf(ctx);
    const { catalog } = snapshot;
    const given = new URLSearchParams(ctx.querystring);
    const category = categoryOf(snapshot, given.get('category') ?? '');
    const all = [...new Set(given.getAll('offer').filter((slug) => slug !== ''))];
    const format = preferredForm(ctx, comparisonFormats);
    if (format !== null) {
      return sendComparison(ctx, format, {
        snapshot,
        network: key,
        category: category.key,
        slugs: all,
        urls: deps.urls,
      });
    }
    const slugs = all.slice(0, maxPicked);
    const comparison = compareOffers(snapshot, key, { category, slugs });
    const view = presentCompare({
      network,
      slugs,
      comparison,
      tooMany: all.length - slugs.length,
      profileOf: (provider) => catalog.providers.get(provider)?.slug ?? null,
      logoOf: logosOf(snapshot, key, deps.urls),
      presenceOf: (rows) => describeRows(snapshot, rows),
      urls: deps.urls,
    });
    const title = `Compare ${category.label} on ${view.place}`;
    const description = `${view.counts} of ${category.label} on ${view.place} side by side, differences first.`;
    const parameters = { category: category.key };
    const json = { path: '/compare.json', parameters: { ...parameters, offer: slugs } };
    const frame = { title, description, network: key, path: '/compare', parameters, index: false };
    const pasts = presentPasts(comparison, pastPresenter({ snapshot, network: key, urls: deps.urls }));
    const sources = presentSources(comparison, (id) => deps.urls.source(snapshot.sources?.of(id, key)));
    const application = comparison.offers.length === 0 ? null : applicationOf(catalog, deps.urls, [category.key]);
    const markdown = { ...parameters, offer: slugs };
    const whole = slugs.length === 0 ? frame : { ...frame, json, markdown };
    const connect = presentConnect(snapshot, key, { category: category.key, offers: comparison.offers });
    if (slugs.length > 0 && comparison.offers.length === 0) ctx.status = 404;
    const shown = { ...view, pasts, sources, application, connect };
    sendPage(ctx, { template: 'compare', frame: whole, view: shown }, deps);
  };
}

interface CompareInput {
  /** Null for all networks. */
  readonly network: NetworkEntry | null;
  /** Requested slugs, up to the maximum. */
  readonly slugs: readonly string[];
  readonly comparison: Comparison;
  /** Number of requested offers above the maximum. */
  readonly tooMany: number;
  readonly profileOf: (provider: string) => string | null;
  readonly logoOf: LogoOf;
  /** Networks of rows in words. */
  readonly presenceOf: (rows: readonly number[]) => string;
  readonly urls: Urls;
}

export function presentCompare(input: CompareInput) {
  const { network, comparison, slugs, urls } = input;
  const { category, offers, missing } = comparison;
  const key = network?.network ?? null;
  const lines = comparison.facts
    .filter(({ column }) => isFact(column) || column.cellType === 'description')
    .map((fact) => presentLine(fact, urls));
  const picked = offers.map(({ slug }) => slug);
  const { list, listWith } = listLinks(input);
  const home = network === null ? [] : [{ label: network.name, href: urls.href(key, key, '/') }];
  const isSeveral = offers.length > 1;
  const rows = offers.map(({ row }) => row);
  const distinguishing = distinguishTitles(rows, (at) => picked[at] ?? '');
  return {
    place: network?.name ?? 'all networks',
    crumbs: [...home, { label: category.label, href: list }, { label: 'Compare', href: null }],
    category,
    counts: plural(offers.length, 'offer'),
    heads: offers.map((offer, at) => presentHead(offer, distinguishing[at] ?? null, input)),
    width: offers.length + 1,
    hasAny: offers.length > 0,
    differing: lines.filter(({ same }) => !same),
    hasDiffering: lines.some(({ same }) => !same),
    shared: isSeveral ? lines.filter(({ same }) => same) : [],
    hasShared: isSeveral && lines.some(({ same }) => same),
    missing,
    hasMissing: missing.length > 0,
    tooMany: input.tooMany === 0 ? null : plural(input.tooMany, 'offer'),
    most: maxPicked,
    add: offers.length < maxPicked ? listWith(picked) : null,
    files: Object.keys(comparisonFormats).map((format) => ({
      label: labelOfForm(format),
      href: urls.href(key, key, `/compare.${format}`, { category: category.key, offer: slugs }),
    })),
  };
}

/** The past of each offer; null if none has one. */
function presentPasts({ offers }: Comparison, pastOf: (offer: Offer) => PastView | null) {
  const cells = offers.map(({ offer }) => ({ past: pastOf(offer) }));
  return cells.some(({ past }) => past !== null) ? { cells } : null;
}

/** Source line of each offer; null if none is known. */
function presentSources({ offers }: Comparison, sourceOf: (id: number) => SourceLinks | null) {
  const cells = offers.map(({ id }) => ({ source: sourceOf(id) }));
  return cells.some(({ source }) => source !== null) ? { cells } : null;
}

/** The list of the category, without and with selected offers. Over all networks it is the search of the category. */
function listLinks({ network, comparison: { category }, urls }: CompareInput) {
  if (network === null) {
    const list = urls.href(null, null, '/search', { category: category.key });
    return { list, listWith: () => list };
  }
  const key = network.network;
  const listWith = (compare: readonly string[]) => urls.href(key, key, `/toolbox/${category.key}`, { compare });
  return { list: listWith([]), listWith };
}

function presentHead(
  { slug, provider, row, listings }: ComparedOffer,
  distinguishing: string | null,
  input: CompareInput,
) {
  const { network, comparison, profileOf, logoOf, urls } = input;
  const key = network?.network ?? null;
  const profile = profileOf(provider);
  const others = comparison.offers.map((other) => other.slug).filter((other) => other !== slug);
  return {
    title: labelOf(row, distinguishing) || null,
    provider,
    ...logoOf(provider),
    on: network === null ? input.presenceOf(listings) : null,
    profile: profile === null ? null : urls.href(key, key, `/providers/${profile}`),
    remove: urls.href(key, key, '/compare', { category: comparison.category.key, offer: others }),
    buttons: textsOf(row.actionButtons).flatMap((text) => parseLink(text, urls) ?? []),
  };
}

function presentLine({ column, values, same }: Fact, links: Links) {
  return {
    label: column.label,
    icon: iconOf(column.icon),
    description: column.description,
    same,
    cells: values.map((value) => ({ ...presentFact(column, value, links), none: textsOf(value).length === 0 })),
  };
}
