/**
 * Providers side by side at the same place: what is free, the first paid price, the cost of a
 * workload, and all plans in order.
 */
import { groupBy } from '../../../common/group-by.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { notShown } from '../../answers/compare.ts';
import { findPresence } from '../../answers/directory.ts';
import { rungs } from '../../answers/ladder.ts';
import { answerList } from '../../answers/list.ts';
import { HttpError, nearestName } from '../../errors.ts';
import type { Context } from '../../http/context.ts';
import { leftOutNotes } from '../../notations/applied.ts';
import { titleOfView } from '../../notations/title.ts';
import { networkTest } from '../../query/offers.ts';
import {
  type CompareQuestion,
  comparedWorkload,
  comparisonParameters,
  readComparison,
} from '../../questions/compare.ts';
import { networkParameters } from '../../questions/list.ts';
import { maxPicked } from '../../questions/parameters.ts';
import { categoryOf } from '../../questions/parse.ts';
import { anywhere, type NetworkLimits, type Place } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { joinNames } from '../../text/counts.ts';
import { presentChips } from '../shared/chips.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { presentWorkload } from '../toolbox/columns/estimates.ts';
import { bestCosts } from './lines.ts';
import { maxLinks, readPlans } from './plans.ts';

interface ProvidersComparison {
  readonly place: Place;
  readonly limits: NetworkLimits;
  /** Slugs or names. */
  readonly names: readonly string[];
  /** Key; blank for the category in which all of them have most offers. */
  readonly category: string;
}

const summary = 'Each plan shows what it costs for this workload.';

export async function sendProviders(
  ctx: Context,
  { place, limits, names, category: wanted }: ProvidersComparison,
  deps: PageDeps,
): Promise<void> {
  const { snapshot, network, href } = place;
  const providers = names.slice(0, maxPicked).map((name) => providerNamed(name, place));
  const categories = commonCategories(providers, place);
  const { key } = categoryOf(snapshot, wanted === '' ? (categories[0] ?? '') : wanted);
  const slugs = providers.map(({ slug }) => slug);
  const read = readComparison(key, ctx.state.parameters, snapshot.catalog, limits);
  const question = { ...read, providers: slugs };
  const { list } = question;
  const workload = comparedWorkload(list, snapshot.catalog);
  const answer = await answerList(place, list);
  const plansOf = groupBy(answer.matchedRows.ids, (id) => snapshot.providerOf(id));
  const columns = providers.map((provider) =>
    readPlans(provider, plansOf.get(provider.name) ?? [], { place, question, workload }),
  );
  const versus = providers.map(({ name }) => name).join(' vs ');
  const title = `${versus}: ${titleOfView(snapshot, place, list)}`;
  const costs = costLine(columns);
  const kept = comparisonParameters({ ...question, list: { ...list, workload: null } });
  const view = {
    crumbs: [
      ...place.crumbs,
      { label: 'Compare', href: href('/compare') },
      { label: versus, href: null },
    ],
    heading: title,
    ...presentConditions(answer, question, {
      snapshot,
      network,
      href,
      tooMany: names.length - providers.length,
    }),
    action: href('/compare'),
    form: workload && presentWorkload(workload, { kept, filters: null, summary }),
    heads: columns.map(({ head }) => head),
    width: columns.length + 1,
    lines: [
      ...(workload === null ? [] : [{ label: 'Cost for this workload', cells: costs }]),
      {
        label: 'First paid price',
        cells: columns.map(({ paid }) => ({
          ...paid,
          isCost: false,
          best: null,
          none: 'no fixed price stated',
        })),
      },
    ],
    plans: alignPlans(columns),
    further: columns.some(({ more }) => more !== null)
      ? { cells: columns.map(({ more }) => ({ more })) }
      : null,
    categories: categories
      .filter((other) => other !== key)
      .map((category) => ({
        label: snapshot.catalog.categoryLabel(category),
        href: href('/compare', { provider: slugs, ...networkParameters(list.query), category }),
      })),
    networks: network === null ? commonNetworks(providers, place, question) : [],
  };
  const frame = {
    title,
    description: describeLines(title, snapshot),
    network,
    path: '/compare',
    parameters: comparisonParameters(question),
    index: false,
  };
  sendPage(ctx, { template: 'versus', frame, view }, deps);
}

/** `Alchemy vs Infura: free plans, prices and limits side by side.` */
function describeLines(title: string, { catalog: { has } }: Snapshot): string {
  const lines = joinNames([
    ...(has.has('plans') ? ['free plans'] : []),
    'prices',
    ...(has.has('limits') ? ['limits'] : []),
    ...(has.has('estimates') ? ['the cost of a workload'] : []),
  ]);
  return `${title}: ${lines} side by side.`;
}

