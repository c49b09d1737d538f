/**
 * Waits until all promises have settled, then rejects if any was rejected. DuckDB needs it: the process crashes if an
 * instance is closed while a statement runs.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
