/** Limits of what one edit may remove or change without being confirmed. */
import { PipelineError } from '../errors.ts';

/** A change is stopped if it reaches both: the number and the share of what was there. */
interface GuardLimit {
  readonly count: number;
  /** 0 to 1. */
  readonly share: number;
}

/** Three of the 766 states of the Chain.Love database reach one of them (docs/checks.md#mass-change). */
export const guardLimits = {
  /** Networks that lose all their listings. */
  networks: { count: 1, share: 0 },
  /** Lines of one table of listings that are removed. */
  listings: { count: 5, share: 0.3 },
  /** Lines of one table of offers. */
  offers: { count: 5, share: 0.3 },
  /** Lines of providers.csv. */
  providers: { count: 10, share: 0.02 },
  /** Rows of all networks. */
  rows: { count: 100, share: 0.05 },
  /** Cells of one column of a table that are changed or cleared. */
  cells: { count: 20, share: 0.5 },
  /** The same, if the values are still there, on other lines: a column that was sorted alone. */
  moved: { count: 5, share: 0.3 },
} as const satisfies Readonly<Record<string, GuardLimit>>;

type GuardKind = keyof typeof guardLimits;

export type GuardLimits = Readonly<Record<GuardKind, GuardLimit>>;

/** Reads the setting GUARD: `cells=50/80%,networks=2`. Kinds that it does not name keep their limits. */
export function parseGuardLimits(text: string): GuardLimits {
  const limits: Record<GuardKind, GuardLimit> = { ...guardLimits };
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, kind = '', count, share] = /^\s*([a-z]+)=(\d{1,9})(?:\/(\d{1,3})%)?\s*$/.exec(part) ?? [];
    if (!isKind(kind)) {
      const kinds = Object.keys(guardLimits).join(', ');
      throw new PipelineError(
        'usage',
        `GUARD="${part.trim()}" is not a limit such as cells=20/50%; kinds are ${kinds}`,
      );
    }
    limits[kind] = { count: Number(count), share: share === undefined ? limits[kind].share : Number(share) / 100 };
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