/** Conditions of the plans as chips, and what they leave out. `tooMany`: providers that are not shown. */
function presentConditions(
  answer: Awaited<ReturnType<typeof answerList>>,
  question: CompareQuestion,
  {
    snapshot,
    network,
    href,
    tooMany,
  }: Pick<Place, 'snapshot' | 'network' | 'href'> & { readonly tooMany: number },
) {
  const notApplied = [...notShown('provider', tooMany), ...answer.notApplied];
  return {
    ...presentChips(answer.conditions, question.list, {
      snapshot,
      network,
      href: (list) => href('/compare', comparisonParameters({ ...question, list })),
    }),
    notices: [...notApplied.map(({ reason }) => reason), ...leftOutNotes(answer)],
  };
}

const kindsOfPlans = [
  [rungs.free, 'Free'],
  [rungs.tier, 'Tier'],
  [rungs.payAsYouGo, 'Pay as you go'],
  [rungs.dedicated, 'Dedicated'],
  [rungs.custom, 'Custom'],
] as const;

/** Lines of plans of a kind: the first of each provider, the second, and so on. */
function alignPlans(columns: readonly ReturnType<typeof readPlans>[]) {
  return kindsOfPlans.flatMap(([rung, label]) => {
    const lists = columns.map(({ plans }) => plans.filter(({ rung: [at] }) => at === rung));
    const most = Math.max(...lists.map((list) => list.length));
    return Array.from({ length: most }, (_, at) => ({
      label: most === 1 ? label : `${label} ${at + 1}`,
      cells: lists.map((list) => ({ plan: list[at] ?? null })),
    }));
  });
}

/** The least cost of each provider. */
function costLine(columns: readonly ReturnType<typeof readPlans>[]) {
  const none = { kind: 'none', reason: 'no-price', detail: null } as const;
  const best = bestCosts(columns.map(({ least }) => least ?? none));
  return columns.map(({ cost }, at) => {
    const isBest = best.positions.has(at);
    return { ...cost, isCost: true, best: isBest ? best.label : null, none: 'not known' };
  });
}

/** Throws 404. */
function providerNamed(text: string, { snapshot: { catalog } }: Place): ProviderDefinition {
  const column =
    catalog.providers.get(text) ??
    [...catalog.providers.values()].find(({ slug }) => slug === text);
  if (column !== undefined) return column;
  const slugs = Array.from(catalog.providers.values(), ({ slug }) => slug);
  const message = `no provider "${text.slice(0, 100)}" in this directory`;
  throw new HttpError(404, 'unknown-provider', message, {
    detail: nearestName(text.slice(0, 100), slugs),
  });
}

/**
 * Keys of the categories that several of the providers have there, those of most providers and
 * offers first.
 */
function commonCategories(
  providers: readonly ProviderDefinition[],
  { snapshot, networks }: Place,
): readonly string[] {
  const isHere = networkTest(snapshot, networks);
  const counts = new Map<string, { providers: number; rows: number }>();
  for (const { name } of providers) {
    const rows = snapshot.rowsOfProvider(name).filter(isHere);
    for (const [category, rowsOfCategory] of groupBy(rows, (id) => snapshot.categoryOf(id))) {
      const known = counts.get(category) ?? { providers: 0, rows: 0 };
      counts.set(category, {
        providers: known.providers + 1,
        rows: known.rows + rowsOfCategory.length,
      });
    }
  }
  const sorted = [...counts].sort(([, a], [, b]) => b.providers - a.providers || b.rows - a.rows);
  return sorted.map(([category]) => category);
}

/** Networks on which all of the providers have offers of the category. */
function commonNetworks(
  providers: readonly ProviderDefinition[],
  { snapshot, urls }: Place,
  { list, ...question }: CompareQuestion,
) {
  const { category } = list.query;
  const elsewhere = { ...list, query: { ...list.query, ...anywhere } };
  const parameters = comparisonParameters({ ...question, list: elsewhere });
  const presence = findPresence(
    snapshot,
    providers.map(({ name }) => name),
  );
  const [first = [], ...others] = [...presence.values()];
  const isCommon = (network: string) =>
    others.every((places) => places.some((place) => place.network === network));
  return first
    .filter(({ network }) => isCommon(network) && urls.serves(network))
    .filter(({ network }) => snapshot.rowsOfListing(network, category).length > 0)
    .slice(0, maxLinks)
    .map(({ network }) => ({
      name: snapshot.catalog.networkName(network),
      href: urls.href(null, network, '/compare', parameters),
    }));
}
