/** Up to six offers of a category side by side, the differences first. */
import type { CategoryDefinition } from '../../../model/categories.ts';
import { applicationOf } from '../../api/application.ts';
import { comparisonFormats } from '../../api/offers/compare.ts';
import type { Context } from '../../http/context.ts';
import { type ComparedOffer, type Comparison, compareOffers } from '../../query/offers/compare.ts';
import { maxPicked, usualWorkload } from '../../query/parameters.ts';
import { workloadParameters } from '../../query/view.ts';
import type { Offer } from '../../snapshot/offers.ts';
import { plural } from '../../text/counts.ts';
import type { SourceLinks } from '../../text/source-links.ts';
import type { Parameters } from '../../urls.ts';
import { type PastView, pastPresenter } from '../shared/changes/past.ts';
import { presentConnect } from '../shared/connect.ts';
import { labelOfForm } from '../shared/forms.ts';
import { type LogoOf, logosOf } from '../shared/logos.ts';
import { parseLink } from '../shared/markdown.ts';
import { textsOf } from '../shared/offer-table/cell.ts';
import { distinguishTitles, labelOf } from '../shared/offer-table/title.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { describeRows } from '../shared/presence.ts';
import { presentWorkload } from '../toolbox/columns/estimates.ts';
import { type Asked, presentEstimates, presentLines } from './lines.ts';

interface AskedOffers extends Asked {
  readonly category: CategoryDefinition;
  /** Requested slugs. */
  readonly all: readonly string[];
}

export async function sendOffers(ctx: Context, { place, category, all, workload }: AskedOffers, deps: PageDeps) {
  const { snapshot, network } = place;
  const { catalog } = snapshot;
  const slugs = all.slice(0, maxPicked);
  const comparison = compareOffers(snapshot, network, { category, slugs });
  const view = presentCompare({
    ...{ place, slugs, comparison, workload },
    tooMany: all.length - slugs.length,
    profileOf: (provider) => catalog.providers.get(provider)?.slug ?? null,
    logoOf: logosOf(snapshot, network, deps.urls),
  });
  const title = `Compare ${category.label} on ${place.name}`;
  const description = `${view.counts} of ${category.label} on ${place.name} side by side, differences first.`;
  const parameters = { category: category.key };
  const json = { path: '/compare.json', parameters: { ...parameters, offer: slugs } };
  const frame = { title, description, network, path: '/compare', parameters, index: false };
  const compared = comparison.offers.map(({ offer }) => offer);
  const pasts = presentPasts(comparison, await pastPresenter(place, compared));
  const sources = presentSources(comparison, (id) => deps.urls.source(snapshot.sources?.of(id, network)));
  const application = comparison.offers.length === 0 ? null : applicationOf(catalog, deps.urls, [category.key]);
  const markdown = { ...parameters, offer: slugs };
  const whole = slugs.length === 0 ? frame : { ...frame, json, markdown };
  const connect = presentConnect(snapshot, network, { category: category.key, offers: comparison.offers });
  if (slugs.length > 0 && comparison.offers.length === 0) ctx.status = 404;
  const shown = { ...view, pasts, sources, application, connect };
  sendPage(ctx, { template: 'compare', frame: whole, view: shown }, deps);
}

interface CompareInput extends Asked {
  /** Requested slugs, up to the maximum. */
  readonly slugs: readonly string[];
  readonly comparison: Comparison;
  /** Number of requested offers above the maximum. */
  readonly tooMany: number;
  readonly profileOf: (provider: string) => string | null;
  readonly logoOf: LogoOf;
}

function presentCompare(input: CompareInput) {
  const { place, comparison, slugs, workload } = input;
  const { category, offers, missing } = comparison;
  const lines = presentLines(comparison, place);
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
    action: place.href('/compare'),
    form:
      workload === null || offers.length === 0
        ? null
        : presentWorkload(workload, { category: category.key, offer: picked }, 'The sum of each estimate is below it.'),
    estimates: workload === null || offers.length === 0 ? null : presentEstimates(offers, workload, place.snapshot),
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
function listLinks({ place: { entry, href }, comparison: { category }, workload }: CompareInput) {
  if (entry === null) {
    const list = href('/search', { category: category.key });
    return { list, listWith: () => list };
  }
  const listWith = (compare: readonly string[]) => href(`/toolbox/${category.key}`, { ...asked(workload), compare });
  return { list: listWith([]), listWith };
}

/** A workload that differs from the usual one. */
function asked(workload: Asked['workload']): Parameters {
  const parameters = workloadParameters(workload);
  return JSON.stringify(parameters) === JSON.stringify(workloadParameters(usualWorkload)) ? {} : parameters;
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
    remove: place.href('/compare', { category: comparison.category.key, offer: others, ...asked(input.workload) }),
    buttons: textsOf(row.actionButtons).flatMap((text) => parseLink(text, place.urls) ?? []),
  };
}
