/** Up to six offers of a category side by side, the differences first. */
import type { CategoryDefinition } from '../../../model/categories.ts';
import { type ComparedOffer, type Comparison, compareOffers } from '../../answers/compare.ts';
import { applicationOf } from '../../api/application.ts';
import { comparisonFormats } from '../../api/offers/compare.ts';
import type { Context } from '../../http/context.ts';
import { exportFormats } from '../../notations/export-formats.ts';
import { distinguishTitles, labelOf } from '../../notations/offer-title.ts';
import {
  type CompareQuestion,
  comparedWorkload,
  comparisonParameters,
} from '../../questions/compare.ts';
import { listParameters } from '../../questions/list.ts';
import { maxPicked } from '../../questions/parameters.ts';
import type { Place } from '../../questions/place.ts';
import { textsOf } from '../../text/cells.ts';
import { plural } from '../../text/counts.ts';
import { pastPresenter } from '../shared/changes/past.ts';
import { presentChips } from '../shared/chips.ts';
import { offerName, presentConnect } from '../shared/connect.ts';
import { logosOf } from '../shared/logos.ts';
import { parseLink } from '../shared/markdown.ts';
import { type PageDeps, presentForms, sendPage } from '../shared/page.ts';
import { describeRows } from '../shared/presence.ts';
import { presentWorkload } from '../toolbox/columns/estimates.ts';
import { presentEstimates, presentLines } from './lines.ts';

interface OffersComparison {
  readonly place: Place;
  readonly category: CategoryDefinition;
  readonly question: CompareQuestion;
}

export async function sendOffers(ctx: Context, comparedOffers: OffersComparison, deps: PageDeps) {
  const { place, category, question } = comparedOffers;
  const { snapshot, network } = place;
  const slugs = question.offers.slice(0, maxPicked);
  const { list } = question;
  const comparison = compareOffers(snapshot, place, { category, slugs: question.offers, list });
  const { offers } = comparison;
  if (slugs.length > 0 && offers.length === 0) ctx.status = 404;
  const compared = presentCompare(comparedOffers, comparison, slugs);
  const pastOf = await pastPresenter(
    place,
    offers.map(({ offer }) => offer),
  );
  const view = {
    ...compared,
    measuredBy: cellsOf(
      comparison.measuredBy.map((benchmarks) => ({
        figures: benchmarks.length === 0 ? null : benchmarks,
      })),
    ),
    pasts: cellsOf(offers.map(({ offer }) => ({ past: pastOf(offer) }))),
    sources: cellsOf(
      offers.map(({ id }) => ({ source: deps.urls.source(snapshot.sources?.(id, network)) })),
    ),
    application:
      offers.length === 0 ? null : applicationOf(snapshot.catalog, deps.urls, [category.key]),
    connect: presentConnect(snapshot, network, { category: category.key, offers }),
  };
  const { on } = snapshot.catalog.terms;
  const parameters = { category: category.key };
  const shared = comparisonParameters({ ...question, offers: slugs });
  const selected = formParameters(comparedOffers, slugs);
  const versions = { json: { path: '/compare.json', parameters: selected }, markdown: selected };
  const frame = {
    title: `${compared.heading} ${on} ${place.name}`,
    description:
      offers.length === 1
        ? `${compared.heading} ${on} ${place.name}: its facts${view.connect === null ? '' : ', and how to connect'}.`
        : `${compared.counts} of ${category.label} ${on} ${place.name} side by side, differences first.`,
    network,
    path: '/compare',
    parameters,
    shared,
    index: false,
    ...(slugs.length === 0 ? {} : versions),
  };
  sendPage(ctx, { template: 'compare', frame, view }, deps);
}

/** A cell for each offer; null if all are blank. */
function cellsOf<T extends object>(cells: readonly T[]) {
  return cells.some((cell) => Object.values(cell).some((value) => value !== null))
    ? { cells }
    : null;
}

