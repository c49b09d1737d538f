/** Removes offers or a provider, with everything that refers to them. */
import { PipelineError } from '../../errors.ts';
import { sourcePaths } from '../../sources.ts';
import type { Edits } from './edits.ts';
import { categoryOf, noProvider, usesOfOffer, usesOfProvider } from './references.ts';

export interface Removal {
  readonly offers: readonly string[];
  /** Name; null if offers are removed. */
  readonly provider: string | null;
  /** Category of the offers; null if only one category has each. */
  readonly category: string | null;
}

export function remove(edits: Edits, { offers, provider, category }: Removal): void {
  if ((provider === null) === (offers.length === 0))
    throw new PipelineError('usage', 'name OFFER=acme-free,acme-pro or PROVIDER="Acme"');
  for (const offer of offers) removeOffer(edits, categoryOf(edits, offer, category), offer);
  if (provider !== null) removeProvider(edits, provider);
}

function removeOffer(edits: Edits, category: string, slug: string): void {
  for (const { table, line } of usesOfOffer(edits, category, slug)) table.remove(line);
}

/** With its offers and its logo, unless another line or the site names the image. */
function removeProvider(edits: Edits, name: string): void {
  const { sources } = edits;
  const provider = sources.providers.find(({ value }) => value.name === name)?.value;
  if (provider === undefined) throw noProvider(edits, name);
  for (const { category, cells } of sources.offers)
    if (cells.values.provider === name)
      removeOffer(edits, category, String(cells.values.slug ?? ''));
  for (const { table, line, column } of usesOfProvider(edits, name))
    if (column === 'logoProvider') table.set(line, column, '');
    else table.remove(line);
  const others = sources.providers
    .filter(({ value }) => value !== provider)
    .map(({ value }) => value.logoPath);
  const { logoPath } = provider;
  const site = sources.meta.site?.value;
  if (logoPath !== null && ![...others, site?.logo, site?.picture].includes(logoPath))
    edits.putFile(`${sourcePaths.images}${logoPath}`, null);
}
