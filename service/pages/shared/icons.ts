/** Icon names of the snapshot (`lucide:Unplug`, `plan.svg||lucide:BookMarked`) as ids of the SVG sprite. */

/** lucide spells `book-marked`, the data spells `BookMarked`; both have the id `bookmarked`. */
export function iconId(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Id of the first lucide alternative, null if there is none. */
export function iconOf(icon: string | null): string | null {
  const name = /(?:^|\|\|)lucide:(\w+)/.exec(icon ?? '')?.[1];
  return name === undefined ? null : iconId(name);
}

/** The path of an icon on our own origin. Null for other origins: a request to them would disclose the reader. */
export function ownPicture(icon: string | null): string | null {
  return icon !== null && /^\/(?![/\\])/.test(icon) ? icon : null;
}
