/** The list of checks. What makes a file no table at all is found while it is read. */
import type { AddProblem } from '../problem.ts';
import { checkChains } from './chains.ts';
import type { Check, CheckContext } from './context.ts';
import { checkNetworks } from './networks.ts';
import { checkOfferReferences } from './offer-references.ts';
import { checkOfferSlugs } from './offer-slugs.ts';
import { checkProviderNames } from './provider-names.ts';
import { checkProviders } from './providers.ts';
import { checkRequiredCells } from './required-cells.ts';
import { checkRowSlugs } from './row-slugs.ts';

const checks: readonly Check[] = [
  checkProviders,
  checkProviderNames,
  checkOfferSlugs,
  checkOfferReferences,
  checkRequiredCells,
  checkChains,
  checkRowSlugs,
  checkNetworks,
];

export function runChecks(context: CheckContext, add: AddProblem): void {
  for (const check of checks) check(context, add);
}
