/** Growth of work with input: CPU time of this process, so that other processes of the machine do not count. */

export interface Growth {
  /**
   * Factor by which the time grows when the input doubles. It is the root of the factor for four times the input, which
   * noise changes less; the times are medians of several runs.
   */
  readonly ratio: number;
  /** Time of the larger input. */
  readonly ms: number;
}

/** Runs of each size, in turns, so that a busy moment of the machine hits both. */
const runs = 5;
/** Time that the input is enlarged to, because shorter measurements are noise. */
const longMs = 25;
/** Below it a measurement says nothing. */
const leastMs = 5;
/** Superlinear work is told from one run of this length; it need not be repeated for minutes. */
const endlessMs = 2000;
/** Noise passes, superlinear work does not: a measurement above this ratio is repeated. */
const suspicious = 2.3;
const attempts = 5;

/**
 * Measures `work` for a size that takes long enough to be measured, and for four times that size, at most `maxSize`.
 * `prepare` makes the input of a size; its time does not count.
 */
export async function measureGrowth<T>(
  prepare: (size: number) => T | Promise<T>,
  work: (input: T) => unknown,
  { size, maxSize }: { readonly size: number; readonly maxSize: number },
): Promise<Growth> {
  let small = size;
  let input = await prepare(small);
  // The first run compiles.
  await cpuMsOf(input, work);
  while ((await cpuMsOf(input, work)) < longMs && small * 8 <= maxSize) {
    small *= 2;
    input = await prepare(small);
  }
  const large = await prepare(small * 4);
  let best: Growth = { ratio: Number.POSITIVE_INFINITY, ms: 0 };
  for (let attempt = 0; attempt < attempts && best.ratio > suspicious; attempt++) {
    const [ms, largeMs] = await mediansOf(input, large, work);
    const ratio = Math.sqrt(largeMs / Math.max(ms, leastMs));
    if (ratio < best.ratio) best = { ratio, ms: largeMs };
  }
  return best;
}

async function mediansOf<T>(input: T, large: T, work: (input: T) => unknown): Promise<[ms: number, largeMs: number]> {
  const [ms, largeMs]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs && (largeMs.at(-1) ?? 0) < endlessMs; run++) {
    ms.push(await cpuMsOf(input, work));
    largeMs.push(await cpuMsOf(large, work));
  }
  return [median(ms), median(largeMs)];
}

async function cpuMsOf<T>(input: T, work: (input: T) => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
