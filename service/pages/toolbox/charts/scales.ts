/**
 * What charts share: logarithmic scales with the powers of ten as ticks, and the number of colours.
 */
import { type ScaleLogarithmic, scaleLog } from 'd3-scale';

/** Number of colours of tags in the style sheet. */
export const tints = 6;

type LogScale = ScaleLogarithmic<number, number>;

/** From the power of ten below the values, which are above 0, to the one above them. */
export function logScale(
  values: readonly number[],
  range: readonly [from: number, to: number],
): LogScale {
  const span = values.length === 0 ? [1, 10] : [Math.min(...values), Math.max(...values)];
  const scale = scaleLog().domain(span).nice().range(range);
  const [least = 1, most = 10] = scale.domain();
  return scale.domain([least, Math.max(most, 10 * least)]);
}

export function powersOfTen(scale: LogScale): number[] {
  return scale.ticks().filter((value) => Number.isInteger(Math.log10(value)));
}

/** A coordinate as SVG needs it. */
export function rounded(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}
