/** Title of an offer: its name and plan, or the words of its slug besides provider and chain. */
import type { Row } from '../../../snapshot/catalog.ts';

export function titleOf(row: Row): string {
  const names = [row.offer, row.planName].filter((name) => typeof name === 'string' && name !== '');
  if (names.length > 0) return names.join(' · ');
  return titleOfSlug(row) ?? String(row.planType ?? row.provider ?? row.slug);
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
