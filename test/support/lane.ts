/** The lane that runs the tests. `make test-all` sets `all`; tests are bounded in any other, and when run by hand. */
export const unbounded = process.env.TEST_LANE === 'all';

/** The number of random cases of a property. */
export function runs(inAll: number): number {
  return unbounded ? inAll : Math.min(inAll, 30);
}
