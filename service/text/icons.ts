/** Ids of the icons that definitions name. */

/** lucide spells `book-marked`, the data spells `BookMarked`; both have the id `bookmarked`. */
export function iconId(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Id of the first lucide alternative, null if there is none. */
export function iconOf(icon: string | null): string | null {
  const name = /(?:^|\|\|)lucide:(\w+)/.exec(icon ?? '')?.[1];
  return name === undefined ? null : iconId(name);
}
