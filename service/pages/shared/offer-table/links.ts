/** Links of an offer: all of them for its details, and the one that leads to it. */
import { groupBy } from '../../../../common/group-by.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import { type Link, type Links, parseLink } from '../markdown.ts';
import { textsOf } from './cell.ts';

/** Links of all rows, each address once. Links of the same text but different addresses name their chain. */
export function presentButtons(rows: readonly Row[], links: Links): readonly Link[] {
  const byHref = new Map<string, Link & { readonly chain: string | null }>();
  for (const row of rows) {
    for (const text of textsOf(row.actionButtons)) {
      const link = parseLink(text, links);
      if (link && !byHref.has(link.href)) byHref.set(link.href, { ...link, chain: textsOf(row.chain)[0] ?? null });
    }
  }
  return [...groupBy(byHref.values(), ({ text }) => text).values()].flatMap((same) =>
    same.map(({ chain, ...link }) => (same.length > 1 && chain ? { ...link, text: `${link.text} (${chain})` } : link)),
  );
}

/** Labels of links by how well they lead to the offer; those of no kind lead to the service itself, such as `Faucet`. */
const kindsOfLinks = [
  /^website$/i,
  null,
  /^(buy|pricing|dashboard)$/i,
  /^(docs|documentation)$/i,
  /^contact/i,
] as const;
const otherKind = kindsOfLinks.indexOf(null);

/** Address of the link that leads to the offer: its website, else the service, its price, its documentation. Null if it has no link. */
export function findVisit(rows: readonly Row[], links: Links): string | null {
  let best: { readonly href: string; readonly rank: number } | null = null;
  for (const text of rows.flatMap((row) => textsOf(row.actionButtons))) {
    const link = parseLink(text, links);
    if (link === null) continue;
    const kind = kindsOfLinks.findIndex((words) => words?.test(link.text));
    const rank = kind === -1 ? otherKind : kind;
    if (best === null || rank < best.rank) best = { href: link.href, rank };
  }
  return best?.href ?? null;
}
