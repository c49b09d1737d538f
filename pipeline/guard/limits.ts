/** Limits of what one edit may remove, change or add without being confirmed. */

/** A change is stopped if it reaches both: the number and the share of what was there. */
interface GuardLimit {
  readonly count: number;
  /** 0 to 1. */
  readonly share: number;
}

export const guardLimits = {
  /** Lines of one table that are removed. */
  lines: { count: 5, share: 0.3 },
  /** Cells of one column of a table that are changed or cleared; half as many if their values only moved, or are one. */
  cells: { count: 20, share: 0.5 },
  /** Lines that are new in a table of listings of all networks. */
  added: { count: 20, share: 0.5 },
} as const satisfies Readonly<Record<string, GuardLimit>>;

/** Whether a count out of a total reaches the limit. */
export function reaches({ count, share }: GuardLimit, found: number, of: number): boolean {
  return found > 0 && found >= count && found >= of * share;
}
