/**
 * Medians of several runs, and the ratio of two things that were measured in turn, pair by pair.
 */

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
  return { median, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export interface Comparison {
  readonly ours: Spread;
  readonly peer: Spread;
  /** ours / peer, of each pair of runs. */
  readonly ratio: Spread;
}

/** Ours and the peer in turn, so that a machine that slows down slows both. */
export async function compare(
  runs: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Comparison> {
  const pairs: [number, number][] = [];
  for (let run = 0; run < runs; run++) pairs.push([await ours(), await peer()]);
  return {
    ours: spreadOf(pairs.map(([a]) => a)),
    peer: spreadOf(pairs.map(([, b]) => b)),
    ratio: spreadOf(pairs.map(([a, b]) => a / b)),
  };
}

/** Milliseconds at the middle of `times` calls, one after the other. */
export async function p50(
  times: number,
  work: (index: number) => Promise<unknown> | unknown,
): Promise<number> {
  return quantile(await timesOf(times, work), 0.5);
}

export async function timesOf(
  times: number,
  work: (index: number) => Promise<unknown> | unknown,
): Promise<number[]> {
  const took: number[] = [];
  for (let index = 0; index < times; index++) {
    const startedMs = performance.now();
    await work(index);
    took.push(performance.now() - startedMs);
  }
  return took;
}
