/** The nearest of the allowed names to a misspelt one, as part of an error. */
import { closestMatch } from 'leven';

/** Half of the letters may differ: `q` finds nothing, `catgory` finds `category`, and `atg` `tag`: two are swapped. */
export function nearestName(name: string, allowed: readonly string[]): { suggestion?: string } {
  const wanted = name.toLowerCase();
  const byFolded = new Map(allowed.map((candidate) => [candidate.toLowerCase(), candidate]));
  const maxDistance = Math.max(1, Math.ceil(wanted.length / 2));
  const near = wanted.length > 100 ? undefined : closestMatch(wanted, [...byFolded.keys()], { maxDistance });
  const suggestion = near === undefined ? undefined : byFolded.get(near);
  return suggestion === undefined ? {} : { suggestion };
}
