/** What cells state, with the readings of the corpus's irregular texts or without any. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { companionValues } from '../../model/companions.ts';
import { type Reading, readingSchema } from '../../model/readings.ts';
import type { NumberRange, StatedLimits, StatedPrice } from '../../model/rows.ts';
import { readNumbers, readText } from '../../pipeline/resolve/numbers.ts';
import type { CellReading, OfferEntry } from '../../pipeline/sources.ts';
import { makeColumn } from './service-columns.ts';

const table = readFileSync(new URL('../fixtures/readings.csv', import.meta.url));
const cast = (cell: string) => (cell === '' ? null : cell);
export const corpusReadings: readonly Reading[] = parse(table, { columns: true, cast }).map(
  (line: unknown) => readingSchema.parse(line),
);

const nothingRead: CellReading = { stated: null, left: [], unread: [] };

/** Items of a list on lines of their own. */
export function readCell(
  key: string,
  text: string,
  readings: readonly Reading[] = corpusReadings,
): CellReading {
  const column = makeColumn(
    key,
    key === 'limitations' ? { valueKind: 'array' } : { filter: 'range' },
  );
  const entry = { cells: { values: { [key]: text } } } as unknown as OfferEntry;
  return readNumbers([column], [entry], { readings }).get(key)?.get(text) ?? nothingRead;
}

/** By the grammar alone. */
export function parseNumbers(key: string, text: string): NumberRange | StatedPrice | null {
  return readText(makeColumn(key), text).stated as NumberRange | StatedPrice | null;
}

export function parseLimits(text: string): StatedLimits | null {
  return readCell('limitations', text, []).stated as StatedLimits | null;
}

/** Companions of a cell, as a row has them. */
export function numbersOf(key: string, text: string): Record<string, number | string | null> {
  const { stated, unread } = readCell(key, text);
  return companionValues(makeColumn(key, { filter: 'range' }), stated, unread);
}

export function priceOf(key: string, text: string | null): StatedPrice | null {
  const stated = text === null ? null : readCell(key, text).stated;
  return stated !== null && 'first' in stated ? (stated as StatedPrice) : null;
}
