/** Growth of work with input: CPU time of this process, so that other processes of the machine do not count. */

export interface Growth {
  /**
   * Factor by which the time grows when the input doubles. It is the root of the factor for four times the input, which
   * noise changes less. The times are the shortest of several runs, because noise only adds to them.
   */
  readonly ratio: number;
  /** Time of the larger input. */
  readonly ms: number;
}

/** Runs of each size, in turns, so that a busy moment of the machine hits both. */
const maxRuns = 10;
/** Noise passes, superlinear work does not: runs are repeated while the ratio is above this one. */
const suspicious = 2.2;
/** Time that the input is enlarged to, because shorter measurements are noise. */
const longMs = 12;
/** Below it a measurement says nothing. */
const leastMs = 5;
/** Superlinear work is told from one run of this length; it need not be repeated for minutes. */
const endlessMs = 2000;

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
  // Four runs of the small input have as much to do, and leave as much garbage, as one run of the large one.
  const fourTimes = async (each: T) => {
    for (let run = 0; run < 4; run++) await work(each);
  };
  const smallMs = async () => (await cpuMsOf(input, fourTimes)) / 4;
  let [ms, largeMs] = [await smallMs(), await cpuMsOf(large, work)];
  const ratio = () => Math.sqrt(largeMs / Math.max(ms, leastMs));
  for (let run = 1; run < maxRuns && ratio() > suspicious && largeMs < endlessMs; run++) {
    ms = Math.min(ms, await smallMs());
    largeMs = Math.min(largeMs, await cpuMsOf(large, work));
  }
  return { ratio: ratio(), ms: largeMs };
}

async function cpuMsOf<T>(input: T, work: (input: T) => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
