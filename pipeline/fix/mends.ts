/** What is mended, how often, and the words for it. */

export const mendKinds = [
  'byte-order-mark',
  'space-after-quote',
  'white-space',
  'boolean',
  'list-spacing',
  'repeated-item',
  'slug-order',
] as const;

export type MendKind = (typeof mendKinds)[number];

/** How often each kind was mended; a kind that is absent was not. */
export type Mends = Readonly<Partial<Record<MendKind, number>>>;

const words: Readonly<Record<MendKind, readonly [one: string, many: string]>> = {
  'byte-order-mark': ['byte-order mark removed', 'byte-order marks removed'],
  'space-after-quote': ['space after a closing quote removed', 'spaces after a closing quote removed'],
  'white-space': ['cell trimmed', 'cells trimmed'],
  boolean: ['TRUE or FALSE respelt', 'TRUE or FALSE respelt'],
  'list-spacing': ['list respaced', 'lists respaced'],
  'repeated-item': ['repeated item removed', 'repeated items removed'],
  'slug-order': ['table put in slug order', 'tables put in slug order'],
};

/** `3 cells trimmed, 1 list respaced` */
export function describeMends(mends: Mends): string {
  return mendKinds
    .flatMap((kind) => {
      const count = mends[kind] ?? 0;
      return count === 0 ? [] : [`${count.toLocaleString('en')} ${words[kind][count === 1 ? 0 : 1]}`];
    })
    .join(', ');
}

export function addMends(all: readonly Mends[]): Mends {
  const sum: Partial<Record<MendKind, number>> = {};
  for (const mends of all) {
    for (const kind of mendKinds) if (mends[kind] !== undefined) sum[kind] = (sum[kind] ?? 0) + mends[kind];
  }
  return sum;
}
