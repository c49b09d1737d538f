/** What an average call of a workload costs in a unit. */
import { unitsOfOneCall } from '../../common/amounts/lexicon.ts';
import type { UnitCost } from '../../model/unit-costs.ts';
import type { Workload } from './workloads.ts';

export interface Counted {
  readonly provider: string;
  readonly technology: string | null;
  readonly unit: string;
}

/** Units of an average call, and where that is documented. */
export interface CallCost {
  readonly perCall: number;
  /** Address; null if each request is one unit, which needs no document. */
  readonly source: string | null;
}

/** What units.csv has no cost for: the unit, and the calls if it has those of others. */
export interface NoCost {
  readonly missing: string;
}

export function callCost(
  { provider, technology, unit }: Counted,
  { mix, isArchive }: Pick<Workload, 'mix' | 'isArchive'>,
  units: readonly UnitCost[],
): CallCost | NoCost {
  const unitsOfProvider = units.filter(
    (line) =>
      line.provider.toLowerCase() === provider.toLowerCase() &&
      line.unit === unit &&
      [null, '*', technology].includes(line.technology),
  );
  const lineOf = (call: string) => {
    const names = namesOf(call, isArchive);
    return names.flatMap((name) => unitsOfProvider.find((line) => line.call === name) ?? [])[0];
  };
  let sum = 0;
  let source: string | null = null;
  const missing: string[] = [];
  for (const [call, share] of Object.entries(mix)) {
    const line = lineOf(call);
    const cost = line?.cost ?? (unitsOfOneCall.has(unit) ? 1 : undefined);
    if (cost === undefined) missing.push(call);
    sum += share * (cost ?? 0);
    source ??= line?.source ?? null;
  }
  if (missing.length > 0)
    return { missing: unitsOfProvider.length === 0 ? unit : `${unit} of ${missing.join(', ')}` };
  return { perCall: Number(sum.toPrecision(12)), source };
}

/** Names of the lines that a call may have, the closest one first: its own, of its namespace, any. */
function namesOf(call: string, isArchive: boolean): readonly string[] {
  const namespace = /^[A-Za-z0-9]+_/.exec(call)?.[0];
  return [
    ...(isArchive ? [`${call} archive`] : []),
    call,
    ...(namespace === undefined ? [] : [`${namespace}*`]),
    ...(isArchive ? ['archive'] : []),
    '*',
  ];
}
