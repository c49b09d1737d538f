/** Tables of texts and the numbers they state. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NumberRange } from '../../../../model/rows.ts';
import { readPrice } from '../../../../pipeline/resolve/numbers/prices.ts';
import { limitsOf, readItem } from '../../../../pipeline/resolve/numbers/quotas.ts';
import { readText } from '../../../../pipeline/resolve/numbers.ts';

export const parsePrice = (text: string) => readPrice(text, false).stated;
export const parseUnitPrice = (text: string) => readPrice(text, true).stated;
export const parseNumbers = (key: string, text: string) => readText(key, text).stated;

/** Items on lines of their own. */
export function parseLimits(text: string) {
  const read = text.split('\n').map((item) => ({ item, ...readItem(item) }));
  const unread = read.flatMap(({ item, left }) => (left === null ? [] : [item]));
  return limitsOf(
    read.flatMap(({ quotas }) => quotas),
    unread,
  );
}

/** A text and its numbers: the least and the greatest, or one for both, or none. */
export type Case = readonly [text: string, min: number | null, max?: number];

type Reader = (text: string) => NumberRange | null;

export function checkCases(behaviour: string, parse: Reader, cases: readonly Case[]): void {
  describe(behaviour, () => {
    for (const stated of cases) it(JSON.stringify(stated[0]), () => assertCase(parse, stated));
  });
}

/** Compares to the decimals that the expected numbers show. */
export function assertCase(parse: Reader, [text, min, max = min ?? 0]: Case): void {
  const range = parse(text);
  const shown = range === null ? null : { min: round(range.min, min), max: round(range.max, max) };
  assert.deepEqual(shown, min === null ? null : { min, max });
}

function round(value: number, expected: number | null): number {
  const [, decimals] = /^\d+\.(\d+)$/.exec(String(expected)) ?? [];
  return decimals === undefined ? value : Number(value.toFixed(decimals.length));
}
