/** The facts that every line of the table of addresses states (`service/routes.ts`). */

export interface Address {
  /** Below the base address of the site or of a network; `{name}` stands for one path segment. */
  readonly path: string;
  readonly on: 'site' | 'network' | 'both';
  /** Category that the address is about: a directory without it does not list the address. */
  readonly category?: string;
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

/** Whether lists of addresses have the address in a directory of these categories. */
export function isOffered(
  { category }: Pick<Address, 'category'>,
  { categoryKeys }: { readonly categoryKeys: readonly string[] },
): boolean {
  return category === undefined || categoryKeys.includes(category);
}
