/** Renames an offer, a provider or a network, with everything that refers to it. */
import { PipelineError } from '../errors.ts';
import { sourcePaths } from '../sources.ts';
import type { Edits } from './edits.ts';

export interface Renaming {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** Category of an offer; null if only one category has its slug. */
  readonly category: string | null;
}

export function rename(edits: Edits, renaming: Renaming): void {
  const kinds = { offer: renameOffer, provider: renameProvider, network: renameNetwork } as const;
  const { what, from, to } = renaming;
  if (!Object.hasOwn(kinds, what)) throw new PipelineError('usage', `WHAT="${what}" is not offer, provider or network`);
  if (from === '' || to === '' || from === to) throw new PipelineError('usage', 'FROM and TO are two different names');
  kinds[what as keyof typeof kinds](edits, renaming);
}

/** Also if the offers file has the new slug already and only listings use the old one. */
function renameOffer(edits: Edits, { from, to, category }: Renaming): void {
  const { listings, meta } = edits.checked.sources;
  const { offers } = edits.checked.resolved;
  const named = category === null ? meta.categories.map(({ key }) => key) : [category];
  const isListed = (key: string) =>
    listings.some(
      ({ category, cells: { reference } }) => category === key && reference.kind === 'offer' && reference.slug === from,
    );
  const found = named.filter((key) => offers.get(key)?.has(from) || (offers.get(key)?.has(to) && isListed(key)));
  const [key] = found;
  if (key === undefined) throw new PipelineError('not-found', `no offer "${from}"`);
  if (found.length > 1)
    throw new PipelineError(
      'usage',
      `several categories have the offer "${from}": ${found.join(', ')}; name one with CATEGORY`,
    );
  if (offers.get(key)?.has(from) && offers.get(key)?.has(to))
    throw new PipelineError('exists', `the offer "${to}" exists`);
  replaceCells(edits, [sourcePaths.offers(key)], { slug: [from, to] });
  const files = new Set(listings.filter((listing) => listing.category === key).map(({ source }) => source.file));
  replaceCells(edits, files, { offer: [`!offer:${from}`, `!offer:${to}`], slug: [from, to] });
}

function renameProvider(edits: Edits, { from, to }: Renaming): void {
  const { providers, offers, listings } = edits.checked.sources;
  const names = providers.map(({ value }) => value.name);
  if (!names.includes(from) && !names.includes(to)) throw new PipelineError('not-found', `no provider "${from}"`);
  if (names.includes(from) && names.includes(to)) throw new PipelineError('exists', `the provider "${to}" exists`);
  replaceCells(edits, [sourcePaths.providers], { name: [from, to] });
  replaceCells(edits, [sourcePaths.networks], { logoProvider: [from, to] });
  const named = [...offers, ...listings].filter(({ cells }) => cells.values.provider === from);
  const files = new Set([...named.map(({ source }) => source.file), sourcePaths.units]);
  replaceCells(edits, files, { provider: [from, to] });
}

function renameNetwork(edits: Edits, { from, to }: Renaming): void {
  const { networks } = edits.checked.sources;
  if (!networks.includes(from)) throw new PipelineError('not-found', `no network "${from}"`);
  if (networks.includes(to)) throw new PipelineError('exists', `the network "${to}" exists`);
  replaceCells(edits, [sourcePaths.networks], { key: [from, to] });
  edits.move(sourcePaths.network(from), sourcePaths.network(to));
  const logo = edits.files.find((file) => file.startsWith(`${sourcePaths.networkImages}${from}.`));
  if (logo !== undefined) edits.move(logo, logo.replace(`/${from}.`, `/${to}.`));
}

/** `cells`: by column, a text and the one that replaces it. */
function replaceCells(
  edits: Edits,
  files: Iterable<string>,
  cells: Readonly<Record<string, readonly [string, string]>>,
): void {
  for (const file of files) {
    const table = edits.table(file);
    if (table === null) continue;
    for (const line of table.lines)
      for (const [column, [from, to]] of Object.entries(cells))
        if (table.get(line, column) === from) table.set(line, column, to);
  }
}
