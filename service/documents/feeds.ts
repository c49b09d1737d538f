/**
 * GET /changes.atom and /changes.json of the site and of a network: the newest changes as Atom and
 * JSON Feed 1.1.
 */
import * as z from 'zod';
import { sha256 } from '../../common/hash.ts';
import { answeringColumn, isDefinitionCause } from '../../model/changes.ts';
import { shortNameOf } from '../../model/site.ts';
import { newsParameters, newsQuery } from '../api/changes.ts';
import { parametersOf } from '../api/lists.ts';
import { contentOf, formatOf, type Request, resource } from '../api/resource.ts';
import type { Context } from '../http/context.ts';
import { namesFor, type Part } from '../notations/changes/names.ts';
import { type News, writeNews } from '../notations/changes/news.ts';
import { textOf } from '../notations/changes/sentence.ts';
import { type Feed, feedTypes, writeAtom, writeJsonFeed } from '../notations/feed.ts';
import { escapeHtml } from '../pages/shared/markdown.ts';
import { knownSince } from '../query/change-times.ts';
import { type ChangesQuery, type LoggedChange, readNews } from '../query/changes.ts';
import { extraFields, inPath } from '../questions/parameters.ts';
import type { ParsedParameters } from '../questions/parse.ts';
import type { Place } from '../questions/place.ts';
import { siteOf } from '../site.ts';
import { snapshotParameter } from '../snapshot/requested-id.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Parameters } from '../urls.ts';

/** Entries of a feed. */
const maxEntries = 50;

