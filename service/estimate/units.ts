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

/** Units of an average call, and where that is documented. */
export interface CallCost {
  readonly perCall: number;
  /** Address; null if each request is one unit, which needs no document. */
  readonly source: string | null;
}

/** Null if units.csv has no cost for one of the calls. */
export function callCost(
  { provider, technology, unit }: Counted,
  { mix, isArchive }: Pick<Workload, 'mix' | 'isArchive'>,
  units: readonly UnitCost[],
): CallCost | null {
  const own = units.filter(
    (line) =>
      line.provider.toLowerCase() === provider.toLowerCase() &&
      line.unit === unit &&
      [null, '*', technology].includes(line.technology),
  );
  const lineOf = (call: string) => own.find((line) => line.call === call);
  let sum = 0;
  let source: string | null = null;
  for (const [call, share] of Object.entries(mix)) {
    const line = lineOf(call) ?? (isArchive ? lineOf('archive') : undefined) ?? lineOf('*');
    const cost = line?.cost ?? (ofOneCall.has(unit) ? 1 : undefined);
    if (cost === undefined) return null;
    sum += share * cost;
    source ??= line?.source ?? null;
  }
  return { perCall: Number(sum.toPrecision(12)), source };
}
