/**
 * Peer: what answers of an ordinary service cost whatever they are. Koa, @koa/router, a line of pino
 * and the figures of prom-client for each request, sending one finished answer to everything.
 * Arguments: files of its body and of its headers.
 */
import { readFileSync } from 'node:fs';
import Router from '@koa/router';
import Koa from 'koa';
import pino from 'pino';
import { Counter, Histogram } from 'prom-client';

const body = readFileSync(process.argv[2] ?? '');
/** Those of the answer, those of its 304. */
const [whole, unchanged]: [string[], string[]] = JSON.parse(
  readFileSync(process.argv[3] ?? '', 'utf8'),
);
const log = pino();
const requests = new Counter({
  name: 'requests',
  help: 'Requests',
  labelNames: ['route', 'status'],
});
const seconds = new Histogram({ name: 'seconds', help: 'Seconds', labelNames: ['route'] });
const router = new Router();
router.get('/healthz', (ctx) => {
  ctx.body = 'ok';
});
const names = whole.filter((_, at) => at % 2 === 0);
const headersOf = (flat: readonly string[]) =>
  Object.fromEntries(
    flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : [])),
  );
const [ofWhole, ofUnchanged] = [headersOf(whole), headersOf(unchanged)];
const etag = whole[2 * names.indexOf('etag') + 1];
router.get('/{*path}', (ctx) => {
  const isKnown = ctx.get('if-none-match') === etag;
  ctx.set(isKnown ? ofUnchanged : ofWhole);
  if (isKnown) ctx.status = 304;
  else ctx.body = body;
});
const app = new Koa();
app.use(async (ctx, next) => {
  const startedMs = performance.now();
  await next();
  const tookMs = performance.now() - startedMs;
  const { method, url, status } = ctx;
  const route = String(ctx._matchedRoute);
  requests.inc({ route, status });
  seconds.observe({ route }, tookMs / 1000);
  log.info({ method, url, route, status, tookMs }, 'request');
});
app.use(router.routes()).use(router.allowedMethods());
app.listen(Number(process.env.PORT), '127.0.0.1');
