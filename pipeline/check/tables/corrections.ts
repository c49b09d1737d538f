/** Corrections name a cell of an offer that does not have the wrong value any more. */
import { NameFinder } from '../../../common/nearest-name.ts';
import { correctedTexts } from '../../../model/corrections.ts';
import type { AddProblem } from '../../problem.ts';
import { lacksMeaning, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../rule.ts';
import { findUnknown } from './quotations.ts';

export function checkCorrections(context: CheckContext, add: AddProblem): void {
  const { meta, unreadable, corrections } = context.sources;
  if (corrections.length === 0 || lacksMeaning({ unreadable })) return;
  const categories = new NameFinder(meta.categories.map(({ key }) => key));
  const fix = 'name the column of the cell that was wrong';
  for (const { value, line } of corrections) {
    const { category, slug, column, was } = value;
    const unknown = findUnknown(value, context, { categories, fix });
    const cell = context.resolved.offers.get(category)?.get(slug)?.cells.values[column] ?? null;
    const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
    const place = { file: sourcePaths.corrections, line };
    if (unknown !== null) {
      const [rule, named, message, suggestion] = unknown;
      add({ rule, ...place, column: named, value: value[named], message, suggestion });
    } else if (correctedTexts(value).includes(text)) {
      const message = `"${column}" of the offer still says "${was}"`;
      const suggestion = 'correct the cell, or remove the line';
      add({ rule: 'correction-open', ...place, column: 'was', value: was, message, suggestion });
    }
  }
}
