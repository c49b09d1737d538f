/** Wording shared by the text and Markdown formats. */
import { formatCount } from '../../../common/format-count.ts';
import { makeVisible } from '../../../common/visible.ts';
import { changeKinds } from '../../../model/changes.ts';
import { listSome, plural } from '../../report/counts.ts';
import type { Style } from '../../report/style.ts';
import type { ChangeKind, DeadAddresses, Diff, DiffEntry, UnlistedOffer } from '../schema.ts';
import { describeChange, type Quote, quoteInText } from './values.ts';

export const signs: Readonly<Record<ChangeKind, string>> = { added: '+', removed: '-', changed: '~' };

export function describeBase({ kind, name }: Diff['base']): string {
  return { snapshot: `snapshot ${name}`, sources: `sources ${name}`, revision: `revision ${name}` }[kind];
}

/** Null if the sources have no error. */
export function warnOfErrors({ problems }: Diff): string | null {
  if (problems.errors === 0) return null;
  const what = `${plural(problems.errors, 'error')} in the sources`;
  return `${what}: a build would publish nothing, and affected rows may be missing here; run \`make check\``;
}

/** Lines of the summary: label and figures. */
export function summarizeDiff(diff: Diff): [string, string][] {
  const { rows, networks, categories, problems, base } = diff;
  const cells = rows.cells > 0 ? ` (${plural(rows.cells, 'cell')})` : '';
  const changes = `${formatCount(rows.added)} added, ${formatCount(rows.removed)} removed, ${formatCount(rows.changed)} changed${cells}`;
  const definitionsOf = (wanted: string) => diff.definitions.filter(({ kind }) => kind === wanted);
  const [providers, columns] = [countChanges(definitionsOf('provider')), countChanges(definitionsOf('column'))];
  const [logos, unlisted] = [countChanges(diff.logos), countChanges(diff.unlistedOffers ?? [])];
  return [
    ['rows', `${fromTo(rows)}: ${changes}`],
    ['networks', `${fromTo(networks)}${describeNames(networks)}${describeOthers(diff, 'network')}`],
    ['categories', `${fromTo(categories)}${describeNames(categories)}${describeOthers(diff, 'category')}`],
    ...(columns === '' ? [] : [['columns', columns] as [string, string]]),
    ['providers', `${providers === '' ? 'unchanged' : providers}${logos === '' ? '' : `; logos ${logos}`}`],
    ...(unlisted === '' ? [] : [['offers', `${unlisted}, which no listing uses`] as [string, string]]),
    ['addresses', describeDead(diff.deadAddresses)],
    ['problems', `${describeProblems(problems)}; in the base ${describeProblems(base.problems)}${describeMoves(diff)}`],
  ];
}

function describeMoves({ newProblems, fixedProblems }: Diff): string {
  if (newProblems.length + fixedProblems.length === 0) return '';
  return `; ${formatCount(newProblems.length)} new, ${formatCount(fixedProblems.length)} fixed`;
}

/** The networks of an entry, each once. */
export function networksOf({ items }: DiffEntry): string[] {
  return [...new Set(items.map(({ network }) => network))];
}

function fromTo({ before, after }: { readonly before: number; readonly after: number }): string {
  return before === after ? formatCount(after) : `${formatCount(before)} -> ${formatCount(after)}`;
}

function describeNames({ appeared, vanished }: Diff['networks']): string {
  const parts = [describeList('+', appeared), describeList('-', vanished)].filter((part) => part !== '');
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

function describeList(sign: string, names: readonly string[]): string {
  return listSome(
    names.map((name) => `${sign}${name}`),
    6,
  );
}

/** Counts networks and categories of both states with a changed definition. */
function describeOthers({ definitions }: Diff, kind: 'network' | 'category'): string {
  const changed = definitions.filter((definition) => definition.kind === kind && definition.change === 'changed');
  return changed.length === 0 ? '' : `; ${changed.length} with a changed definition`;
}

/** `2 added, 1 changed`; empty without changes. */
function countChanges(changes: readonly { readonly change: ChangeKind }[]): string {
  const counts = changeKinds.flatMap((kind) => {
    const count = changes.filter(({ change }) => change === kind).length;
    return count === 0 ? [] : [`${formatCount(count)} ${kind}`];
  });
  return counts.join(', ');
}

function describeProblems({ errors, warnings }: Diff['problems']): string {
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
}

function describeDead(dead: DeadAddresses): string {
  const parts = [
    [dead.networks.length, 'network'],
    [countPlaces(dead.pages), 'category page'],
    [countPlaces(dead.providers), 'provider page'],
    [countPlaces(dead.offers), 'offer'],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, word]) => plural(count, word));
  return counts.length === 0 ? 'none would break' : `${counts.join(', ')} would break`;
}

function countPlaces(groups: readonly { readonly networks: readonly string[] }[]): number {
  return groups.reduce((sum, { networks }) => sum + networks.length, 0);
}

