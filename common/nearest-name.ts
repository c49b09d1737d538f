/** Closest known name to a misspelt one, for "did you mean". */
import leven from 'leven';

/** Longer names are not compared: the distance takes quadratic time. */
const maxLength = 100;

/** Null if more than `share` of the letters differ; one letter may always differ. */
export function nearestName(name: string, known: Iterable<string>, share = 1 / 3): string | null {
  const wanted = simplify(name);
  if (wanted.length > maxLength) return null;
  let best: string | null = null;
  let limit = Math.max(1, Math.floor(wanted.length * share)) + 1;
  for (const candidate of known) {
    const distance = leven(wanted, simplify(candidate), { maxDistance: limit });
    if (distance < limit) {
      best = candidate;
      limit = distance;
    }
  }
  return best;
}

/** Ignores case, accents, spaces, hyphens and underscores, which are the most frequent differences. */
function simplify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\s_-]/gu, '')
    .toLowerCase();
}
