/** Fails once all have ended: closing DuckDB while a statement is still at work crashes the process. */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(works);
  const failed = ended.find((work) => work.status === 'rejected');
  if (failed) throw failed.reason;
}
