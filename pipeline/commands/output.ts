/** Standard output of a command. */

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** `make check | head` closes the pipe when it has read enough: what is left to print is not missed. */
export function ignoreClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
