/** The directory's words for networks: `region`, `regions`, `in`. */
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

const descriptive: readonly string[] = ['description', 'summary', 'title'];

/** For JSON.stringify: descriptions in the words of a directory. */
export function describingIn(terms: Terms): (key: string, value: unknown) => unknown {
  return (key, value) =>
    typeof value === 'string' && descriptive.includes(key) ? inTerms(value, terms) : value;
}

/** `Keys of {{networks}}` in the words of a directory. Other names in braces stay. */
export function inTerms(text: string, terms: Terms): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(terms, name) ? terms[name as keyof Terms] : whole,
  );
}
