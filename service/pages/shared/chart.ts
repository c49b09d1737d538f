/** Bar charts rendered on the server: a table with a picture column, so that the numbers stay readable as text. */
import { formatCount } from '../../../common/format-count.ts';

interface BarInput {
  readonly label: string;
  readonly href: string | null;
  readonly value: number;
}

/** Widths are percentages of the longest bar. A value above 0 is always visible. */
export function presentChart(caption: string, unit: string, bars: readonly BarInput[]) {
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
