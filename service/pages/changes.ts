/** GET /changes and /changes.md of the site and of a network: changes as news, newest first. */
import { groupBy } from '../../common/group-by.ts';
import type { ChangeFact } from '../../model/changes.ts';
import { applied } from '../answers/applied.ts';
import { newsParameters, newsQuery } from '../api/changes.ts';
import { requestedPlace } from '../api/resource.ts';
import { HttpError } from '../errors.ts';
import type { Context, Handler } from '../http/context.ts';
import { conditionSentences } from '../notations/applied.ts';
import { namesFor } from '../notations/changes/names.ts';
import { formatDay, isoDay, writeNews } from '../notations/changes/news.ts';
import { textOf } from '../notations/changes/sentence.ts';
import { describePage, nextLink, rowsPerPage } from '../notations/markdown.ts';
import { firstChangeMs } from '../query/change-times.ts';
import { changesBy, countChanges, readNews } from '../query/changes.ts';
import { changesConditions } from '../questions/changes.ts';
import { page as pageNumber } from '../questions/parameters.ts';
import { parseValues } from '../questions/parse.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { joinNames, joinSome, plural } from '../text/counts.ts';
import type { Parameters, Urls } from '../urls.ts';
import {
  type ChangesForm,
  changesParameters,
  feedParameters,
  presentForm,
  readForm,
} from './shared/changes/form.ts';
import { presentNews } from './shared/changes/news.ts';
import { namesOf, page } from './shared/definition.ts';
import { presentFeeds } from './shared/frame.ts';
import { logosOf } from './shared/logos.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { presentPager } from './shared/pager.ts';
import { sendMarkdown } from './shared/send-markdown.ts';

const parameters = {
  site: { ...newsParameters.site, page: pageNumber },
  network: { ...newsParameters.network, page: pageNumber },
};

/** News items on a page. */
const itemsPerPage = 40;

function changesPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { urls } = deps;
    const newsPage = await readNewsPage(ctx, urls, itemsPerPage);
    const { address, selection, network, title, json } = newsPage;
    const view = await presentChanges(newsPage, urls);
    const told = toldFacts(newsPage.snapshot);
    const frame = {
      title,
      description: `${view.counts}: ${joinNames([...told, 'offers'])}, day by day.`,
      network,
      path: '/changes',
      parameters: address,
      index: ['since', 'until', 'slug', 'column'].every((name) => !Object.hasOwn(address, name)),
      json,
      markdown: selection,
      feed: feedParameters(address),
    };
    sendPage(ctx, { template: 'changes', frame, view }, deps);
  };
}

/** Facts whose changes the page tells. */
function toldFacts({ catalog }: Snapshot): readonly string[] {
  return catalog.facts.filter((fact) => fact !== 'plans');
}

/** The news of a page, and the changes that the address asks for. */
async function readNewsPage(ctx: Context, urls: Urls, pageSize: number) {
  const address = readForm(ctx.state.parameters);
  const request = await readRequest(ctx, address, urls);
  const { snapshot, page, query, unknown } = request;
  const part = { offset: (page - 1) * pageSize, limit: pageSize };
  const counts = unknown === null ? await countChanges(snapshot, query) : { changes: 0, items: 0 };
  const items = unknown === null ? await readNews(snapshot, query, part) : [];
  const { page: _, ...selection } = address;
  const { fields: __, ...parameters } = { ...selection, fact: query.facts };
  return {
    ...request,
    address,
    /** The parameters without the number of the page. */
    selection,
    conditions: changesConditions(snapshot, query, {
      network: [address.network ?? []].flat(),
      fields: [address.fields ?? []].flat()[0],
    }),
    title: `Changes${request.on}`,
    counts,
    news: writeNews(items, { names: namesFor(request), hasNetworks: request.entry === null }),
    json: { path: `${request.api}/changes`, parameters },
  };
}

/**
 * An unknown provider gives an empty list instead of 400, because users type the name. Throws 400
 * for any other bad value.
 */
async function readRequest(ctx: Context, address: ChangesForm, urls: Urls) {
  const place = requestedPlace(ctx, urls);
  const read = async (form: ChangesForm) => {
    const { page, ...selecting } =
      place.entry === null
        ? parseValues(form, parameters.site)
        : parseValues(form, parameters.network);
    return { page, query: await newsQuery(selecting, place) };
  };
  try {
    return { ...place, ...(await read(address)), unknown: null };
  } catch (error) {
    if (!(error instanceof HttpError) || error.detail.parameter !== 'provider') throw error;
    const { provider: _, ...others } = address;
    return {
      ...place,
      ...(await read(others)),
      unknown: { suggestion: error.detail.suggestion ?? null },
    };
  }
}

