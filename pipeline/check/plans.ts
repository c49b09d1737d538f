/** Plans of one offer for several depths of the data, such as `acme-pro-full-archive`. */
import type { Values } from '../../model/rows.ts';

const depth = /-(?:recent-state|full-archive|archive|full|pruned|recent)(?=-|$)/;

/** Slug without the depth of the data; null for an offer that names none. */
export function planOf({ slug }: Values): string | null {
  return typeof slug === 'string' && depth.test(slug) ? slug.replace(depth, '') : null;
}

/** Depth of the data that the slug names. */
export function depthOf({ slug }: Values): string | null {
  return depth.exec(String(slug))?.[0] ?? null;
}
