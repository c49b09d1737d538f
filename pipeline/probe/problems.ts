/** Problems that the last readings found in the sources, at the cells that state the facts. */

import {
  type MeasuredColumn,
  type MeasureFacts,
  measuredCells,
  measuredColumns,
} from '../../model/measures.ts';
import type { ProbeResultName, ProbeTarget } from '../../model/probes.ts';
import { textOf } from '../../model/rows.ts';
import type { AddProblem } from '../problem.ts';
import type { Content, Resolved, Row, StatedNumbers } from '../sources.ts';
import { targetKey } from './reading.ts';
import { placeOf, type Target } from './targets.ts';

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

/** Whether editors wrote a figure that probes can measure. */
export function statesMeasure({ values }: Content): boolean {
  return measuredColumns.some((column) => textOf(values[column]) !== '');
}

/** Whether a stated number is far from a measured one. */
const differs: Readonly<Record<MeasuredColumn, (stated: number, measured: number) => boolean>> = {
  verifiedUptime: (stated, measured) => Math.abs(stated - measured) > 1,
  verifiedBlocksBehindAvg: (stated, measured) => Math.abs(stated - measured) > 5,
  verifiedLatency: (stated, measured) => stated > 2 * measured || measured > 2 * stated,
};

/** Cells of editors that contradict the readings, each at the line that states it. */
export function reportMeasures(
  { networks, numbers }: Pick<Resolved, 'networks' | 'numbers'>,
  measures: ReadonlyMap<Content, { readonly measure: MeasureFacts }>,
  add: AddProblem,
): void {
  const told = new Set<string>();
  for (const row of networks.flatMap(({ rows }) => rows)) {
    const measure = measures.get(row.content)?.measure;
    if (measure?.isEnough !== true) continue;
    const { readings, firstDay, lastDay } = measure;
    for (const { column, text, measured } of findDiffering(row, measure, numbers)) {
      const { file, line } = placeOf(row, column);
      if (told.size === told.add(`${file}:${line} ${column}`).size) continue;
      const message = `"${text}" is far from ${measured}, measured in ${readings} readings from ${firstDay} to ${lastDay}`;
      const suggestion = 'clear the cell, so that builds fill it, or say where its figure is from';
      add({ rule: 'measurement-differs', file, line, column, value: text, message, suggestion });
    }
  }
}

function findDiffering({ content }: Row, measure: MeasureFacts, numbers: StatedNumbers) {
  const cells = measuredCells(measure);
  return measuredColumns.flatMap((column) => {
    const text = textOf(content.values[column]);
    const stated = numbers.get(column)?.get(text)?.stated ?? null;
    const cell = cells[column];
    if (cell === null || stated === null || !('min' in stated) || stated.min === null) return [];
    return differs[column](stated.min, cell.value) ? [{ column, text, measured: cell.text }] : [];
  });
}
