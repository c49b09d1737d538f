/** Variables of the environment that look like settings and are none: misspelled, or removed. */
import { typingErrors } from '../common/nearest-name.ts';
import { configVariables } from './config.ts';

/** Settings of earlier versions. */
const removed: ReadonlySet<string> = new Set(['DUCKDB_THREADS', 'MAX_ROWS']);

/** A sentence for each. Values may be secrets and are not repeated. */
export function describeUnknownSettings(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (configVariables.includes(name)) return [];
    if (removed.has(name)) return [`${name} is no setting any more and has no effect: remove it`];
    const meant = configVariables.find((known) => resembles(name, known));
    return meant === undefined ? [] : [`${name} is no setting and has no effect: ${meant} is one`];
  });
}

/** Another case or separator, or one typing error. */
function resembles(name: string, known: string): boolean {
  return bare(name) === bare(known) || typingErrors(name, known, 1) === 1;
}

function bare(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
