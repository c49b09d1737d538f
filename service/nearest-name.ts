/** Closest allowed name to a misspelt one, as part of an error. */
import { nearestName as findNearest } from '../common/nearest-name.ts';

/** Half of the letters may differ: `catgory` finds `category`, `atg` finds `tag`. */
export function nearestName(name: string, allowed: readonly string[]): { suggestion?: string } {
  const suggestion = findNearest(name, allowed, 1 / 2);
  return suggestion === null ? {} : { suggestion };
}
