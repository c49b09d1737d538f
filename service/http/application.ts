/** Koa application whose contexts begin with the state of a parsed request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Handler, RequestState } from './context.ts';

export class Application extends Koa<RequestState> {
  readonly #states = new WeakMap<IncomingMessage, RequestState>();
  readonly #callback: ReturnType<Koa['callback']>;

  constructor(middleware: readonly Handler[], log: Logger) {
    super();
    // Errors that the error handler cannot see: closed sockets and bugs. Koa would print them to stderr.
    this.on('error', (error: unknown) => log.warn({ err: error }, 'response failed'));
    for (const handler of middleware) this.use(handler);
    this.#callback = this.callback();
  }

  handle(request: IncomingMessage, response: ServerResponse, state: RequestState): void {
    this.#states.set(request, state);
    void this.#callback(request, response);
  }

  override createContext<State>(request: IncomingMessage, response: ServerResponse) {
    const ctx = super.createContext<State>(request, response);
    const state = this.#states.get(request);
    return state === undefined ? ctx : Object.assign(ctx, { state, url: targetOf(state) });
  }
}

/** Path and query as the routes read them. Koa keeps the address of the request in `originalUrl`. */
function targetOf({ path, query }: RequestState): string {
  return query === '' ? path : `${path}?${query}`;
}
