/** Flags of the commands, and what several commands share. */

/** Time to wait for another command that uses the same build folder. */
export const lockWaitMs = 60_000;

/** Each command declares its flags in main.ts; flags of other commands have their defaults. */
export interface Flags {
  readonly sources: string;
  readonly build: string;
  /** Publishes even if nothing changed. */
  readonly force: boolean;
  readonly to: string | null;
  /** Base of `diff`; null for the current snapshot. */
  readonly base: string | null;
  /** As written: each command knows its formats. */
  readonly format: string;
  /** Treats warnings as errors. */
  readonly strict: boolean;
  /** Prints long lists in full. */
  readonly all: boolean;
  readonly dryRun: boolean;
  /** Rows above which the sources are refused. */
  readonly maxRows: number;
}

export type RunCommand = (flags: Flags) => Promise<number>;

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
