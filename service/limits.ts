/** Bounds of what a request may repeat. The HTTP server and the MCP server check them before any route or tool. */
import { badParameter, type HttpError } from './errors.ts';

/** Values of a parameter that is repeated, and items of a list in JSON. */
export const maxValues = 50;
/** Unknown names of a request for which the nearest known name is looked up: each is compared with thousands. */
export const maxSuggestions = 3;

/** Error for a query parameter that is given too often; null if there is none. */
export function findRepeated(queryString: string): HttpError | null {
  // Each takes two characters, such as `a&`. Shorter queries need no parsing.
  if (queryString.length <= 2 * maxValues) return null;
  const counts = new Map<string, number>();
  for (const name of new URLSearchParams(queryString).keys()) {
    const count = (counts.get(name) ?? 0) + 1;
    if (count > maxValues) return badParameter(name, `the parameter "${name}" is given more than ${maxValues} times`);
    counts.set(name, count);
  }
  return null;
}

/** Throws 400 for a list that is too long at any depth. `path`: where the value is, such as `filters[0].value`. */
export function assertShortLists(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > maxValues) {
    const parameter = path.split(/[.[]/, 1)[0] ?? path;
    throw badParameter(parameter, `${path} has ${value.length} items; ${maxValues} are allowed`);
  }
  for (const [key, item] of Object.entries(value)) {
    assertShortLists(item, Array.isArray(value) ? `${path}[${key}]` : `${path === '' ? '' : `${path}.`}${key}`);
  }
}
