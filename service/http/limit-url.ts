/** Addresses have an end: 20 filters fit in 8,000 characters, and no proxy has to buffer more. */
import { HttpError } from './errors.ts';
import type { Handler } from './state.ts';

const maxUrlLength = 8000;

export function limitUrl(): Handler {
  return async (ctx, next) => {
    if (ctx.originalUrl.length <= maxUrlLength) return next();
    throw new HttpError(414, 'uri-too-long', `the address is longer than ${maxUrlLength} characters`);
  };
}
