/** Names of icons as the snapshot spells them (`lucide:Unplug`, `plan.svg||lucide:BookMarked`) -> ids in the sprite. */

/** Icons of the pages themselves. */
export const ownIcons = [
  'arrow-down',
  'arrow-up',
  'arrow-up-down',
  'arrow-up-right',
  'book-open',
  'braces',
  'check',
  'chevron-down',
  'chevron-right',
  'columns-3',
  'copy',
  'database',
  'download',
  'globe',
  'list-filter',
  'mail',
  'menu',
  'minus',
  'moon',
  'scale',
  'search',
  'star',
  'sun',
  'x',
] as const;

/** lucide's files say `book-marked` where the data says `BookMarked`: both become `bookmarked`. */
export function iconId(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The first alternative that lucide has; null where there is none. */
export function iconOf(icon: string | null): string | null {
  const name = /(?:^|\|\|)lucide:(\w+)/.exec(icon ?? '')?.[1];
  return name === undefined ? null : iconId(name);
}