/** Parameters of the machine-readable forms, which take no conditions but networks. */
function formParameters({ category, question }: OffersComparison, slugs: readonly string[]) {
  return { category: category.key, network: question.list.query.networks ?? [], offer: slugs };
}

function presentCompare(
  comparedOffers: OffersComparison,
  comparison: Comparison,
  slugs: readonly string[],
) {
  const { place, category, question } = comparedOffers;
  const workload = comparedWorkload(question.list, place.snapshot.catalog);
  const { offers, notApplied } = comparison;
  const lines = presentLines(comparison, place);
  const picked = offers.map(({ slug }) => slug);
  const { list, listWith } = listLinks(comparedOffers);
  const isSeveral = offers.length > 1;
  const [first] = offers;
  /** An offer alone is compared with nothing. */
  const single = isSeveral || first === undefined ? null : offerName(first, place.snapshot.catalog);
  const distinguishing = distinguishTitles(
    offers.map(({ row }) => row),
    (at) => picked[at] ?? '',
    place.snapshot.catalog.roles,
  );
  const workloadParameters = offers.length === 0 ? null : workload;
  const { list: conditions } = question;
  const kept = comparisonParameters({
    ...question,
    list: { ...conditions, workload: null },
    offers: picked,
  });
  const selected = formParameters(comparedOffers, slugs);
  const forExcel = place.href('/compare.csv', { ...selected, format: 'csv-excel' });
  return {
    place: place.name,
    heading: single ?? `Compare ${category.label}`,
    caption: single ?? `${plural(offers.length, 'offer')} side by side`,
    crumbs: [
      ...place.crumbs,
      { label: category.label, href: list },
      { label: single ?? 'Compare', href: null },
    ],
    category,
    counts: plural(offers.length, 'offer'),
    action: place.href('/compare'),
    form:
      workloadParameters &&
      presentWorkload(workloadParameters, {
        kept,
        filters: null,
        summary: 'The steps of each estimate are below it.',
      }),
    estimates: workloadParameters && presentEstimates(offers, workloadParameters, place),
    heads: offers.map((offer, at) =>
      presentHead(offer, distinguishing[at] ?? null, comparedOffers, picked),
    ),
    width: offers.length + 1,
    differing: lines.filter(({ same }) => !same),
    shared: isSeveral ? lines.filter(({ same }) => same) : [],
    notices: notApplied.map(({ reason }) => reason),
    ...presentChips(comparison.conditions, conditions, {
      snapshot: place.snapshot,
      network: place.network,
      href: (list) => place.href('/compare', comparisonParameters({ ...question, list })),
    }),
    most: maxPicked,
    add: offers.length < maxPicked ? listWith(picked) : null,
    files: [
      ...presentForms(comparisonFormats, (form) => place.href(`/compare.${form}`, selected)),
      { label: exportFormats['csv-excel'].label, href: forExcel },
    ],
  };
}

/** The list of the category, without and with selected offers. */
function listLinks({
  place: { href },
  category,
  question: { list: conditions },
}: OffersComparison) {
  const listWith = (compare: readonly string[]) =>
    href(`/toolbox/${category.key}`, listParameters({ ...conditions, picked: compare }));
  return { list: listWith([]), listWith };
}

function presentHead(
  { slug, provider, row, listings }: ComparedOffer,
  distinguishing: string | null,
  { place, question }: OffersComparison,
  picked: readonly string[],
) {
  const { snapshot, urls, href } = place;
  const profile = snapshot.catalog.providers.get(provider)?.slug;
  const others = picked.filter((other) => other !== slug);
  return {
    title: labelOf(row, distinguishing, snapshot.catalog.roles) || null,
    provider,
    ...logosOf(place)(provider),
    on: place.entry === null ? describeRows(snapshot, listings) : null,
    profile: profile === undefined ? null : href(`/providers/${profile}`),
    remove: href('/compare', comparisonParameters({ ...question, offers: others })),
    buttons: textsOf(row.actionButtons).flatMap((text) => parseLink(text, urls) ?? []),
  };
}
