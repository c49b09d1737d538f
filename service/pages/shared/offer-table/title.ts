/** Title of an offer: its name and plan, or the words of its slug besides provider and chain. */
import { groupBy } from '../../../../common/group-by.ts';
import type { Row } from '../../../snapshot/catalog.ts';

export function titleOf(row: Row): string {
  const names = [row.offer, row.planName].filter((name) => typeof name === 'string' && name !== '');
  if (names.length > 0) return names.join(' · ');
  return titleOfSlug(row) ?? String(row.planType ?? row.provider ?? row.slug);
}

/** Words of the slug that the title lacks: `Full archive` of a plan `Scale`; null if there are none. */
export function detailOf(row: Row): string | null {
  const named = new Set(wordsOf(titleOf(row)));
  const kept =
    titleOfSlug(row)
      ?.split(' ')
      .filter((word) => !named.has(word.toLowerCase())) ?? [];
  const detail = kept.join(' ');
  return detail === '' ? null : `${detail.charAt(0).toUpperCase()}${detail.slice(1)}`;
}

interface Titled {
  readonly rowOf: (id: number) => Row;
  /** Slug of the offer of a content. */
  readonly offerOf: (id: number) => string;
}

/** Contents whose title another offer of their provider has, too. */
export function sameTitled(ids: readonly number[], { rowOf, offerOf }: Titled): ReadonlySet<number> {
  const byTitle = groupBy(ids, (id) => `${String(rowOf(id).provider)}\n${titleOf(rowOf(id))}`);
  return new Set([...byTitle.values()].filter((same) => new Set(same.map(offerOf)).size > 1).flat());
}

/** A slug consists of provider, plan, data depth and chain: `alchemy-enterprise-full-archive-mainnet`. */
function titleOfSlug({ slug, provider, chain }: Row): string | null {
  const owner = wordsOf(String(provider ?? ''));
  const words = withoutOwner(wordsOf(String(slug ?? '')), owner.join(''));
  const known = [...owner, ...wordsOf(String(chain ?? ''))];
  const kept = words.filter((word) => !known.includes(word)).map(spell);
  const title = kept.join(' ');
  return title === '' ? null : `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
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
