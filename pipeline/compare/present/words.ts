/** Wording of a comparison. */
import { formatCount } from '../../../common/format-count.ts';
import { type ChangeKind, changeKinds } from '../../../model/changes.ts';
import { countChanges, listSome, plural } from '../../report/counts.ts';
import type { DeadAddresses, Diff, Edit } from '../schema.ts';

export function describeBase({ kind, name }: Diff['base']): string {
  return { snapshot: `snapshot ${name}`, sources: `sources ${name}`, revision: `revision ${name}` }[
    kind
  ];
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
  const [providers, columns] = [
    countByKind(definitionsOf('provider')),
    countByKind(definitionsOf('column')),
  ];
  const [logos, unlisted] = [countByKind(diff.logos), countByKind(diff.unlistedOffers ?? [])];
  return [
    ['rows', `${fromTo(rows)}: ${changes}`],
    ['networks', `${fromTo(networks)}${describeNames(networks)}${describeOthers(diff, 'network')}`],
    [
      'categories',
      `${fromTo(categories)}${describeNames(categories)}${describeOthers(diff, 'category')}`,
    ],
    ...(columns === '' ? [] : [['columns', columns] as [string, string]]),
    [
      'providers',
      `${providers === '' ? 'unchanged' : providers}${logos === '' ? '' : `; logos ${logos}`}`,
    ],
    ...(unlisted === ''
      ? []
      : [['offers', `${unlisted}, which no listing uses`] as [string, string]]),
    ['addresses', describeDead(diff.deadAddresses)],
    [
      'problems',
      `${describeProblems(problems)}; in the base ${describeProblems(base.problems)}${describeMoves(diff)}`,
    ],
  ];
}

function describeMoves({ newProblems, fixedProblems }: Diff): string {
  if (newProblems.length + fixedProblems.length === 0) return '';
  return `; ${formatCount(newProblems.length)} new, ${formatCount(fixedProblems.length)} fixed`;
}

function fromTo({ before, after }: { readonly before: number; readonly after: number }): string {
  return before === after ? formatCount(after) : `${formatCount(before)} -> ${formatCount(after)}`;
}

function describeNames({ appeared, vanished }: Diff['networks']): string {
  const signed = [appeared.map((name) => `+${name}`), vanished.map((name) => `-${name}`)];
  const parts = signed.filter((names) => names.length > 0).map((names) => listSome(names, 6));
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/** Counts networks and categories of both states with a changed definition. */
function describeOthers({ definitions }: Diff, kind: 'network' | 'category'): string {
  const changed = definitions.filter(
    (definition) => definition.kind === kind && definition.change === 'changed',
  );
  return changed.length === 0 ? '' : `; ${changed.length} with a changed definition`;
}

function countByKind(changes: readonly { readonly change: ChangeKind }[]): string {
  const countOf = (kind: ChangeKind) => changes.filter(({ change }) => change === kind).length;
  return countChanges(Object.fromEntries(changeKinds.map((kind) => [kind, countOf(kind)])));
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
export function listDead(
  dead: DeadAddresses,
): { readonly address: string; readonly networks: readonly string[] }[] {
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

type Cause = Edit['cause'];

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

/** Place of an edit; null if it has several. */
export function placeOf({ cause: { places } }: Edit): string | null {
  const [place, ...others] = places;
  return place === undefined || others.length > 0 ? null : `${place.file}:${place.line}`;
}
