/** What a search in ordinary words asks for. */
import type { Filter } from '../../query/filters/index.ts';
import type { Sort } from '../../query/selection.ts';
import type { WorkloadParameters } from '../workload.ts';
import { quoteTerms } from './split.ts';

/** Words with a meaning, which a reader can take back. */
export interface Part {
  readonly kind: 'network' | 'category' | 'filter' | 'sorting' | 'provider' | 'workload';
  /** As understood: folded, without typing errors. */
  readonly words: string;
  readonly label: string;
}

/** Words with a condition, and how they were read. */
export interface ReadCondition {
  /**
   * `text`: for the search of rows. `lost`: nothing is known to do with them. `absent`: an amount of
   * money in which nothing is priced.
   */
  readonly kind: Part['kind'] | 'text' | 'lost' | 'absent';
  readonly words: string;
  readonly filters: readonly Filter[];
  /** Of a text. */
  readonly terms: readonly string[];
}

export interface Interpretation {
  /** Key; null for all networks, and for several. */
  readonly network: string | null;
  /** Keys of several named networks, in the order of the words; empty otherwise. */
  readonly networks: readonly string[];
  /** Whether an offer must be on each of them: unless the words say `or`. */
  readonly onEach: boolean;
  /**
   * What plans must hold; null if the words state no volume, and in a category without estimates.
   */
  readonly workload: WorkloadParameters | null;
  /** The search without typing errors; null if it has none. */
  readonly corrected: string | null;
  /** Key; null if the words name none. Filters and sort order need one. */
  readonly category: string | null;
  readonly filters: readonly Filter[];
  readonly sorting: readonly Sort[];
  /** Folded words without another meaning. */
  readonly terms: readonly string[];
  /** Names of providers that are compared. */
  readonly compared: readonly string[];
  /** Words with a condition that nothing can be done with, as they were typed. */
  readonly notUnderstood: readonly string[];
  /** Names of the providers to which the words want alternatives. */
  readonly alternativesTo: readonly string[];
  /** In the order of the words. */
  readonly parts: readonly Part[];
  /** Everything that the words ask for, in their order. */
  readonly conditions: readonly ReadCondition[];
}

export interface Scope {
  /** Key of the network of the page, null on the site. */
  readonly network: string | null;
  /** Key of the category of the page. */
  readonly category: string | null;
  /** Phrases that are text. */
  readonly asText: readonly string[];
  /** Own calls of the workload. */
  readonly mix?: string | undefined;
}

/** The text that the interpretation leaves for the search of rows. */
export function textOf({ terms }: Pick<Interpretation, 'terms'>): string {
  return quoteTerms(terms);
}
