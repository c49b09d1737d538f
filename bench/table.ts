/** Results as a table for people and as JSON for later. */
import type { Comparison, Spread } from './measure.ts';

export interface Result {
  readonly section: string;
  readonly what: string;
  readonly peer: string;
  readonly unit: string;
  readonly comparison: Comparison;
  /** What the ratio is held against: `at least 0.8`, `at most 4`; null where it is only told. */
  readonly target: { readonly least: number } | { readonly most: number } | null;
}

export function formatTable(results: readonly Result[]): string {
  const lines = results.map(({ section, what, peer, unit, comparison, target }) => {
    const { ours, peer: theirs, ratio } = comparison;
    const cells = [
      section,
      what,
      format(ours, unit),
      `${peer}: ${format(theirs, unit)}`,
      formatRatio(ratio),
      formatTarget(target, ratio),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| part | what | ours | peer | ours / peer (min to max) | target |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function format({ median }: Spread, unit: string): string {
  const digits = median < 10 ? 3 : median < 1000 ? 1 : 0;
  return `${median.toLocaleString('en-US', { maximumFractionDigits: digits })} ${unit}`;
}

function formatRatio({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;
}

function formatTarget(target: Result['target'], { median }: Spread): string {
  if (target === null) return '';
  if ('least' in target)
    return `at least ${target.least}: ${median >= target.least ? 'holds' : 'does not hold'}`;
  return `at most ${target.most}: ${median <= target.most ? 'holds' : 'does not hold'}`;
}
