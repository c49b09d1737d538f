/** Kinds of facts in the definitions of a directory. Pages and documents mention no others. */
import { type ColumnDefinition, isMoney } from './columns.ts';
import { mcpCategory, rpcCategory } from './connect.ts';
import { type Site, unnamedSite } from './site.ts';
import { type Fact, statedFacts, termsOf, type Wording } from './terms.ts';

const tests: Readonly<Record<(typeof statedFacts)[number], (column: ColumnDefinition) => boolean>> =
  {
    plans: ({ role }) => role === 'plan',
    prices: isMoney,
    // Hours alone, such as those of a delivery, are none.
    limits: ({ states }) => states === 'limits' || states === 'amount',
    chains: ({ cellType }) => cellType === 'chain',
  };

/** `columns`: of its categories. */
export function statedFactsOf(columns: readonly ColumnDefinition[]): readonly Fact[] {
  return statedFacts.filter((fact) => columns.some(tests[fact]));
}

export function hasEndpoints(categories: readonly string[]): boolean {
  return categories.includes(rpcCategory) || categories.includes(mcpCategory);
}

/** Of a directory before anything is counted: what its columns state. */
export function wordingOf(site: Site | null, columns: readonly ColumnDefinition[]): Wording {
  const has = new Set<Fact>(statedFactsOf(columns));
  if (columns.some(({ categories }) => hasEndpoints(categories))) has.add('endpoints');
  return { terms: termsOf(site ?? unnamedSite), has };
}
