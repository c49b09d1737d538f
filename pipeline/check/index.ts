/** List of checks. Faults that make a file unreadable are reported while it is read. */
import type { AddProblem } from '../problem.ts';
import type { Check, CheckContext } from './context.ts';
import { checkChains } from './networks/chains.ts';
import { checkNetworks } from './networks/networks.ts';
import { checkLogos } from './providers/logos.ts';
import { checkProviderContacts } from './providers/provider-contacts.ts';
import { checkProviderLinks } from './providers/provider-links.ts';
import { providerNames } from './providers/provider-names.ts';
import { checkProviders } from './providers/providers.ts';
import { checkReadings } from './readings.ts';
import { checkRecords } from './records.ts';
import { checkEqualOffers } from './references/equal-offers.ts';
import { checkListedTwice } from './references/listed-twice.ts';
import { checkOfferReferences } from './references/offer-references.ts';
import { checkQuotations } from './references/quotations.ts';
import { checkSwappedOffers } from './references/swapped-offers.ts';
import { checkUnused } from './references/unused.ts';
import { checkSets } from './sets.ts';
import { checkOfferSlugs } from './slugs/offer-slugs.ts';
import { checkRowSlugs } from './slugs/row-slugs.ts';
import { checkSlugChains } from './slugs/slug-chains.ts';
import { checkSlugOrder } from './slugs/slug-order.ts';
import { htmlInText } from './texts/html.ts';
import { httpLink } from './texts/http-links.ts';
import { listInText } from './texts/list-in-text.ts';
import { localAddress } from './texts/local-addresses.ts';
import { badLink, bareLink } from './texts/markdown-links.ts';
import { openMarkdown } from './texts/open-markdown.ts';
import { spreadsheetDamage } from './texts/spreadsheet-damage.ts';
import { type BuildTextRule, textFaults } from './texts/texts.ts';
import { limitWithoutNumber, priceWithoutNumber } from './texts/unread-numbers.ts';
import { addressAsValue } from './texts/value-addresses.ts';
import { checkProviderTags, listItems } from './values/list-items.ts';
import { placeholder } from './values/placeholders.ts';
import { checkRequiredCells } from './values/required-cells.ts';
import { startCommands } from './values/start-commands.ts';
import { checkSwappedCells } from './values/swapped-cells.ts';
import { valueSpelling } from './values/value-spelling.ts';

/** Rules for every text of offers and listings. */
const textRules: readonly BuildTextRule[] = [
  addressAsValue,
  badLink,
  bareLink,
  htmlInText,
  httpLink,
  limitWithoutNumber,
  listInText,
  localAddress,
  openMarkdown,
  placeholder,
  priceWithoutNumber,
  spreadsheetDamage,
];

const checks: readonly Check[] = [
  checkProviders,
  checkProviderContacts,
  checkProviderLinks,
  checkLogos,
  checkOfferSlugs,
  checkOfferReferences,
  checkRequiredCells,
  checkChains,
  checkRowSlugs,
  checkListedTwice,
  checkNetworks,
  checkQuotations,
  checkReadings,
  checkSets,
  checkSlugChains,
  checkSlugOrder,
  checkProviderTags,
  checkEqualOffers,
  checkSwappedCells,
  checkSwappedOffers,
  checkUnused,
];

export function runChecks(context: CheckContext, add: AddProblem): void {
  for (const check of checks) check(context, add);
  const ofRecords = [textFaults(context, textRules, add), listItems(context), startCommands];
  checkRecords(context, [...ofRecords, providerNames(context), valueSpelling(context)], add);
}
