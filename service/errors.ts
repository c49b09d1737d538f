/**
 * Errors that a request can fail with, and the limits of what it may repeat.
 * `http/error-handler.ts` turns errors into responses.
 */
import { STATUS_CODES } from 'node:http';
import { nearestName as findNearest } from '../common/nearest-name.ts';

export interface ErrorDetail {
  /** Name of the bad query parameter. */
  readonly parameter?: string;
  /** Allowed values. */
  readonly allowed?: readonly string[];
  /** The allowed value that is most similar. */
  readonly suggestion?: string;
  /** A parameter with a value that works: `category=apis`. */
  readonly example?: string;
  /** Id of the current snapshot, if the request names one that cannot be served. */
  readonly current?: string;
}

export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  /** Stable, for programs: `unknown-parameter`. */
  readonly code: string;
  readonly detail: ErrorDetail;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      detail?: ErrorDetail;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.status = status;
    this.code = code;
    this.detail = more.detail ?? {};
    this.headers = more.headers ?? {};
  }

  /** Body of an error for clients that ask for RFC 9457. */
  toProblem(): object {
    return {
      type: 'about:blank',
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      detail: this.message,
      code: this.code,
      ...this.detail,
    };
  }

  /** Body of every JSON error. */
  toJSON(): { error: { code: string; message: string } & ErrorDetail } {
    return { error: { code: this.code, message: this.message, ...this.detail } };
  }
}

export function badParameter(
  parameter: string,
  message: string,
  detail: ErrorDetail = {},
): HttpError {
  return new HttpError(400, 'bad-parameter', message, { detail: { parameter, ...detail } });
}

/** Values of a parameter that is repeated, and items of a list in JSON. */
export const maxValues = 50;
/**
 * Unknown names of a request for which the nearest known name is looked up: each is compared with
 * thousands.
 */
export const maxSuggestions = 3;

/**
 * Throws 400 for a list that is too long at any depth. `path`: where the value is, such as
 * `filters[0].value`.
 */
export function assertShortLists(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > maxValues) {
    const parameter = path.split(/[.[]/, 1)[0] ?? path;
    throw badParameter(parameter, `${path} has ${value.length} items; ${maxValues} are allowed`);
  }
  for (const [key, item] of Object.entries(value)) {
    assertShortLists(
      item,
      Array.isArray(value) ? `${path}[${key}]` : `${path === '' ? '' : `${path}.`}${key}`,
    );
  }
}

/** `known`: slugs of offers that could be meant. */
export function unknownOffer(slug: string, known: Iterable<string>): HttpError {
  return new HttpError(404, 'unknown-offer', `no offer "${slug.slice(0, 100)}" there`, {
    detail: { parameter: 'offer', ...nearestName(slug, [...known]) },
  });
}

/** Half of the letters, rounded up, may differ: `catgory` finds `category`, `atg` finds `tag`. */
export function nearestName(name: string, allowed: readonly string[]): { suggestion?: string } {
  // The added half keeps rounding errors of the share from losing a letter.
  const share = (Math.ceil(name.length / 2) + 0.5) / name.length;
  const suggestion = findNearest(name, allowed, share);
  return suggestion === null ? {} : { suggestion };
}
