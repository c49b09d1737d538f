/** News items as pages and feeds show them. */
import { isDefinitionCause } from '../../../../model/changes.ts';
import {
  type ChangesQuery,
  type LoggedChange,
  type NewsItem,
  readNews,
} from '../../../query/changes.ts';
import { toldFacts } from '../../../questions/changes.ts';
import type { Place } from '../../../questions/place.ts';
import { type LogoOf, logosOf } from '../logos.ts';
import { namesFor } from './names.ts';
import { type Sentence, writeSentence } from './sentence.ts';

export interface News extends Sentence {
  /** The first change of the item, which stands for all of them. */
  readonly change: LoggedChange;
  readonly changes: readonly LoggedChange[];
  readonly atMs: number;
}

export function writeNews(
  items: readonly NewsItem[],
  wording: Parameters<typeof writeSentence>[1],
): News[] {
  return items.flatMap((item) => {
    const [change] = item.changes;
    return change ? [{ ...writeSentence(item, wording), ...item, change, atMs: change.atMs }] : [];
  });
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `3 March 2026`, in UTC. */
export function formatDay(ms: number): string {
  return dayFormat.format(ms);
}

/** `2026-03-03`, in UTC. */
export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** With the logo of the provider if the item is about one. */
export function presentNews({ parts, details, direction, change, atMs }: News, logoOf: LogoOf) {
  const { provider } = change;
  return {
    parts,
    direction,
    details,
    time: isoDay(atMs),
    day: formatDay(atMs),
    mark: provider === null || isDefinitionCause(change.cause.kind) ? null : logoOf(provider),
  };
}

const maxItems = 6;

/** Prices that changed, or other changes if no price did. */
export async function presentRecentPrices(input: Place) {
  return (
    (await presentRecent(input, { title: 'Recently changed prices', facts: ['price'] })) ??
    presentRecent(input)
  );
}

/** Null if nothing has changed. `providers`: names. */
export async function presentRecent(
  place: Place,
  {
    title = 'Recently changed',
    facts = [],
    providers = [],
  }: Partial<ChangesQuery> & { readonly title?: string } = {},
) {
  const { snapshot, networks } = place;
  const query = { networks, facts, providers };
  const told = { ...query, facts: toldFacts(query, undefined) };
  const items = await readNews(snapshot, told, { offset: 0, limit: maxItems });
  if (items.length === 0) return null;
  const news = writeNews(items, { names: namesFor(place), hasNetworks: networks.length === 0 });
  const logoOf = logosOf(place);
  const href = place.href('/changes', { provider: providers });
  return { title, href, items: news.map((item) => presentNews(item, logoOf)) };
}