const jsonFeedShape = z
  .object({
    version: z.string(),
    title: z.string(),
    home_page_url: z.string(),
    feed_url: z.string(),
    description: z.string().describe('Since when changes are known.'),
    items: z.array(
      z.object({
        id: z.string().describe('Does not change when the feed is made again.'),
        url: z.string(),
        title: z.string(),
        content_html: z.string(),
        date_published: z.string(),
        tags: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1 (jsonfeed.org).' });

/** By extension. */
const formats = {
  atom: { type: feedTypes.atom, shape: z.string(), write: writeAtom },
  json: { type: feedTypes.json, shape: jsonFeedShape, write: writeJsonFeed },
} as const;

const described = {
  path: '/changes.{format}',
  inPath: { format: inPath.feedFormat },
  content: contentOf(formats),
  answer: async (
    parameters: ParsedParameters<typeof newsParameters.network>,
    place: Place,
    { ctx }: Request,
  ) => {
    const format = formats[formatOf(ctx.path, formats)];
    const feed = await readFeed(ctx, await newsQuery(parameters, place), place);
    ctx.set('Content-Type', `${format.type}; charset=utf-8`);
    ctx.body = Buffer.from(format.write(feed));
    return undefined;
  },
};

/** Of the site. */
export const changesFeed = resource({
  ...described,
  operationId: 'readChangesFeed',
  summary: `The ${maxEntries} newest changes as a feed: of everything, or of {{networks}}, a category or providers.`,
  parameters: newsParameters.site,
});

/** Of a network. */
export const networkChangesFeed = resource({
  ...described,
  on: 'network',
  operationId: 'readChangesFeedOnNetwork',
  summary: `The ${maxEntries} newest changes {{on}} this {{network}} as a feed.`,
  parameters: newsParameters.network,
});

/** `updated` is that of the newest entry, so that a feed without news stays the same. */
async function readFeed(
  { path, state }: Context,
  query: ChangesQuery,
  place: Place,
): Promise<Feed> {
  const { [snapshotParameter]: _, ...parameters } = parametersOf(state.parameters);
  const entries = await readEntries(query, place);
  return {
    title: titleOf(query, place),
    author: shortNameOf(siteOf(place.snapshot)),
    self: place.to(path, parameters),
    page: place.to('/changes', parameters),
    known: (await knownSince(place.snapshot, query)).text,
    updated: entries[0]?.at ?? new Date(place.snapshot.manifest.generatedAt),
    entries,
  };
}

/** Newest first. */
async function readEntries(query: ChangesQuery, place: Place) {
  const { snapshot, network, networks, urls } = place;
  const { catalog } = snapshot;
  const items = await readNews(snapshot, query, { offset: 0, limit: maxEntries });
  const names = namesFor(place);
  return writeNews(items, { names, hasNetworks: networks.length === 0 }).map((news) => {
    const { category } = news.change;
    return {
      id: entryId(news.change),
      title: textOf(news),
      url: place.to('/changes', addressOf(news, snapshot)),
      html: htmlOf(news, (link) => urls.absolute(network, link)),
      at: new Date(news.atMs),
      tags: [catalog.categoryLabel(category)],
    };
  });
}

/**
 * The same id for the same news in every feed and in later snapshots. It is made from the commit if
 * that is known, otherwise from the snapshot, so that it stays when the git history replaces
 * changes of snapshots.
 */
export function entryId(change: LoggedChange): string {
  const {
    atMs,
    snapshot,
    revision,
    kind,
    category,
    provider,
    slug,
    column,
    before,
    after,
    chain,
    cause,
    wholeOffer,
  } = change;
  const definitions = {
    network: [],
    category: [category],
    chain: [chain],
    column: [category, column],
  } as const;
  const subject = isDefinitionCause(change.cause.kind)
    ? [cause.kind, ...definitions[cause.kind as keyof typeof definitions]]
    : [
        category,
        provider,
        kind === 'changed' ? slug : null,
        ...(wholeOffer === false ? ['listing'] : []),
      ];
  // Probes can find several things between two commits, and stay when a git history replaces other
  // changes.
  const cells =
    column === answeringColumn ? [after !== null] : [column, before !== null, after !== null];
  const [moment, feedText] =
    cause.kind === 'probe' ? [snapshot, cells] : [revision ?? snapshot ?? atMs, []];
  const hash = sha256(JSON.stringify([moment, kind, ...subject, ...feedText]));
  // RFC 9562: version 8 is for values of one's own, variant 8 is that of the RFC.
  const digits = `${hash.slice(0, 12)}8${hash.slice(13, 16)}8${hash.slice(17, 32)}`;
  return `urn:uuid:${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}

/** Parameters of the page that shows this item alone, or with others of the same moment. */
function addressOf({ change, changes, atMs }: News, { catalog }: Snapshot): Parameters {
  const at = new Date(atMs).toISOString();
  const moment = { since: at, until: at };
  const extras = changes.some(({ fact }) => fact === 'addresses') ? { fields: extraFields[0] } : {};
  if (isDefinitionCause(change.cause.kind)) return { ...moment, ...extras };
  const { provider, category, kind, slug } = change;
  const isOne = kind === 'changed' && changes.every((candidate) => candidate.slug === slug);
  const name = provider === null ? null : (catalog.providers.get(provider)?.slug ?? provider);
  return { ...moment, category, provider: name, slug: isOne ? slug : null, ...extras };
}

/** Links are absolute, because feeds are read elsewhere. */
function htmlOf({ parts, details }: News, absolute: (link: string) => string): string {
  const partHtml = ({ text, href }: Part) =>
    href === null
      ? escapeHtml(text)
      : `<a href="${escapeHtml(absolute(href))}">${escapeHtml(text)}</a>`;
  const list = details.map((detail) => `<li>${escapeHtml(detail)}</li>`).join('');
  return `<p>${parts.map(partHtml).join('')}</p>${list === '' ? '' : `<ul>${list}</ul>`}`;
}

/** `Changes of Alchemy in APIs on Base - Web3 Infrastructure` */
function titleOf({ providers, category, networks }: ChangesQuery, { snapshot }: Place): string {
  const { catalog } = snapshot;
  const label = category === null ? null : catalog.categoryLabel(category);
  const places = networks.map((key) => catalog.networkName(key));
  const parts = [
    ...(providers.length === 0 ? [] : [`of ${providers.join(', ')}`]),
    ...(label === null ? [] : [`in ${label}`]),
    ...(places.length === 0 ? [] : [`${catalog.terms.on} ${places.join(', ')}`]),
  ];
  return `${['Changes', ...parts].join(' ')} - ${shortNameOf(siteOf(snapshot))}`;
}
