/** What an average call of a workload costs in a unit. */
import type { UnitCost } from '../../model/unit-costs.ts';
import type { Workload } from './workloads.ts';

export interface Counted {
  readonly provider: string;
  readonly technology: string | null;
  readonly unit: string;
}

/**
 * Units of which a call is one unless the provider counts otherwise. A response answers a request.
 */
const ofOneCall: ReadonlySet<string> = new Set(['requests', 'responses']);

/** Null if units.csv has no cost for one of the calls. */
export function callCost(
  { provider, technology, unit }: Counted,
  { mix, isArchive }: Pick<Workload, 'mix' | 'isArchive'>,
  units: readonly UnitCost[],
): number | null {
  const own = units.filter(
    (line) =>
      line.provider.toLowerCase() === provider.toLowerCase() &&
      line.unit === unit &&
      [null, '*', technology].includes(line.technology),
  );
  const costOf = (call: string) => own.find((line) => line.call === call)?.cost;
  let sum = 0;
  for (const [call, share] of Object.entries(mix)) {
    const cost =
      costOf(call) ??
      (isArchive ? costOf('archive') : undefined) ??
      costOf('*') ??
      (ofOneCall.has(unit) ? 1 : undefined);
    if (cost === undefined) return null;
    sum += share * cost;
  }
  return Number(sum.toPrecision(12));
}
