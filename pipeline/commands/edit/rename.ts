/** Renames an offer, a provider or a network, with everything that refers to it. */
import { kebabCase } from '../../../model/networks.ts';
import { PipelineError } from '../../errors.ts';
import { sourcePaths } from '../../sources.ts';
import type { Edits } from './edits.ts';
import {
  categoryOf,
  findCells,
  noNetwork,
  noProvider,
  usesOfOffer,
  usesOfProvider,
} from './references.ts';

export interface Renaming {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** Category of an offer; null if only one category has its slug. */
  readonly category: string | null;
  /** Changes texts that say the old name of a provider, too. */
  readonly texts?: boolean;
}

/** Returns the places of texts that still say the old name of a provider. */
export function rename(edits: Edits, renaming: Renaming): readonly string[] {
  const kinds = { offer: renameOffer, provider: renameProvider, network: renameNetwork } as const;
  const { what, from, to } = renaming;
  if (!Object.hasOwn(kinds, what))
    throw new PipelineError('usage', `WHAT="${what}" is not offer, provider or network`);
  if (from === '' || to === '' || from === to)
    throw new PipelineError('usage', 'FROM and TO are two different names');
  // The key of a network names a folder.
  if (what !== 'provider' && !kebabCase.test(to))
    throw new PipelineError(
      'usage',
      `TO="${to}" is no key or slug: use lowercase letters and digits, joined by hyphens`,
    );
  kinds[what as keyof typeof kinds](edits, renaming);
  return what === 'provider' ? renameInTexts(edits, renaming) : [];
}

/** Columns that name something else, or are addresses. */
const noTexts: ReadonlySet<string> = new Set(['slug', 'provider', 'logoPath', 'website', 'docs']);

/** Outside of addresses: `Acme` is neither in `https://acme.dev/Acme` nor in `Acme-Labs`. */
function renameInTexts(edits: Edits, { from, to, texts = false }: Renaming): string[] {
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // bounded: a cell and the name of a provider, at most 4,000 characters
  const said = new RegExp(`(?<![\\p{L}\\d/.@_=-])${name}(?![\\p{L}\\d_]|[./-][\\p{L}\\d])`, 'gu');
  const { offers, listings, providers } = edits.sources;
  const entries = [
    ...[...offers, ...listings].map(({ source, cells }) => [source.file, cells.values] as const),
    ...providers.map(({ value }) => [sourcePaths.providers, value] as const),
  ];
  const files = new Set(
    entries.flatMap(([file, values]) => (JSON.stringify(values).includes(from) ? [file] : [])),
  );
  return [...files].flatMap((file) => {
    const table = edits.table(file);
    if (table === null) return [];
    const columns = table.header.filter((column) => !noTexts.has(column));
    return table.lines.flatMap((line) =>
      columns.flatMap((column) => {
        const text = table.get(line, column);
        if (column === 'name' || text.search(said) === -1) return [];
        if (texts)
          table.set(
            line,
            column,
            text.replace(said, () => to),
          );
        return [`${file} ${table.get(line, 'slug')} ${column}`];
      }),
    );
  });
}

/** Also if the offers file has the new slug already and only listings use the old one. */
function renameOffer(edits: Edits, { from, to, category }: Renaming): void {
  const { offers } = edits;
  const isHalfDone = (key: string) =>
    offers.get(key)?.has(to) === true && usesOfOffer(edits, key, from).length > 0;
  const key = categoryOf(edits, from, category, isHalfDone);
  if (offers.get(key)?.has(from) && offers.get(key)?.has(to))
    throw new PipelineError('exists', `the offer "${to}" exists`);
  for (const { table, line, column } of usesOfOffer(edits, key, from)) {
    table.set(line, column, column === 'offer' ? `!offer:${to}` : to);
    // A listing may be named after its offer.
    if (table.get(line, 'slug') === from) table.set(line, 'slug', to);
  }
}

function renameProvider(edits: Edits, { from, to }: Renaming): void {
  const names = edits.sources.providers.map(({ value }) => value.name);
  if (!names.includes(from) && !names.includes(to)) throw noProvider(edits, from);
  if (names.includes(from) && names.includes(to))
    throw new PipelineError('exists', `the provider "${to}" exists`);
  for (const { table, line, column } of usesOfProvider(edits, from)) table.set(line, column, to);
}

function renameNetwork(edits: Edits, { from, to }: Renaming): void {
  const { networks } = edits.sources;
  if (!networks.includes(from)) throw noNetwork(edits, from);
  if (networks.includes(to)) throw new PipelineError('exists', `the network "${to}" exists`);
  const named = [
    ...findCells(edits, sourcePaths.networks, 'key', from),
    ...findCells(edits, sourcePaths.chains, 'network', from),
  ];
  for (const { table, line, column } of named) table.set(line, column, to);
  edits.move(sourcePaths.network(from), sourcePaths.network(to));
  const logo = edits.files.find((file) => file.startsWith(`${sourcePaths.networkImages}${from}.`));
  if (logo !== undefined) edits.move(logo, logo.replace(`/${from}.`, `/${to}.`));
}
