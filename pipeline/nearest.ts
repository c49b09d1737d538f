/** The nearest known name to a misspelt one, for "did you mean". */
import leven from 'leven';

/** Null where nothing is near enough to be what was meant: more than a third of its letters differ. */
export function nearest(name: string, known: Iterable<string>): string | null {
  const wanted = simplify(name);
  let best: string | null = null;
  let limit = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = leven(wanted, simplify(candidate), { maxDistance: limit });
    if (distance < limit) {
      best = candidate;
      limit = distance;
    }
  }
  return best;
}

/** Case, accents, spaces and hyphens are what people get wrong first; they cost nothing here. */
function simplify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\s_-]/gu, '')
    .toLowerCase();
}
