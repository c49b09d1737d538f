/** GET /changes of the site and of a network: changes as news, day by day. */
import { countBy, groupBy } from '../../common/group-by.ts';
import type { ChangeFact } from '../../model/changes.ts';
import { newsParameters, newsQuery } from '../api/changes.ts';
import { requestedPlace } from '../api/resource.ts';
import { HttpError } from '../errors.ts';
import type { Context, Handler } from '../http/context.ts';
import { type ChangesQuery, findChanges, itemsOf, readItems } from '../query/changes/changes.ts';
import { page as pageNumber } from '../query/parameters.ts';
import { parseValues } from '../query/params.ts';
import type { Place } from '../query/place.ts';
import type { ChangeLog } from '../snapshot/changes/change-log.ts';
import { plural } from '../text/counts.ts';
import type { Parameters, Urls } from '../urls.ts';
import { feedParameters, type GivenChanges, presentForm, readForm } from './shared/changes/form.ts';
import { namesFor } from './shared/changes/names.ts';
import { formatDay, isoDay, presentNews, writeNews } from './shared/changes/news.ts';
import { presentWeeks } from './shared/changes/weeks.ts';
import { presentFeeds } from './shared/frame.ts';
import { logosOf } from './shared/logos.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { presentPager } from './shared/pager.ts';

const parameters = {
  site: { ...newsParameters.site, page: pageNumber },
  network: { ...newsParameters.network, page: pageNumber },
};

/** News items on a page. */
const itemsPerPage = 40;

export function changesPage(deps: PageDeps): Handler {
  return (ctx) => {
    const { urls } = deps;
    const found = readNewsPage(ctx, urls, itemsPerPage);
    const { given, selection, network, title, json } = found;
    const view = presentChanges(found, urls);
    const frame = {
      title,
      description: `${view.counts}: prices, limits, chains and offers of Web3 infrastructure, day by day.`,
      network,
      path: '/changes',
      parameters: given,
      index: ['since', 'until', 'slug', 'column'].every((name) => !Object.hasOwn(given, name)),
      json,
      markdown: selection,
      feed: feedParameters(given),
    };
    sendPage(ctx, { template: 'changes', frame, view }, deps);
  };
}

/** The news of a page, and the changes that the address asks for. */
export function readNewsPage(ctx: Context, urls: Urls, pageSize: number) {
  const given = readForm(ctx.querystring);
  const request = readRequest(ctx, given, urls);
  const { snapshot, places, page } = request;
  const { networks, facts } = request.query;
  const numbers = itemsOf(snapshot.changes, places);
  const shown = numbers.slice((page - 1) * pageSize, page * pageSize);
  const items = readItems(snapshot.changes, places, { numbers: shown, networks });
  const { page: _, ...selection } = given;
  const { fields: __, ...parameters } = { ...selection, fact: facts };
  return {
    ...request,
    given,
    /** The parameters without the number of the page. */
    selection,
    title: `Changes${request.on}`,
    total: numbers.length,
    news: writeNews(items, { names: namesFor(request), hasNetworks: request.entry === null }),
    json: { path: `${request.api}/changes`, parameters },
  };
}

/** An unknown provider gives an empty list instead of 400, because users type the name. Throws 400 for any other bad value. */
function readRequest(ctx: Context, given: GivenChanges, urls: Urls) {
  const place = requestedPlace(ctx, urls);
  const read = (form: GivenChanges) => {
    const { page, ...selecting } =
      place.entry === null ? parseValues(form, parameters.site) : parseValues(form, parameters.network);
    return { page, query: newsQuery(selecting, place) };
  };
  try {
    const request = read(given);
    const places = findChanges(place.snapshot.changes, request.query);
    return { ...place, ...request, places, unknown: null };
  } catch (error) {
    if (!(error instanceof HttpError) || error.detail.parameter !== 'provider') throw error;
    const { provider: _, ...others } = given;
    return { ...place, ...read(others), places: [], unknown: { suggestion: error.detail.suggestion ?? null } };
  }
}

/** Numbers of changes by fact; none without a query. */
function countFacts(log: ChangeLog, query: ChangesQuery | null): ReadonlyMap<ChangeFact, number> {
  const places = query === null ? [] : findChanges(log, { ...query, facts: [] });
  return countBy(places, (place) => log.fact(place));
}

function presentChanges(found: ReturnType<typeof readNewsPage>, urls: Urls) {
  const { given, snapshot, network, query, places, news, total, page, unknown, title } = found;
  const { changes: log } = snapshot;
  const hrefOf = (parameters: Parameters) => found.href('/changes', { ...given, ...parameters });
  const tallies = countFacts(log, unknown === null ? query : null);
  const form = presentForm({ ...found, tallies });
  const logoOf = logosOf(snapshot, network, urls);
  const days = groupBy(news, ({ atMs }) => isoDay(atMs));
  const isNone = places.length === 0;
  return {
    title,
    networkName: found.entry?.name ?? null,
    crumbs: [...found.crumbs, { label: 'Changes', href: null }],
    ...form,
    weeks: presentWeeks(log, places, (week) => hrefOf({ ...week, page: null })),
    counts: plural(places.length, 'change'),
    since: log.length === 0 ? null : { day: formatDay(log.atMs(0)), time: isoDay(log.atMs(0)) },
    days: Array.from(days, ([time, items]) => ({
      time,
      day: formatDay(items[0]?.atMs ?? 0),
      items: items.map((item) => presentNews(item, logoOf)),
    })),
    isEmpty: isNone && log.length === 0,
    isNothing: isNone && log.length > 0,
    pastEnd: !isNone && news.length === 0,
    unknown: unknown === null ? null : { name: form.provider, suggested: suggestedLink(unknown.suggestion, found) },
    feedLinks: presentFeeds(network, feedParameters(given), urls),
    pages: presentPager({ page, totalPages: Math.ceil(total / itemsPerPage) }, (number) =>
      hrefOf({ page: number === 1 ? null : number }),
    ),
  };
}

function suggestedLink(name: string | null, { href }: Place) {
  return name === null ? null : { name, href: href('/changes', { provider: name }) };
}
