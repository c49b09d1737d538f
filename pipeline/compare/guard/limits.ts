/** Limits of what one edit may remove, change or add without being confirmed. */
import { PipelineError } from '../../errors.ts';

/** A change is stopped if it reaches both: the number and the share of what was there. */
interface GuardLimit {
  readonly count: number;
  /** 0 to 1. */
  readonly share: number;
}

const guardLimits = {
  /** Lines of one table that are removed. */
  lines: { count: 5, share: 0.3 },
  /**
   * Cells of one column of a table that are changed or cleared; half as many if their values only
   * moved, or are one.
   */
  cells: { count: 20, share: 0.5 },
  /** Lines that are new in a table of listings of all networks. */
  added: { count: 20, share: 0.5 },
} as const satisfies Readonly<Record<string, GuardLimit>>;

type GuardKind = keyof typeof guardLimits;

export type GuardLimits = Readonly<Record<GuardKind, GuardLimit>>;

/**
 * Reads the setting GUARD: `cells=50/80%,networks=2`. Kinds that it does not name keep their
 * limits.
 */
export function parseGuardLimits(text: string): GuardLimits {
  const limits: Record<GuardKind, GuardLimit> = { ...guardLimits };
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, kind = '', count, share] =
      /^\s*([a-z]+)=(\d{1,9})(?:\/(\d{1,3})%)?\s*$/.exec(part) ?? [];
    if (!isKind(kind)) {
      const kinds = Object.keys(guardLimits).join(', ');
      throw new PipelineError(
        'usage',
        `GUARD="${part.trim()}" is not a limit such as cells=20/50%; kinds are ${kinds}`,
      );
    }
    limits[kind] = {
      count: Number(count),
      share: share === undefined ? limits[kind].share : Number(share) / 100,
    };
  }
  return limits;
}

function isKind(name: string): name is GuardKind {
  return Object.hasOwn(guardLimits, name);
}

/** Whether a count out of a total reaches the limit. */
export function reaches({ count, share }: GuardLimit, found: number, of: number): boolean {
  return found > 0 && found >= count && found >= of * share;
}
