/** Waiting for several promises. */

/**
 * Waits until all promises have settled, then rejects if any was rejected. DuckDB needs it: the
 * process crashes if an instance is closed while a statement runs.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/**
 * Works on `count` items at once. After an error no further item is begun; it is thrown when those
 * in work have ended.
 */
export async function inParallel<T>(
  count: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await settleAll(Array.from({ length: count }, worker));
}
