/** Names and links of what changes are about, as the snapshot has them now. */
import { foldText } from '../../../common/fold.ts';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { countBy } from '../../../common/group-by.ts';
import { quotedColumn } from '../../../model/changes.ts';
import type { ColumnDefinition, Roles } from '../../../model/columns.ts';
import type { Terms } from '../../../model/terms.ts';
import { hasOffers } from '../../answers/directory.ts';
import { readCells } from '../../query/changed-values.ts';
import type { LoggedChange } from '../../query/changes.ts';
import { networkTest } from '../../query/offers.ts';
import type { Place } from '../../questions/place.ts';
import type { Row } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { detailOf, titleOf } from '../offer-title.ts';

/** A text, or a link. */
export interface Part {
  readonly text: string;
  readonly href: string | null;
}

/** Names in sentences. Links lead to pages that exist; the others are null. */
export interface ChangeNames {
  readonly terms: Terms;
  /** The definition of a column; of a change of a quotation, the quoted column. */
  column(key: string): ColumnDefinition | undefined;
  category(key: string): string;
  network(key: string): string;
  provider(name: string): Part;
  offer(change: LoggedChange): Part;
}

/** Names for one page or feed. */
export function namesFor({ snapshot, network, networks, href }: Place): ChangeNames {
  const { catalog, offers } = snapshot;
  const isHere = networkTest(snapshot, networks);
  const profileOf = (name: string) => {
    const slug = catalog.providers.get(name)?.slug;
    const isThere = slug !== undefined && hasOffers(snapshot, name, network);
    return isThere ? href(`/providers/${slug}`) : null;
  };
  const rowIdOf = ({ category, provider, slug }: LoggedChange) => {
    const offer = [...offers.named(slug)].find(
      (candidate) => candidate.category === category && candidate.provider === provider,
    );
    return offer?.rows.find(isHere) ?? null;
  };
  /** Numbers of offers by title, by provider and category. */
  const counts = new Map<string, ReadonlyMap<string, number>>();
  const countsOf = (provider: string, category: string) =>
    getOrInsert(counts, `${category}\n${provider}`, () =>
      countTitles(snapshot, provider, category),
    );
  return {
    terms: catalog.terms,
    column: (key) => catalog.columns.get(quotedColumn(key) ?? key),
    category: (key) => catalog.categoryLabel(key),
    network: (key) => catalog.networkName(key),
    provider: (name) => ({ text: name, href: profileOf(name) }),
    offer: (change) => {
      const id = rowIdOf(change);
      const row = id === null ? null : snapshot.row(id);
      const profile = row === null ? null : profileOf(change.provider ?? '');
      const href = profile === null ? null : `${profile}#${encodeURIComponent(String(row?.slug))}`;
      const known = countsOf(change.provider ?? '', change.category);
      return { text: titleIn(change, row, known, catalog.roles), href };
    },
  };
}

/**
 * Of an added or removed row the title that it had, else the one that the offer has now, with what
 * sets the offer apart if another one of its provider has the same title. `row`: of the offer now.
 */
function titleIn(
  { before, after, kind, slug, provider }: LoggedChange,
  row: Row | null,
  counts: ReadonlyMap<string, number>,
  roles: Roles,
): string {
  const namedRow =
    kind === 'changed' ? row : { ...readCells(after ?? before ?? '{}'), slug, provider };
  const named = { ...(namedRow ?? { provider }), slug };
  const title = titleOf(named, roles);
  const detail = (counts.get(title) ?? 0) > 1 ? detailOf(named, roles) : '';
  return detail === '' ? title : `${title} (${detail})`;
}

/** Each offer counts once. */
function countTitles(
  snapshot: Snapshot,
  provider: string,
  category: string,
): ReadonlyMap<string, number> {
  const rows = snapshot
    .rowsOfProvider(provider)
    .filter((id) => snapshot.categoryOf(id) === category);
  const { roles } = snapshot.catalog;
  const titles = new Map(
    rows.map((id) => [snapshot.offers.of(id), titleOf(snapshot.row(id), roles)]),
  );
  return countBy(titles.values(), (title) => title);
}

/** Whether the title of an offer begins with the name of its provider. */
export function namesProvider(title: string, provider: string): boolean {
  const [folded, name] = [foldText(title), foldText(provider)];
  return folded.startsWith(name) && !/^[\p{L}\p{N}]/u.test(folded.slice(name.length));
}
