export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Numbers too large to hold are left out; null where none is left. */
export function buildRange(values: readonly number[]): NumberRange | null {
  const finite = values.filter(Number.isFinite);
  const first = finite[0];
  if (first === undefined) return null;
  return finite.reduce((range, value) => ({ min: Math.min(range.min, value), max: Math.max(range.max, value) }), {
    min: first,
    max: first,
  });
}
