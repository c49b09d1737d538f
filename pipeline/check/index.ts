/** All checks. Faults that make a file unreadable are reported while it is read. */
import type { AddProblem } from '../problem.ts';
import { checkLines } from './lines/index.ts';
import { checkRowSlugs, checkSlugOrder } from './lines/slugs.ts';
import { checkRecords } from './records/index.ts';
import { checkProviderTags } from './records/list-items.ts';
import type { Check, CheckContext } from './rule.ts';
import { checkLogos } from './tables/logos.ts';
import { checkNetworks } from './tables/networks.ts';
import { checkQuotations } from './tables/quotations.ts';
import { checkReadings } from './tables/readings.ts';
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
  checkReadings,
  checkSets,
];

export function runChecks(context: CheckContext, add: AddProblem): void {
  for (const check of checks) check(context, add);
}
