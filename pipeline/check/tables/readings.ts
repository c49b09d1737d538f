/** Lines of readings.csv that no cell needs. */
import { sourcePaths } from '../../sources.ts';
import type { Check } from '../rule.ts';

export const checkReadings: Check = ({ sources, resolved }, add) => {
  if (!sources.hasOwnMeta) return;
  for (const { value, line } of sources.meta.readings) {
    const cells = [...(resolved.numbers.get(value.column)?.keys() ?? [])];
    if (cells.some((cell) => cell.split('\n').some((text) => text.trim() === value.text))) continue;
    const message = `no cell of "${value.column}" has the text "${value.text}"`;
    const place = { file: sourcePaths.readings, line, column: 'text', value: value.text };
    add({ rule: 'unused-reading', ...place, message, suggestion: 'remove the line' });
  }
};
