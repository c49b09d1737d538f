/** Failures of the file system: only a path that does not exist is absent. */
import { getSystemErrorMap } from 'node:util';

/** For `catch`: null for a path that does not exist. Throws every other failure on. */
export function nullIfAbsent(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** Why something cannot be read: `permission denied (EACCES)`, or the message of the error. */
export function describeFault(error: unknown): string {
  const { errno, code, message } = error as NodeJS.ErrnoException;
  const [, reason = null] = getSystemErrorMap().get(errno ?? 0) ?? [];
  return reason === null ? message : `${reason} (${code})`;
}
