/** Errors of probes. */
import type { ProbeResultName } from '../../../model/probes.ts';

/** A probe that got no usable answer: the result that says so, and why. */
export class ProbeFailure extends Error {
  override name = 'ProbeFailure';
  readonly result: ProbeResultName;

  constructor(result: ProbeResultName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.result = result;
  }
}

/**
 * A total limit of the run is reached, or the run was stopped. Nothing is recorded for the target
 * that was in work.
 */
export class RunEnded extends Error {
  override name = 'RunEnded';
}

/** The failure of a probe. Throws other errors. */
export function failureOf(error: unknown): ProbeFailure {
  if (error instanceof ProbeFailure) return error;
  throw error;
}

/** Codes of Node for certificates that are wrong, too old, or of another name. */
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/;

/**
 * The failure that an error of a connection stands for. Its text is a code, because messages may
 * quote what was received.
 */
export function toFailure(error: unknown): Error {
  if (error instanceof ProbeFailure || error instanceof RunEnded) return error;
  const code = codeOf(error);
  if (certificateCode.test(code)) return new ProbeFailure('bad-tls', code, { cause: error });
  const isAnswer = /^(?:HPE_|ERR_(?:SSL|TLS|HTTP))/.test(code);
  return new ProbeFailure(isAnswer ? 'error' : 'unreachable', code, { cause: error });
}

function codeOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const code = first instanceof Error && 'code' in first ? String(first.code) : 'failed';
  return /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'failed';
}
