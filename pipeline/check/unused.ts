/** Offers without a listing, and providers without an offer or listing. */
import { NameFinder } from '../../common/nearest-name.ts';
import type { AddProblem } from '../problem.ts';
import { type OfferBook, type Sources, sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';
import { meantSlug } from './offer-references.ts';
import { meantProvider } from './provider-names.ts';

export function checkUnused({ sources, resolved }: CheckContext, add: AddProblem): void {
  const used = usedOffers(sources, resolved.offers);
  for (const { category, source, cells } of sources.offers) {
    const { slug } = cells.values;
    if (typeof slug !== 'string' || used.has(`${category} ${slug}`) || sources.unreadable.mentions(slug)) continue;
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

/** Another rule reports misspelt references; the offer that one means counts as used. */
function usedOffers({ listings }: Sources, offers: OfferBook): Set<string> {
  const finders = new Map([...offers].map(([category, book]) => [category, new NameFinder(book.keys())]));
  const used = new Set<string>();
  for (const listing of listings) {
    const { category } = listing;
    const { reference } = listing.cells;
    const { offer } = listing.cells.values;
    if (reference.kind === 'none' || typeof offer !== 'string' || used.has(`${category} ${offer}`)) continue;
    used.add(`${category} ${offer}`);
    const slug = reference.kind === 'offer' ? reference.slug : '';
    const book = offers.get(category);
    const meant = book?.has(slug) ? slug : meantSlug(offer, finders.get(category) ?? new NameFinder([]));
    used.add(`${category} ${meant}`);
  }
  return used;
}

/** Lowercase: a name that differs only in case is reported by another rule. */
function usedProviders(sources: Sources): Set<string> {
  const meant = meantProvider(sources);
  const written = new Set([...sources.offers, ...sources.listings].map(({ cells }) => cells.values.provider));
  const used = new Set<string>();
  for (const name of written) if (typeof name === 'string') used.add((meant(name) ?? name).toLowerCase());
  return used;
}
