/** Closest allowed name to a misspelt one, as part of an error. */
import { nearestName as findNearest } from '../common/nearest-name.ts';

/** Half of the letters, rounded up, may differ: `catgory` finds `category`, `atg` finds `tag`. */
export function nearestName(name: string, allowed: readonly string[]): { suggestion?: string } {
  // The added half keeps rounding errors of the share from losing a letter.
  const share = (Math.ceil(name.length / 2) + 0.5) / name.length;
  const suggestion = findNearest(name, allowed, share);
  return suggestion === null ? {} : { suggestion };
}