/** URL patterns that would break, with their networks. */
function listDead(dead: DeadAddresses): { readonly address: string; readonly networks: readonly string[] }[] {
  const pattern = (networks: readonly string[], path: string) => ({
    address: `${networks.length === 1 ? networks[0] : '{network}'}/${path}`,
    networks,
  });
  return [
    ...dead.networks.map((network) => pattern([network], '')),
    ...dead.pages.map(({ category, networks }) => pattern(networks, `toolbox/${category}`)),
    ...dead.providers.map(({ slug, networks }) => pattern(networks, `providers/${slug}`)),
    ...dead.offers.map(({ slug, networks }) => pattern(networks, `compare?offer=${slug}`)),
  ];
}

/** Notation of text or of Markdown: quotes of names and values, and signs. */
export interface Wording {
  readonly name: Quote;
  readonly value: Quote;
  readonly mark: (change: ChangeKind) => string;
  /** Cells and networks of an item that are named. */
  readonly cells: number;
  readonly networks: number;
}

export interface Section {
  /** Noun of one item. */
  readonly title: string;
  readonly after: string;
  readonly lines: readonly string[];
}

/** Sections of changed definitions, logos, offers without a listing, and public URLs. */
export function listSections(diff: Diff, { name, value, mark, ...most }: Wording): Section[] {
  const item = (change: ChangeKind, what: string, cells: UnlistedOffer['cells'] = []) => {
    const changes = cells.map(({ column, before, after }) => `${name(column)} ${describeChange(before, after, value)}`);
    return `${mark(change)} ${what}${changes.length === 0 ? '' : `: ${listSome(changes, most.cells)}`}`;
  };
  const definitions = diff.definitions.map(({ kind, key, change, cells }) =>
    item(change, `${kind} ${name(key)}`, cells),
  );
  const logos = diff.logos.map(({ file, change, providers, networks }) =>
    item(change, `${name(file)} of ${[...providers, ...networks].map(name).join(', ')}`),
  );
  const offers = (diff.unlistedOffers ?? []).map(({ category, slug, change, place, cells }) =>
    item(change, `${name(slug)} in ${name(category)}, ${name(`${place.file}:${place.line}`)}`, cells),
  );
  const addresses = listDead(diff.deadAddresses).map(({ address, networks }) => {
    const on = `on ${plural(networks.length, 'network')}: ${listSome(networks.map(name), most.networks)}`;
    return `- ${name(address)}${networks.length === 1 ? '' : ` ${on}`}`;
  });
  return [
    { title: 'definition', after: ' in meta/ and providers.csv', lines: definitions },
    { title: 'logo', after: '', lines: logos },
    { title: 'offer', after: ' that no listing uses', lines: offers },
    { title: 'public URL', after: ' that would break', lines: addresses },
  ];
}

type Cause = DiffEntry['cause'];

/** `offer ankr-free in apis`; `quote` marks the names. */
export function describeCause(
  { kind, name, category, network, places }: Cause,
  quote: (name: string) => string,
): string {
  const files = new Set(places.map(({ file }) => file)).size;
  const inCategory = category === null ? '' : ` in ${quote(category)}`;
  const titles: Readonly<Record<Cause['kind'], string>> = {
    network: `network ${quote(name)}`,
    category: `category ${quote(name)}`,
    offer: `offer ${quote(name)}${inCategory}`,
    'all-networks-listing': `listing ${quote(name)} of all networks${inCategory}`,
    chain: `chain ${quote(name)} of ${quote(network ?? '')}`,
    listing:
      places.length > 1
        ? `listings of ${quote(name)}${inCategory}, in ${plural(files, 'file')}`
        : `listing ${quote(name)}${inCategory}`,
    column: `column ${quote(name)}`,
  };
  return titles[kind];
}

/** Place of an edit; empty if it has several places. */
export function describePlace({ change, cause: { places } }: DiffEntry, quote: (place: string) => string): string {
  const [place] = places;
  if (place === undefined || places.length > 1) return '';
  return `${change === 'removed' ? 'was in ' : ''}${quote(`${place.file}:${place.line}`)}`;
}

interface EntryLayout {
  /** Width of the row count. */
  readonly width: number;
  /** Maximum number of cells shown. */
  readonly cells: number;
  /** Maximum number of networks named. */
  readonly networks: number;
}

export function formatEntry(entry: DiffEntry, layout: EntryLayout, style: Style): string[] {
  const { change, rows, networks, cause, cells } = entry;
  const names = networksOf(entry);
  const where = networks === 1 ? `on ${names.join()}` : `on ${plural(networks, 'network')}`;
  const reach = `${signs[change]} ${formatCount(rows).padStart(layout.width)} ${rows === 1 ? 'row' : 'rows'} ${where}`;
  const title = describeCause(cause, (name) => name);
  const place = describePlace(entry, (text) => style.place(makeVisible(text)));
  const head = `${makeVisible(`${reach}: ${title}`)}${place === '' ? '' : `  ${place}`}`;
  const named = networks === 1 ? [] : [style.note(makeVisible(`      on ${listSome(names, layout.networks)}`))];
  const lines = cells.slice(0, layout.cells).map((cell) => {
    const part = cell.rows === rows ? '' : ` (${plural(cell.rows, 'row')})`;
    return `      ${style.column(cell.column)}${part}  ${describeChange(cell.before, cell.after, quoteInText)}`;
  });
  const more = cells.length - lines.length;
  return [head, ...named, ...lines, ...(more > 0 ? [style.note(`      ... and ${plural(more, 'cell')} more`)] : [])];
}
