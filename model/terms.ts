/** The directory's words for networks, and templates of texts that use them. */
import type { Site } from './site.ts';

export interface Terms {
  readonly network: string;
  readonly networks: string;
  /** At the beginning of a sentence or label. */
  readonly Network: string;
  readonly Networks: string;
  /** Preposition before a name: `on` Base, `in` Europe. */
  readonly on: string;
  readonly On: string;
}

type Words = Pick<Site, 'networkWord' | 'networksWord' | 'networkPreposition'>;

export function termsOf({ networkWord, networksWord, networkPreposition }: Words): Terms {
  const network = networkWord ?? 'network';
  const networks = networksWord ?? `${network}s`;
  const on = networkPreposition ?? 'on';
  return {
    network,
    networks,
    Network: capitalized(network),
    Networks: capitalized(networks),
    on,
    On: capitalized(on),
  };
}

/** Of a directory that states none. */
export const usualTerms = termsOf({
  networkWord: null,
  networksWord: null,
  networkPreposition: null,
});

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** Facts that offers state, as sentences list them. */
export const statedFacts = ['plans', 'prices', 'limits', 'chains'] as const;
/** `estimates`: costs of a workload. `endpoints`: addresses that programs call, of APIs and MCP servers. */
export const facts = [...statedFacts, 'estimates', 'endpoints'] as const;
export type Fact = (typeof facts)[number];

/** Kinds of facts that a directory has, and its words for networks. */
export interface Wording {
  readonly terms: Terms;
  readonly has: ReadonlySet<Fact>;
}

/**
 * A template in the words of a directory: `Keys of {{networks}}{{#chains}} and chains{{/chains}}`,
 * whose section is left out without chains. Other names in braces stay.
 */
export function worded(template: string, { terms, has }: Wording): string {
  const text = template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(terms, name) ? terms[name as keyof Terms] : whole,
  );
  return text.replace(/\{\{#(\w+)\}\}([^{}]*)\{\{\/\w+\}\}/g, (_, fact: Fact, section: string) =>
    has.has(fact) ? section : '',
  );
}

const descriptive: readonly string[] = ['description', 'summary', 'title'];
/** Members with values of which some may be names of facts. */
const listing: readonly string[] = ['enum', 'examples'];

/**
 * JSON of schemas and operations for a directory: descriptions in its words, without members,
 * parameters and values that are about what it does not have.
 */
export function wordedJson(value: unknown, wording: Wording): unknown {
  if (Array.isArray(value))
    return value.flatMap((each) => (isTold(each, wording) ? [wordedJson(each, wording)] : []));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, each]) => !(key === 'about' && isFact(each)) && isTold(each, wording),
  );
  const { properties } = value as { readonly properties?: object };
  return Object.fromEntries(
    entries.map(([key, each]) => {
      if (key === 'required' && properties !== undefined && Array.isArray(each))
        return [key, each.filter((name) => isTold(properties[name as keyof object], wording))];
      if (listing.includes(key) && Array.isArray(each))
        return [key, each.filter((name) => !isFact(name) || wording.has.has(name))];
      if (typeof each === 'string' && descriptive.includes(key))
        return [key, worded(each, wording)];
      return [key, wordedJson(each, wording)];
    }),
  );
}

function isTold(value: unknown, { has }: Wording): boolean {
  const about = (value as { readonly about?: unknown } | null | undefined)?.about;
  return !isFact(about) || has.has(about);
}

/** Members of that name describe something else. */
function isFact(about: unknown): about is Fact {
  return facts.includes(about as Fact);
}
