/** Problems that the last readings found in the sources, at the cells that state the facts. */
import type { ProbeResultName, ProbeTarget } from '../../model/probes.ts';
import type { AddProblem } from '../problem.ts';
import { targetKey } from './reading.ts';
import type { Target } from './targets.ts';

export interface LastReading {
  /** Values of the columns of a target. */
  readonly target: readonly (string | null)[];
  /** ISO 8601 date. */
  readonly day: string;
  readonly result: ProbeResultName;
  readonly detail: string | null;
  readonly chainId: string | null;
}

/** An unreachable host is no evidence of anything, and is not reported. */
export function reportReadings(
  targets: readonly Target[],
  readings: readonly LastReading[],
  add: AddProblem,
): void {
  const last = new Map(readings.map((reading) => [JSON.stringify(reading.target), reading]));
  for (const { places, ...target } of targets) {
    const reading = last.get(targetKey(target));
    const [place] = places;
    if (reading === undefined || place === undefined) continue;
    const fault = faultOf(target, reading);
    if (fault === null) continue;
    const several = places.length > 1 ? { places } : {};
    add({ ...fault, ...place, value: target.address, ...several });
  }
}

function faultOf(
  { kind, address, expected }: ProbeTarget,
  { result, day, detail, chainId }: LastReading,
) {
  if (kind === 'link' && result === 'dead')
    return {
      rule: 'dead-link',
      message: `${address} answered with ${detail} on ${day}`,
      suggestion: 'write the address that the page has now, or remove the link',
    } as const;
  if (kind === 'endpoint' && result === 'wrong-chain')
    return {
      rule: 'wrong-chain',
      message: `${address} answered as ${chainId} on ${day}, and the network has ${expected}`,
      suggestion: 'write the endpoint of the network, or correct `caip2` in meta/networks.csv',
    } as const;
  if (kind === 'quotation' && result === 'changed')
    return {
      rule: 'quotation-gone',
      message: `${address} did not have the words "${expected}" on ${day}`,
      suggestion: 'read the page, and correct the fact and its quotation',
    } as const;
  return null;
}
