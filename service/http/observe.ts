/** What is noted of each request: a line in the log and a count in the metrics. */
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';

export interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  /** As the table of routes writes it; `other` where no route was found. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
}

export type Observe = (facts: RequestFacts) => void;

export function createObserve(log: Logger, metrics: Metrics): Observe {
  return ({ requestId, method, url, route, status, tookMs }) => {
    metrics.request(route, status, tookMs);
    log.info({ requestId, method, url, route, status, tookMs: Math.round(tookMs * 1000) / 1000 }, 'request');
  };
}
