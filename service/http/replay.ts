/** In front of Koa: a request that was answered before, word for word, gets the same response again. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SnapshotHolder } from '../snapshot/holder.ts';
import type { AnswerCache } from './answer-cache.ts';
import { isFresh } from './answers.ts';
import type { Observe } from './observe.ts';
import { askedBy, type Replay } from './replays.ts';
import { nextRequestId } from './request-id.ts';

export interface ReplayDeps {
  readonly holder: SnapshotHolder;
  readonly cache: AnswerCache;
  readonly observe: Observe;
}

/** Anything it does not know it leaves to `otherwise`. No lease is needed: the bodies are in memory. */
export function replaying({ holder, cache, observe }: ReplayDeps, otherwise: RequestListener): RequestListener {
  return (request, response) => {
    const replay =
      request.method === 'GET' ? cache.of(holder.current).replays.get(askedBy(request, request.url ?? '')) : undefined;
    if (replay === undefined) return otherwise(request, response);
    const startedMs = performance.now();
    cache.hits++;
    const requestId = nextRequestId();
    const status = send(request, response, { replay, requestId });
    const { described, route } = replay;
    observe({ requestId, described, route, status, tookMs: performance.now() - startedMs });
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { replay, requestId }: { replay: Replay; requestId: string },
): number {
  if (isFresh(request.headers, replay)) {
    response.writeHead(304, ['x-request-id', requestId, ...replay.unchanged]).end();
    return 304;
  }
  response.writeHead(200, ['x-request-id', requestId, ...replay.headers]).end(replay.body);
  return 200;
}
