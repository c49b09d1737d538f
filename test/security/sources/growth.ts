/** Growth of work with input: CPU time of this process, so that other processes of the machine do not count. */

export interface Growth {
  /** Time for twice the input divided by the time for the input; the least of several runs each. */
  readonly ratio: number;
  readonly ms: number;
}

const runs = 4;
/** Below it a measurement says nothing. */
const leastMs = 10;
/** Noise passes, superlinear work does not: a measurement above this ratio is repeated. */
const suspicious = 2.3;
const attempts = 5;

/**
 * Measures `work` for a size that takes long enough to be measured, at most `maxSize`, and for twice that size. `prepare`
 * makes the input of a size; its time does not count.
 */
export async function measureGrowth<T>(
  prepare: (size: number) => T | Promise<T>,
  work: (input: T) => unknown,
  { size, maxSize }: { readonly size: number; readonly maxSize: number },
): Promise<Growth> {
  let half = size;
  let input = await prepare(half);
  while ((await leastOf(input, work)) < leastMs && half * 4 <= maxSize) {
    half *= 2;
    input = await prepare(half);
  }
  const twice = await prepare(half * 2);
  let best: Growth = { ratio: Number.POSITIVE_INFINITY, ms: 0 };
  for (let attempt = 0; attempt < attempts && best.ratio > suspicious; attempt++) {
    const ms = await leastOf(input, work);
    const twiceMs = await leastOf(twice, work);
    const ratio = twiceMs / Math.max(ms, leastMs / 2);
    if (ratio < best.ratio) best = { ratio, ms: twiceMs };
  }
  return best;
}

async function leastOf<T>(input: T, work: (input: T) => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work(input);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    // Superlinear work is told from one run; it need not be repeated for minutes.
    if (least > 2000) break;
  }
  return least;
}
