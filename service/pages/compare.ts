/** GET /compare of the site and of a network: up to six offers of a category side by side, the differences first. */
import { applicationOf } from '../api/application.ts';
import { categoryOf, comparisonFormats, sendComparison } from '../api/offers/compare.ts';
import { requestedPlace } from '../api/resource.ts';
import type { Handler } from '../http/context.ts';
import { type ComparedOffer, type Comparison, compareOffers, type Fact } from '../query/offers/compare.ts';
import { maxPicked } from '../query/parameters.ts';
import type { Place } from '../query/place.ts';
import type { Offer } from '../snapshot/offers.ts';
import { plural } from '../text/counts.ts';
import type { SourceLinks } from '../text/source-links.ts';
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
import { type PageDeps, sendPage } from './shared/page.ts';
import { describeRows } from './shared/presence.ts';

export function comparePage(deps: PageDeps): Handler {
  return async (ctx) => {
    const place = requestedPlace(ctx, deps.urls);
    const { snapshot, network } = place;
    const { catalog } = snapshot;
    const given = new URLSearchParams(ctx.querystring);
    const category = categoryOf(snapshot, given.get('category') ?? '');
    const all = [...new Set(given.getAll('offer').filter((slug) => slug !== ''))];
    const format = preferredForm(ctx, comparisonFormats);
    if (format !== null) return sendComparison(ctx, format, { ...place, category: category.key, slugs: all });
    const slugs = all.slice(0, maxPicked);
    const comparison = compareOffers(snapshot, network, { category, slugs });
    const view = presentCompare({
      place,
      slugs,
      comparison,
      tooMany: all.length - slugs.length,
      profileOf: (provider) => catalog.providers.get(provider)?.slug ?? null,
      logoOf: logosOf(snapshot, network, deps.urls),
    });
    const title = `Compare ${category.label} on ${place.name}`;
    const description = `${view.counts} of ${category.label} on ${place.name} side by side, differences first.`;
    const parameters = { category: category.key };
    const json = { path: '/compare.json', parameters: { ...parameters, offer: slugs } };
    const frame = { title, description, network, path: '/compare', parameters, index: false };
    const pasts = presentPasts(
      comparison,
      await pastPresenter(
        place,
        comparison.offers.map(({ offer }) => offer),
      ),
    );
    const sources = presentSources(comparison, (id) => deps.urls.source(snapshot.sources?.of(id, network)));
    const application = comparison.offers.length === 0 ? null : applicationOf(catalog, deps.urls, [category.key]);
    const markdown = { ...parameters, offer: slugs };
    const whole = slugs.length === 0 ? frame : { ...frame, json, markdown };
    const connect = presentConnect(snapshot, network, { category: category.key, offers: comparison.offers });
    if (slugs.length > 0 && comparison.offers.length === 0) ctx.status = 404;
    const shown = { ...view, pasts, sources, application, connect };
    sendPage(ctx, { template: 'compare', frame: whole, view: shown }, deps);
  };
}

interface CompareInput {
  readonly place: Place;
  /** Requested slugs, up to the maximum. */
  readonly slugs: readonly string[];
  readonly comparison: Comparison;
  /** Number of requested offers above the maximum. */
  readonly tooMany: number;
  readonly profileOf: (provider: string) => string | null;
  readonly logoOf: LogoOf;
}

function presentCompare(input: CompareInput) {
  const { place, comparison, slugs } = input;
  const { category, offers, missing } = comparison;
  const lines = comparison.facts
    .filter(({ column }) => isFact(column) || column.cellType === 'description')
    .map((fact) => presentLine(fact, place.urls));
  const picked = offers.map(({ slug }) => slug);
  const { list, listWith } = listLinks(input);
  const isSeveral = offers.length > 1;
  const rows = offers.map(({ row }) => row);
  const distinguishing = distinguishTitles(rows, (at) => picked[at] ?? '');
  return {
    place: place.name,
    crumbs: [...place.crumbs, { label: category.label, href: list }, { label: 'Compare', href: null }],
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
      href: place.href(`/compare.${format}`, { category: category.key, offer: slugs }),
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
function listLinks({ place: { entry, href }, comparison: { category } }: CompareInput) {
  if (entry === null) {
    const list = href('/search', { category: category.key });
    return { list, listWith: () => list };
  }
  const listWith = (compare: readonly string[]) => href(`/toolbox/${category.key}`, { compare });
  return { list: listWith([]), listWith };
}

function presentHead(
  { slug, provider, row, listings }: ComparedOffer,
  distinguishing: string | null,
  input: CompareInput,
) {
  const { place, comparison, profileOf, logoOf } = input;
  const profile = profileOf(provider);
  const others = comparison.offers.map((other) => other.slug).filter((other) => other !== slug);
  return {
    title: labelOf(row, distinguishing) || null,
    provider,
    ...logoOf(provider),
    on: place.entry === null ? describeRows(place.snapshot, listings) : null,
    profile: profile === null ? null : place.href(`/providers/${profile}`),
    remove: place.href('/compare', { category: comparison.category.key, offer: others }),
    buttons: textsOf(row.actionButtons).flatMap((text) => parseLink(text, place.urls) ?? []),
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
