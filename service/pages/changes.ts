/** GET /changes of the site and of a network: changes as news, day by day. */
import { groupBy } from '../../common/group-by.ts';
import type { ChangeFact } from '../../model/changes.ts';
import { readNewsRequest } from '../api/changes.ts';
import { networkApi } from '../api/resource.ts';
import { HttpError } from '../errors.ts';
import type { Context, Handler } from '../http/context.ts';
import { pagingShape } from '../query/changes/change-params.ts';
import { type ChangesQuery, findChanges, itemsOf, readItems } from '../query/changes/changes.ts';
import type { ChangeLog } from '../snapshot/changes/change-log.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { plural } from '../text/counts.ts';
import { queryOf, type Urls } from '../urls.ts';
import { type ChangesForm, feedParameters, type GivenChanges, presentForm, readForm } from './shared/changes/form.ts';
import { namesFor } from './shared/changes/names.ts';
import { formatDay, isoDay, type News, presentNews, writeNews } from './shared/changes/news.ts';
import { presentWeeks } from './shared/changes/weeks.ts';
import { presentFeeds } from './shared/frame.ts';
import { type LogoOf, logosOf } from './shared/logos.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { type Pager, presentPager } from './shared/pager.ts';

/** News items on a page. */
const itemsPerPage = 40;

export function changesPage(deps: PageDeps): Handler {
  return (ctx) => {
    const { urls } = deps;
    const given = readForm(ctx.querystring);
    const { snapshot, network, query, places, networks, facts, page, unknown } = readRequest(ctx, given, urls);
    const numbers = itemsOf(snapshot.changes, places);
    const shown = numbers.slice((page - 1) * itemsPerPage, page * itemsPerPage);
    const items = readItems(snapshot.changes, places, { numbers: shown, networks });
    const news = writeNews(items, { names: namesFor({ snapshot, network, urls }), hasNetworks: network === null });
    const pages = presentPager({ page, totalPages: Math.ceil(numbers.length / itemsPerPage) }, (number) =>
      urls.href(network, network, '/changes', { ...given, page: number === 1 ? null : number }),
    );
    const tallies = countFacts(snapshot.changes, unknown === null ? query : null);
    const form = presentForm({ snapshot, network, given, tallies, urls });
    const weeks = presentWeeks(snapshot.changes, places, (week) =>
      urls.href(network, network, '/changes', { ...given, ...week, page: null }),
    );
    const logoOf = logosOf(snapshot, network, urls);
    const view = presentChanges({
      snapshot,
      network,
      form,
      weeks,
      news,
      changes: places.length,
      unknown,
      logoOf,
      pages,
      urls,
    });
    const { page: _, ...selection } = given;
    const { fields: __, ...asked } = { ...selection, fact: facts };
    const frame = {
      title: view.title,
      description: `${view.counts}: prices, limits, chains and offers of Web3 infrastructure, day by day.`,
      network,
      path: '/changes',
      parameters: given,
      index: ['since', 'until', 'slug', 'column'].every((name) => !Object.hasOwn(given, name)),
      json: { path: network === null ? '/api/changes' : `${networkApi}/changes`, parameters: asked },
      markdown: selection,
      feed: feedParameters(given),
      manifest: snapshot.manifest,
    };
    sendPage(ctx, { template: 'changes', frame, view }, deps);
  };
}

/** An unknown provider gives an empty list instead of 400, because users type the name. Throws 400 for any other bad value. */
export function readRequest(ctx: Context, given: GivenChanges, urls: Urls) {
  const read = (form: GivenChanges) => {
    const request = readNewsRequest({ state: ctx.state, querystring: queryOf(form) }, { page: pagingShape.page }, urls);
    return { ...request, networks: request.query.networks, facts: request.query.facts, page: request.given.page };
  };
  try {
    const request = read(given);
    return { ...request, places: findChanges(request.snapshot.changes, request.query), unknown: null };
  } catch (error) {
    if (!(error instanceof HttpError) || error.detail.parameter !== 'provider') throw error;
    const { provider: _, ...others } = given;
    return { ...read(others), places: [], unknown: { suggestion: error.detail.suggestion ?? null } };
  }
}

/** Numbers of changes by fact; none without a query. */
function countFacts(log: ChangeLog, query: ChangesQuery | null): ReadonlyMap<ChangeFact, number> {
  const counts = new Map<ChangeFact, number>();
  const places = query === null ? [] : findChanges(log, { ...query, facts: [] });
  for (const place of places) counts.set(log.fact(place), (counts.get(log.fact(place)) ?? 0) + 1);
  return counts;
}

interface ChangesView {
  readonly snapshot: Snapshot;
  readonly network: string | null;
  readonly form: ChangesForm;
  readonly weeks: ReturnType<typeof presentWeeks>;
  readonly news: readonly News[];
  /** Number of changes that match. */
  readonly changes: number;
  /** Set if no provider has the given name. */
  readonly unknown: { readonly suggestion: string | null } | null;
  readonly logoOf: LogoOf;
  readonly pages: Pager | null;
  readonly urls: Urls;
}

function presentChanges({ snapshot, network, form, weeks, news, changes, unknown, logoOf, pages, urls }: ChangesView) {
  const { catalog, changes: log } = snapshot;
  const place = network === null ? null : catalog.networkName(network);
  const home = place === null ? [] : [{ label: place, href: urls.href(network, network, '/') }];
  const days = groupBy(news, ({ atMs }) => isoDay(atMs));
  const isNone = changes === 0;
  return {
    title: place === null ? 'Changes' : `Changes on ${place}`,
    networkName: place,
    crumbs: [...home, { label: 'Changes', href: null }],
    ...form,
    weeks,
    counts: plural(changes, 'change'),
    since: log.length === 0 ? null : { day: formatDay(log.atMs(0)), time: isoDay(log.atMs(0)) },
    days: Array.from(days, ([time, items]) => ({
      time,
      day: formatDay(items[0]?.atMs ?? 0),
      items: items.map((item) => presentNews(item, logoOf)),
    })),
    isEmpty: isNone && log.length === 0,
    isNothing: isNone && log.length > 0,
    pastEnd: !isNone && news.length === 0,
    unknown:
      unknown === null ? null : { name: form.provider, suggested: suggestedLink(unknown.suggestion, network, urls) },
    feedLinks: presentFeeds(network, form.feed, urls),
    pages,
  };
}

function suggestedLink(name: string | null, network: string | null, urls: Urls) {
  return name === null ? null : { name, href: urls.href(network, network, '/changes', { provider: name }) };
}
