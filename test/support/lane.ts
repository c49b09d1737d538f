/** The lane that runs the tests: `make test-all` runs them unbounded; any other lane, and a test run by hand, is bounded. */
export const unbounded = process.env.TEST_LANE === 'all';

/** The number of random cases of a property. */
export function runs(inAll: number, bounded: number): number {
  return unbounded ? inAll : bounded;
}

/** All cases in `make test-all`, otherwise every nth, from the first on. */
export function everyNth<T>(n: number, cases: readonly T[]): readonly T[] {
  return cases.filter((_, at) => unbounded || at % n === 0);
}
