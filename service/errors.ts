/** Errors that a request can fail with. Routes and queries throw them; http/middleware.ts turns them into responses. */

export interface ErrorDetail {
  /** Name of the bad query parameter. */
  readonly parameter?: string;
  /** Allowed values. */
  readonly allowed?: readonly string[];
  /** The allowed value that is most similar. */
  readonly suggestion?: string;
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
    more: { detail?: ErrorDetail; headers?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.status = status;
    this.code = code;
    this.detail = more.detail ?? {};
    this.headers = more.headers ?? {};
  }

  /** Body of every JSON error. */
  toJSON(): { error: { code: string; message: string } & ErrorDetail } {
    return { error: { code: this.code, message: this.message, ...this.detail } };
  }
}

export function badParameter(parameter: string, message: string, detail: ErrorDetail = {}): HttpError {
  return new HttpError(400, 'bad-parameter', message, { detail: { parameter, ...detail } });
}
