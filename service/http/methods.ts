/** The directory is read-only: GET and HEAD, and OPTIONS to ask about them. */
import { HttpError } from './errors.ts';
import type { Handler } from './state.ts';

const allowed = 'GET, HEAD, OPTIONS';

export function readOnly(): Handler {
  return async (ctx, next) => {
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', allowed);
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      const message = `${ctx.method} is not possible here: the directory is read-only`;
      throw new HttpError(405, 'method-not-allowed', message, { headers: { Allow: allowed } });
    }
    await next();
  };
}
