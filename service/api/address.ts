/** The facts that every line of the table of addresses states (`service/routes.ts`). */
import type { Fact } from '../../model/terms.ts';
import type { Catalog } from '../snapshot/catalog.ts';

export interface Address {
  /** Below the base address of the site or of a network; `{name}` stands for one path segment. */
  readonly path: string;
  readonly on: 'site' | 'network' | 'both';
  /** Category that the address is about: a directory without it does not list the address. */
  readonly category?: string;
  /** What the address is about: a directory without it does not list the address. */
  readonly about?: Fact;
}

/** Why a list has no line for an address. */
export interface Omitted {
  readonly omitted: string;
}

export function isOmitted(fact: object | string): fact is Omitted {
  return typeof fact === 'object' && 'omitted' in fact;
}

export function isOn({ on }: Pick<Address, 'on'>, base: 'site' | 'network'): boolean {
  return on === base || on === 'both';
}

/** Whether a directory has what the address is about. */
export function isOffered(
  { category, about }: Pick<Address, 'category' | 'about'>,
  { categoryKeys, has }: Pick<Catalog, 'categoryKeys' | 'has'>,
): boolean {
  const hasCategory = category === undefined || categoryKeys.includes(category);
  return hasCategory && (about === undefined || has.has(about));
}
