/** Offers without a listing, and providers without an offer or listing. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import type { AddProblem } from '../../problem.ts';
import { type OfferBook, type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { meantProvider } from '../providers/provider-names.ts';
import { meantSlug } from './offer-references.ts';

export function checkUnused({ sources, resolved }: CheckContext, add: AddProblem): void {
  const used = usedOffers(sources, resolved.offers);
  for (const { category, source, cells } of sources.offers) {
    const { slug } = cells.values;
    if (typeof slug !== 'string' || used.get(category)?.has(slug) || sources.unreadable.mentions(slug)) continue;
    const message = `no listing refers to the offer "${slug}"`;
    const suggestion = 'add a listing for one network or for all networks, or remove the offer';
    add({ rule: 'unused-offer', ...source, column: 'slug', value: slug, message, suggestion });
  }
  const sellers = usedProviders(sources);
  for (const { value, line } of sources.providers) {
    if (sellers.has(value.name.toLowerCase()) || sources.unreadable.mentions(value.name)) continue;
    const place = { file: sourcePaths.providers, line, column: 'name', value: value.name };
    const message = `no offer and no listing names the provider "${value.name}"`;
    const suggestion = 'add an offer or a listing of the provider, or remove the line';
    add({ rule: 'unused-provider', ...place, message, suggestion });
  }
}

/** Slugs by category. Another rule reports misspelt references; the offer that one means counts as used. */
function usedOffers({ listings }: Sources, offers: OfferBook): Map<string, Set<string>> {
  const used = referencesOf(listings);
  for (const [category, references] of used) {
    const book = offers.get(category);
    const unknown = [...references].filter((slug) => book?.has(slug) !== true);
    const finder = new NameFinder(unknown.length === 0 ? [] : (book?.keys() ?? []));
    for (const slug of unknown) references.add(meantSlug(slug, finder));
  }
  return used;
}

/** Slugs of references, and the texts of malformed ones, by category. */
function referencesOf(listings: Sources['listings']): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { category, cells } of listings) {
    const { reference } = cells;
    if (reference.kind === 'none') continue;
    getOrInsert(found, category, () => new Set<string>()).add(
      reference.kind === 'offer' ? reference.slug : reference.text,
    );
  }
  return found;
}

/** Lowercase: a name that differs only in case is reported by another rule. */
function usedProviders(sources: Sources): Set<string> {
  const meant = meantProvider(sources);
  const written = new Set<unknown>();
  for (const entries of [sources.offers, sources.listings])
    for (const { cells } of entries) written.add(cells.values.provider);
  const used = new Set<string>();
  for (const name of written) if (typeof name === 'string') used.add((meant(name) ?? name).toLowerCase());
  return used;
}
