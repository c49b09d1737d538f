/** JSON as it is sent. As bytes: Koa would measure a text by encoding it once more. */
import type { Context } from '../http/state.ts';

export function sendJson(ctx: Context, json: string): void {
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = Buffer.from(json);
}
