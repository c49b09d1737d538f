/** What is noted of each request: a line in the log and a count in the metrics. */
import type { Log, RequestFacts } from '../log.ts';
import type { Metrics } from '../metrics.ts';

export type Observe = (facts: RequestFacts) => void;

export function createObserve(log: Log, metrics: Metrics): Observe {
  return (facts) => {
    metrics.request(facts.route, facts.status, facts.tookMs);
    log.request(facts);
  };
}
