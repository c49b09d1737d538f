/** What a request can fail with. Routes throw it; error-handler.ts alone turns it into a body. */

export interface ErrorDetail {
  /** The query parameter at fault. */
  readonly parameter?: string;
  /** What would be accepted in its place. */
  readonly allowed?: readonly string[];
  /** The nearest of them. */
  readonly suggestion?: string;
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

  /** The one shape of every failure. */
  toJSON(): { error: { code: string; message: string } & ErrorDetail } {
    return { error: { code: this.code, message: this.message, ...this.detail } };
  }
}

export function badParameter(parameter: string, message: string, detail: ErrorDetail = {}): HttpError {
  return new HttpError(400, 'bad-parameter', message, { detail: { parameter, ...detail } });
}
