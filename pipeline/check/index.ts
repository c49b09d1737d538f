/** All checks. Faults that make a file unreadable are reported while it is read. */
import type { AddProblem } from '../problem.ts';
import { lacksMeaning, sourcePaths } from '../sources.ts';
import { checkLines } from './lines/index.ts';
import { checkRowSlugs, checkSlugOrder } from './lines/slugs.ts';
import { checkRecords } from './records/index.ts';
import { checkProviderTags } from './records/list-items.ts';
import type { Check, CheckContext } from './rule.ts';
import { checkCorrections } from './tables/corrections.ts';
import { checkLogos } from './tables/logos.ts';
import { checkNetworks } from './tables/networks.ts';
import { checkQuotations } from './tables/quotations.ts';
import { checkRequiredCells } from './tables/required-cells.ts';
import { checkSets } from './tables/sets.ts';
import { checkSwappedCells } from './tables/swapped-cells.ts';
import { checkProviderTexts } from './texts/index.ts';

const checks: readonly Check[] = [
  checkLines,
  checkProviderTexts,
  checkProviderTags,
  checkRecords,
  checkRowSlugs,
  checkSlugOrder,
  checkRequiredCells,
  checkSwappedCells,
  checkNetworks,
  checkLogos,
  checkQuotations,
  checkCorrections,
  checkReadings,
  checkSets,
];

export function runChecks(context: CheckContext, add: AddProblem): void {
  for (const check of checks) check(context, add);
}

/** Readings of the source folder that no cell needs. */
function checkReadings({ sources, resolved }: CheckContext, add: AddProblem): void {
  if (!sources.hasOwnMeta || lacksMeaning(sources)) return;
  for (const { value, line } of sources.meta.readings) {
    const cells = [...(resolved.numbers.get(value.column)?.keys() ?? [])];
    if (cells.some((cell) => cell.split('\n').some((text) => text.trim() === value.text))) continue;
    const message = `no cell of "${value.column}" has the text "${value.text}"`;
    const place = { file: sourcePaths.readings, line, column: 'text', value: value.text };
    add({ rule: 'unused-reading', ...place, message, suggestion: 'remove the line' });
  }
}
