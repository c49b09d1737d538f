/**
 * The lane that runs the tests: `make test-all` runs them unbounded; any other lane, and a test run
 * by hand, is bounded.
 */
import { it, type TestContext } from 'node:test';

export const unbounded = process.env.TEST_LANE === 'all';

/** A test that takes seconds, of a case beside those of `make test`. */
export const nightly = (unbounded ? it : () => undefined) as (
  name: string,
  run: (t: TestContext) => unknown,
) => void;

/** The number of random cases of a property. */
export function runs(inAll: number, bounded: number): number {
  return unbounded ? inAll : bounded;
}

/** All cases in `make test-all`, otherwise every nth, from the first on. */
export function everyNth<T>(n: number, cases: readonly T[]): readonly T[] {
  return cases.filter((_, at) => unbounded || at % n === 0);
}
