/** Errors of following an origin. */
import { PipelineError } from '../errors.ts';

/** `unreachable`: no usable answer, a later attempt may get one. `untrusted`: the origin contradicts itself or breaks the rules. */
export class FollowError extends PipelineError {
  override name = 'FollowError';
  declare readonly code: 'unreachable' | 'untrusted';

  constructor(code: FollowError['code'], message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}

export function untrusted(message: string): FollowError {
  return new FollowError('untrusted', message);
}

export function unreachable(message: string, cause?: unknown): FollowError {
  return new FollowError('unreachable', message, { cause });
}
