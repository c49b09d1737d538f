/** Title of an offer: its names, or the words of its slug besides provider and chain. */
import { groupBy } from '../../common/group-by.ts';
import type { Roles } from '../../model/columns.ts';
import type { Row } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { capitalize } from '../text/clip.ts';
import { namesOf, planOf } from '../text/offer-names.ts';

export function titleOf(row: Row, roles: Roles): string {
  const names = namesOf(row, roles);
  if (names.length > 0) return names.join(' · ');
  return titleOfSlug(row) ?? (planOf(row, roles) || String(row.provider ?? row.slug));
}

/**
 * Title without the provider, and what sets the offer apart from others of the title; blank if
 * there is neither.
 */
export function labelOf(row: Row, distinguishing: string | null, roles: Roles): string {
  const title = titleOf(row, roles);
  return [title === row.provider ? '' : title, distinguishing ?? '']
    .filter((part) => part !== '')
    .join(' · ');
}

/**
 * Words of the slug that the title lacks: `Full archive` of a plan `Scale`; blank if there are
 * none.
 */
export function detailOf(row: Row, roles: Roles): string {
  const named = new Set(wordsOf(titleOf(row, roles)));
  const kept =
    titleOfSlug(row)
      ?.split(' ')
      .filter((word) => !named.has(word.toLowerCase())) ?? [];
  return capitalize(kept.join(' '));
}

/** What can set offers of one title apart, in this order. */
const differences: readonly ((row: Row, roles: Roles) => string)[] = [
  detailOf,
  planOf,
  ({ chain }) => String(chain ?? ''),
  ({ slug }) => String(slug ?? ''),
];

/**
 * What sets each row apart from the rows of other owners that have its provider and title: as few
 * words as suffice, null if the title does. `ownerOf`: by the position of a row.
 */
export function distinguishTitles(
  rows: readonly Row[],
  ownerOf: (at: number) => string,
  roles: Roles,
): readonly (string | null)[] {
  const texts = rows.map(() => '');
  const byTitle = groupBy(
    rows.keys(),
    (at) => `${String(rows[at]?.provider)}\n${titleOf(rows[at] ?? {}, roles)}`,
  );
  for (const same of byTitle.values()) {
    for (const differenceOf of differences) {
      const byText = groupBy(same, (at) => texts[at]);
      if ([...byText.values()].every((equal) => new Set(equal.map(ownerOf)).size === 1)) break;
      const added = same.map((at) => differenceOf(rows[at] ?? {}, roles));
      if (new Set(added).size === 1) continue;
      for (const [place, at] of same.entries())
        texts[at] = [texts[at], added[place]].filter((part) => part !== '').join(', ');
    }
  }
  return texts.map((text) => (text === '' ? null : text));
}

/**
 * A slug consists of provider, plan, data depth and chain:
 * `alchemy-enterprise-full-archive-mainnet`.
 */
function titleOfSlug({ slug, provider, chain }: Row): string | null {
  const owner = wordsOf(String(provider ?? ''));
  const words = withoutOwner(wordsOf(String(slug ?? '')), owner.join(''));
  const known = [...owner, ...wordsOf(String(chain ?? ''))];
  const kept = words.filter((word) => !known.includes(word)).map(spell);
  const title = kept.join(' ');
  return title === '' ? null : capitalize(title);
}

/** `beaconcha-in-docs`, `beaconchain-docs` -> `docs`. */
function withoutOwner(words: readonly string[], owner: string): readonly string[] {
  const count = words.findIndex((_, index) => words.slice(0, index + 1).join('') === owner) + 1;
  return words.slice(count);
}

/** Short words without vowels are abbreviations: MCP, SDK, RPC. */
function spell(word: string): string {
  return /^[bcdfghjklmnpqrstvwxz]{2,4}$/.test(word) ? word.toUpperCase() : word;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** By row, if another offer of its provider has the same title. `rows`: of the ids. */
export function distinguishRows(
  snapshot: Snapshot,
  ids: readonly number[],
  rows: readonly Row[] = ids.map((id) => snapshot.row(id)),
): ReadonlyMap<number, string> {
  const ownerOf = (at: number) => snapshot.offers.of(ids[at] ?? -1).slug;
  const texts = distinguishTitles(rows, ownerOf, snapshot.catalog.roles);
  return new Map(ids.flatMap((id, at) => (texts[at] ? [[id, texts[at]] as const] : [])));
}
