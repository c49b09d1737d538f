/** Growth of work with input: CPU time of this process, so that other processes of the machine do not count. */

export interface Growth {
  /** Time for twice the input divided by the time for the input; the medians of several runs each. */
  readonly ratio: number;
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
  // The first run compiles.
  await cpuMsOf(input, work);
  while ((await cpuMsOf(input, work)) < longMs && half * 4 <= maxSize) {
    half *= 2;
    input = await prepare(half);
  }
  const twice = await prepare(half * 2);
  let best: Growth = { ratio: Number.POSITIVE_INFINITY, ms: 0 };
  for (let attempt = 0; attempt < attempts && best.ratio > suspicious; attempt++) {
    const [ms, twiceMs] = await mediansOf(input, twice, work);
    const ratio = twiceMs / Math.max(ms, leastMs);
    if (ratio < best.ratio) best = { ratio, ms: twiceMs };
  }
  return best;
}

async function mediansOf<T>(input: T, twice: T, work: (input: T) => unknown): Promise<[ms: number, twiceMs: number]> {
  const [ms, twiceMs]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs && (twiceMs.at(-1) ?? 0) < endlessMs; run++) {
    ms.push(await cpuMsOf(input, work));
    twiceMs.push(await cpuMsOf(twice, work));
  }
  return [median(ms), median(twiceMs)];
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