async function presentChanges(newsPage: Awaited<ReturnType<typeof readNewsPage>>, urls: Urls) {
  const { address, snapshot, network, query, counts, news, page, unknown } = newsPage;
  const hrefOf = (parameters: Parameters) =>
    newsPage.href('/changes', { ...address, ...parameters });
  const all = { ...query, facts: [] };
  const tallies =
    unknown === null ? await changesBy<ChangeFact>(snapshot, all, { key: 'fact' }) : new Map();
  const sinceMs = await firstChangeMs(snapshot);
  const form = presentForm({ ...newsPage, tallies });
  const logoOf = logosOf(newsPage);
  const days = groupBy(news, ({ atMs }) => isoDay(atMs));
  const isNone = counts.changes === 0;
  const suggestion = unknown?.suggestion ?? null;
  return {
    networkName: newsPage.entry?.name ?? null,
    crumbs: [...newsPage.crumbs, { label: 'Changes', href: null }],
    periods: presentPeriods(newsPage, hrefOf),
    ...form,
    counts: plural(counts.changes, 'change'),
    since: sinceMs === null ? null : { day: formatDay(sinceMs), time: isoDay(sinceMs) },
    days: Array.from(days, ([time, items]) => ({
      time,
      day: formatDay(items[0]?.atMs ?? 0),
      items: items.map((item) => presentNews(item, logoOf)),
    })),
    isEmpty: isNone && sinceMs === null,
    isNothing: isNone && sinceMs !== null,
    pastEnd: !isNone && news.length === 0,
    unknown: unknown && {
      name: form.provider,
      suggested: suggestion && {
        name: suggestion,
        href: newsPage.href('/changes', { provider: suggestion }),
      },
    },
    feedLinks: presentFeeds(network, feedParameters(address), urls),
    pages: presentPager({ page, totalPages: Math.ceil(counts.items / itemsPerPage) }, (number) =>
      hrefOf({ page: number === 1 ? null : number }),
    ),
  };
}

const periodDays = [7, 30];

/** First of the days that end with the snapshot: a page is kept as long as its snapshot. */
export function lastDays({ manifest }: Snapshot, days: number): string {
  return isoDay(Date.parse(manifest.generatedAt) - days * 24 * 60 * 60 * 1000);
}

function presentPeriods(
  { address, snapshot }: Awaited<ReturnType<typeof readNewsPage>>,
  hrefOf: (parameters: Parameters) => string,
) {
  return periodDays.map((days) => {
    const since = lastDays(snapshot, days);
    return {
      label: `Last ${days} days`,
      href: hrefOf({ since, until: null, page: null }),
      current: address.since === since && address.until === undefined,
    };
  });
}

function changesMarkdown({ urls }: { readonly urls: Urls }): Handler {
  return async (ctx) => {
    const newsPage = await readNewsPage(ctx, urls, rowsPerPage);
    const { address, selection, page, unknown, title, counts, news, json } = newsPage;
    const total = counts.items;
    sendMarkdown(ctx, {
      title,
      facts: [
        ...describeUnknown(address, unknown),
        ...conditionSentences({
          applied: applied(newsPage.snapshot, newsPage.conditions, null),
          notApplied: [],
          item: 'offer',
        }),
        total === 0
          ? 'No changes: ask for an earlier time or remove a filter.'
          : `${plural(counts.changes, 'change')}.`,
        ...describePage(total, { page, pageSize: rowsPerPage }),
      ],
      tables: [
        {
          heading: 'Newest first',
          columns: ['Day', 'Change', 'Slug'],
          rows: news.map((item) => [
            isoDay(item.atMs),
            textOf(item),
            joinSome([...new Set(item.changes.map(({ slug }) => slug))]),
          ]),
        },
      ],
      html: newsPage.to('/changes', selection),
      links: [
        ...nextLink((paging) => newsPage.to('/changes.md', { ...selection, ...paging }), {
          page,
          pageSize: rowsPerPage,
          total,
        }),
        { label: 'JSON', href: newsPage.to(json.path, json.parameters) },
        { label: 'Atom feed', href: newsPage.to('/changes.atom', feedParameters(address)) },
      ],
    });
  };
}

/** A provider that the directory does not have. */
function describeUnknown(
  { provider }: ChangesForm,
  unknown: { readonly suggestion: string | null } | null,
): readonly string[] {
  if (unknown === null) return [];
  const nearest = unknown.suggestion === null ? '' : ` Nearest: ${unknown.suggestion}.`;
  return [`No provider "${[provider ?? []].flat().join(', ')}".${nearest}`];
}

export const changes = page({
  name: 'changes',
  path: '/changes',
  on: 'both',
  parameters: namesOf(changesParameters),
  handler: changesPage,
  markdown: changesMarkdown,
  sitemap: 'data',
  navigation: { label: 'Changes' },
  operation: { omitted: 'its JSON is the operation of changes' },
  example: '/changes',
});
