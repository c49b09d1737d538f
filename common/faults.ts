/** Failures of the file system: only a path that does not exist is absent. */
import { statSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';

/** For `catch`: null for a path that does not exist. Throws every other failure on. */
export function nullIfAbsent(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

/** Whether a file or folder may exist, but could not be read; false if there is none. */
export function isFault(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && codeOf(error) !== 'ENOENT';
}

/** Follows links. Throws if the path cannot be looked at, unlike `existsSync`. */
export function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** Why something cannot be read: `permission denied (EACCES)`, or the message of the error. */
export function describeFault(error: unknown): string {
  const {
    errno,
    code,
    message,
    reason: own,
  } = error as NodeJS.ErrnoException & { reason?: unknown };
  // A ReadError, whose message begins with the path.
  if (typeof own === 'string') return `it ${own}`;
  const [, reason = null] = getSystemErrorMap().get(errno ?? 0) ?? [];
  return reason === null ? (message.split('\n')[0] ?? '') : `${reason} (${code})`;
}
