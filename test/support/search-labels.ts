/** Asserts what comes first in the answers of labelled searches. */
import assert from 'node:assert/strict';
import type { LabelledSearch } from './search-queries.ts';

interface Found {
  readonly corrected?: string;
  readonly networks: readonly { readonly key: string }[];
  readonly providers: readonly { readonly name: string }[];
  readonly offers: readonly { readonly provider: string; readonly planType: string | null }[];
  readonly categories: readonly { readonly key: string }[];
}

/** `read`: the JSON of an address, which has to be a 200. */
export async function assertFirst(read: (target: string) => Promise<unknown>, labelled: LabelledSearch): Promise<void> {
  const { q, network, provider, category, offerOf, planType, corrected } = labelled;
  const { result } = (await read(`/api/search?q=${encodeURIComponent(q)}`)) as { result: Found };
  assert.equal(result.corrected, corrected ?? undefined, `${q}: corrected`);
  const isEmpty = [result.networks, result.providers, result.offers, result.categories].every(
    ({ length }) => length === 0,
  );
  assert.equal(isEmpty, corrected === null, `${q}: found`);
  const first = [
    [network, result.networks[0]?.key],
    [provider, result.providers[0]?.name],
    [category, result.categories[0]?.key],
    [offerOf, result.offers[0]?.provider],
    [planType, result.offers[0]?.planType],
  ] as const;
  for (const [expected, actual] of first) if (expected !== undefined) assert.equal(actual, expected, q);
}
