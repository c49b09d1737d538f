/**
 * Headers of what is to be removed: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to
 * what takes its place.
 */
import type { Context } from './context.ts';

export interface Deprecated {
  /** Days: `2027-01-31`. */
  readonly since: string;
  readonly sunset: string;
  /** Path below the site of what takes its place; undefined if nothing does. */
  readonly successor?: string;
}

/** Months that docs/stability.md promises between the notice and the removal. */
const minMonths = 6;

/** Throws for a removal before the promised time, so that the service does not start with one. */
export function assertNotice({ since, sunset }: Deprecated): void {
  const earliest = new Date(`${since}T00:00:00Z`);
  earliest.setUTCMonth(earliest.getUTCMonth() + minMonths);
  if (Date.parse(`${sunset}T00:00:00Z`) < earliest.getTime())
    throw new RangeError(`${sunset} is less than ${minMonths} months after ${since}`);
}

/** `addressOf`: absolute address of a path of the site. */
export function setDeprecation(
  ctx: Pick<Context, 'set' | 'append'>,
  { since, sunset, successor }: Deprecated,
  addressOf: (path: string) => string,
): void {
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  ctx.set('Deprecation', `@${at(since).getTime() / 1000}`);
  ctx.set('Sunset', at(sunset).toUTCString());
  if (successor !== undefined)
    ctx.append('Link', `<${addressOf(successor)}>; rel="successor-version"`);
}
