/** Bars drawn on the server: a table whose middle column is a picture, so that its figures can be read as well. */
import { formatCount } from '../../counts.ts';

export interface BarInput {
  readonly label: string;
  readonly href: string | null;
  readonly value: number;
}

export interface ChartView {
  readonly caption: string;
  readonly unit: string;
  readonly bars: readonly {
    readonly label: string;
    readonly href: string | null;
    readonly value: string;
    readonly width: number;
  }[];
}

/** Widths are percent of the longest bar; what is there at all is seen. */
export function presentChart(caption: string, unit: string, bars: readonly BarInput[]): ChartView {
  const longest = Math.max(1, ...bars.map(({ value }) => value));
  return {
    caption,
    unit,
    bars: bars.map(({ label, href, value }) => ({
      label,
      href,
      value: formatCount(value),
      width: value === 0 ? 0 : Math.max(0.5, Math.round((1000 * value) / longest) / 10),
    })),
  };
}
