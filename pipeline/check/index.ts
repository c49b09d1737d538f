/** List of checks. Faults that make a file unreadable are reported while it is read. */
import type { AddProblem } from '../problem.ts';
import { checkChains } from './chains.ts';
import type { Check, CheckContext } from './context.ts';
import { checkProviderHtml, htmlInText } from './html.ts';
import { checkProviderHttpLinks, httpLink } from './http-links.ts';
import { listInText } from './list-in-text.ts';
import { checkProviderTags, listItems } from './list-items.ts';
import { checkListedTwice } from './listed-twice.ts';
import { checkProviderLocalAddresses, localAddress } from './local-addresses.ts';
import { checkLogos } from './logos.ts';
import { badLink, bareLink } from './markdown-links.ts';
import { checkNetworks } from './networks.ts';
import { checkOfferReferences } from './offer-references.ts';
import { checkOfferSlugs } from './offer-slugs.ts';
import { openMarkdown } from './open-markdown.ts';
import { placeholder } from './placeholders.ts';
import { priceWithoutNumber } from './price-numbers.ts';
import { checkProviderContacts } from './provider-contacts.ts';
import { checkProviderLinks } from './provider-links.ts';
import { providerNames } from './provider-names.ts';
import { checkProviders } from './providers.ts';
import { checkRecords } from './records.ts';
import { checkRequiredCells } from './required-cells.ts';
import { checkRowSlugs } from './row-slugs.ts';
import { checkSets } from './sets.ts';
import { checkSlugChains } from './slug-chains.ts';
import { checkSlugOrder } from './slug-order.ts';
import { startCommands } from './start-commands.ts';
import { type BuildTextRule, textFaults } from './texts.ts';
import { checkUnused } from './unused.ts';
import { addressAsValue } from './value-addresses.ts';
import { valueSpelling } from './value-spelling.ts';

/** Rules for every text of offers and listings. */
const textRules: readonly BuildTextRule[] = [
  addressAsValue,
  badLink,
  bareLink,
  htmlInText,
  httpLink,
  listInText,
  localAddress,
  openMarkdown,
  placeholder,
  priceWithoutNumber,
];

const checks: readonly Check[] = [
  checkProviders,
  checkProviderContacts,
  checkProviderHtml,
  checkProviderHttpLinks,
  checkProviderLinks,
  checkProviderLocalAddresses,
  checkLogos,
  checkOfferSlugs,
  checkOfferReferences,
  checkRequiredCells,
  checkChains,
  checkRowSlugs,
  checkListedTwice,
  checkNetworks,
  checkSets,
  checkSlugChains,
  checkSlugOrder,
  checkProviderTags,
  checkUnused,
];

export function runChecks(context: CheckContext, add: AddProblem): void {
  for (const check of checks) check(context, add);
  const ofRecords = [textFaults(context, textRules), listItems(context), startCommands];
  checkRecords(context, [...ofRecords, providerNames(context), valueSpelling(context)], add);
}
