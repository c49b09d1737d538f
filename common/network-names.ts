/**
 * Names under which a network is found: its key, name, aliases and CAIP-2 identifier, and the
 * number of an EVM chain.
 */
import { foldText } from './fold.ts';

export interface NamedNetwork {
  readonly key: string;
  readonly name: string;
  readonly caip2: string | null;
  readonly aliases: readonly string[];
}

/** Ignores case, accents, spaces, hyphens and underscores. */
export function foldNetworkName(text: string): string {
  return foldText(text).replace(/[\s_-]/g, '');
}

/** Folded names, each once. */
export function networkNames({ key, name, caip2, aliases }: NamedNetwork): string[] {
  const number = /^eip155:(\d+)$/.exec(caip2 ?? '')?.[1];
  const names = [key, name, ...aliases, caip2 ?? '', number ?? ''];
  return [...new Set(names.map(foldNetworkName))].filter((form) => form !== '');
}
