/** Problems that the last readings found in the sources, at the cells that state the facts. */

import {
  cellsToFill,
  isBelowStated,
  isLimit,
  limitColumns,
  type MeasuredColumn,
  type MeasureFacts,
  measuredColumns,
  statedLimits,
} from '../../model/measures.ts';
import type { ProbeResultName, ProbeTarget } from '../../model/probes.ts';
import { textOf } from '../../model/rows.ts';
import type { AddProblem, NewProblem } from '../problem.ts';
import type { Content, Resolved, Row, StatedNumbers } from '../sources.ts';
import { targetKey } from './reading.ts';
import { placeOf, statedNumber, type Target } from './targets.ts';

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
      message: `${address} answered as ${chainId} on ${day}, and its chain is ${expected}`,
      suggestion:
        'write the endpoint of the chain, or correct its `caip2` in meta/chains.csv or meta/networks.csv',
    } as const;
  if (kind === 'quotation' && result === 'changed')
    return {
      rule: 'quotation-gone',
      message: `${address} did not have the words "${expected}" on ${day}`,
      suggestion: 'read the page, and correct the fact and its quotation',
    } as const;
  return null;
}

/** Whether editors wrote a figure or a limit that probes can measure. */
export function statesMeasure({ values }: Content): boolean {
  return [...measuredColumns, ...statedLimits].some((column) => textOf(values[column]) !== '');
}

/** Whether a stated number is far from a measured one. */
const differs: Readonly<Record<MeasuredColumn, (stated: number, measured: number) => boolean>> = {
  verifiedUptime: (stated, measured) => Math.abs(stated - measured) > 1,
  verifiedBlocksBehindAvg: (stated, measured) => Math.abs(stated - measured) > 5,
  verifiedLatency: isFarApart,
  verifiedLogRange: isFarApart,
  verifiedBatchSize: isFarApart,
  verifiedLogResults: isFarApart,
};

function isFarApart(stated: number, measured: number): boolean {
  return stated > 2 * measured || measured > 2 * stated;
}

/** Cells of editors that contradict the readings, each at the line that states it. */
export function reportMeasures(
  { networks, numbers }: Pick<Resolved, 'networks' | 'numbers'>,
  measures: ReadonlyMap<Content, { readonly measure: MeasureFacts }>,
  add: AddProblem,
): void {
  const told = new Set<string>();
  for (const row of networks.flatMap(({ rows }) => rows)) {
    const measure = measures.get(row.content)?.measure;
    if (measure === undefined) continue;
    const found = [...findDiffering(row, measure, numbers), ...findRefused(row, measure, numbers)];
    for (const { column, ...problem } of found) {
      const { file, line } = placeOf(row, column);
      if (told.size === told.add(`${file}:${line} ${column}`).size) continue;
      add({ rule: 'measurement-differs', file, line, column, ...problem });
    }
  }
}

type Difference = Pick<NewProblem, 'message' | 'suggestion'> &
  Readonly<Record<'column' | 'value', string>>;

/** Verified figures of editors that are far from the readings. */
function findDiffering(
  { content }: Row,
  measure: MeasureFacts,
  numbers: StatedNumbers,
): Difference[] {
  const cells = cellsToFill(measure);
  return measuredColumns.flatMap((column) => {
    const value = textOf(content.values[column]);
    const stated = numbers.get(column)?.get(value)?.stated ?? null;
    const cell = cells[column];
    if (cell === null || stated === null || !('min' in stated) || stated.min === null) return [];
    if (!differs[column](stated.min, cell.value)) return [];
    const message = `"${value}" is far from ${cell.text}, ${sampleOf(column, measure)}`;
    const suggestion = 'clear the cell, so that builds fill it, or say where its figure is from';
    return [{ column, value, message, suggestion }];
  });
}

function sampleOf(column: MeasuredColumn, measure: MeasureFacts): string {
  const { readings, firstDay, lastDay, limitsDay } = measure;
  return isLimit(column)
    ? `found on ${limitsDay}`
    : `measured in ${readings} readings from ${firstDay} to ${lastDay}`;
}

/** Stated limits that the endpoint refused when they were asked for. */
function findRefused(
  { content }: Row,
  measure: MeasureFacts,
  numbers: StatedNumbers,
): Difference[] {
  const cells = cellsToFill(measure);
  return statedLimits.flatMap((column) => {
    const value = textOf(content.values[column]);
    const stated = statedNumber(column, content.values, numbers);
    const cell = cells[limitColumns[column]];
    if (cell === null || stated === null || !isBelowStated(column, stated, cell.value)) return [];
    const message = `"${value}" is stated, and the endpoint answered ${cell.text} at most on ${measure.limitsDay}`;
    const suggestion = 'read the documentation of the provider again, and correct the cell';
    return [{ column, value, message, suggestion }];
  });
}
