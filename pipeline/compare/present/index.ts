/** Output formats of a comparison: text and Markdown are one list in two notations. Pure. */
import { formatCount } from '../../../common/format-count.ts';
import type { ChangeKind } from '../../../model/changes.ts';
import { listSome, plural } from '../../report/counts.ts';
import { coloured, plain } from '../../report/style.ts';
import { describeChange } from '../../report/values.ts';
import { type Diff, diffSchema, type Edit } from '../schema.ts';
import { countHidden, markdown, type Notation, textNotation } from './notation.ts';
import {
  describeBase,
  describeCause,
  listDead,
  placeOf,
  summarizeDiff,
  warnOfErrors,
} from './words.ts';

export interface DiffOptions {
  readonly colour: boolean;
  /** Prints long lists in full. */
  readonly all: boolean;
}

export const diffFormats = {
  text: formatText,
  json: (diff: Diff) => JSON.stringify(diffSchema.parse(diff), null, 2),
  markdown: formatMarkdown,
} as const;

export function formatDiff(
  format: keyof typeof diffFormats,
  diff: Diff,
  options: DiffOptions,
): string {
  return diffFormats[format](diff, options);
}

export interface Limits {
  /** Items of each list. */
  readonly items: number;
  /** Changed cells and networks that are named for each item. */
  readonly cells: number;
  readonly networks: number;
}

const whole: Limits = { items: Infinity, cells: Infinity, networks: Infinity };

function formatText(diff: Diff, { colour, all }: DiffOptions): string {
  const notation = textNotation(colour ? coloured : plain);
  const text = formatWith(diff, whole, notation);
  const shown = all ? text : formatWith(diff, { items: 20, cells: 4, networks: 20 }, notation);
  if (shown === text) return text;
  return `${shown}\n\n${notation.note('ALL=1 shows all of them; FORMAT=json lists every row')}`;
}

/**
 * GitHub rejects comments of more than 65,536 characters. The rest is reserved for text that a bot
 * adds.
 */
const shownCharacters = 60_000;
/** Tried in this order; the first result that fits is used. */
const lengths = [50, 20, 10, 5, 1];

function formatMarkdown(diff: Diff): string {
  let text = '';
  for (const items of lengths)
    if (text === '' || text.length > shownCharacters)
      text = formatWith(diff, { items, cells: 6, networks: 20 }, markdown);
  return text.slice(0, shownCharacters);
}

function formatWith(diff: Diff, limits: Limits, notation: Notation): string {
  const base = describeBase(diff.base);
  const warning = warnOfErrors(diff);
  const list = (heading: string, lines: readonly string[]) =>
    formatList(heading, lines, limits, notation);
  const problems = (['added', 'removed'] as const).flatMap((change) => {
    const found = change === 'added' ? diff.newProblems : diff.fixedProblems;
    const heading = plural(found.length, change === 'added' ? 'new problem' : 'fixed problem');
    return list(
      heading,
      found.map((problem) => notation.problem(problem, change)),
    );
  });
  const title = diff.unchanged
    ? `no row and no definition would change against ${base}`
    : `the sources against ${base}`;
  const summary = diff.unchanged
    ? []
    : summarizeDiff(diff).map(([label, text]) => notation.fact(label, text));
  return [
    [notation.title(title), ...(summary.length === 0 ? [] : [summary.join('\n')])].join(
      notation.gap,
    ),
    ...(warning === null ? [] : [notation.warning(warning)]),
    ...problems,
    ...(diff.unchanged
      ? []
      : [...formatCounts(diff, notation), ...listChanges(diff, limits, notation)]),
  ].join('\n\n');
}

/** No section without lines. */
function formatList(
  heading: string,
  lines: readonly string[],
  { items }: Limits,
  notation: Notation,
): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - items;
  const shown = [...lines.slice(0, items), ...(more > 0 ? [notation.note(countHidden(more))] : [])];
  return [`${notation.heading(heading)}${notation.gap}${shown.join('\n')}`];
}

/** Rows of the categories that differ. */
function formatCounts({ byCategory }: Diff, notation: Notation): string[] {
  const different = byCategory.filter(
    ({ added, removed, changed }) => added + removed + changed > 0,
  );
  if (different.length === 0) return [];
  const rows = different.map(({ category, after, added, removed, changed }) => [
    category,
    ...[after, added, removed, changed].map(formatCount),
  ]);
  return [
    notation.table([['category', 'rows', 'added', 'removed', 'changed'], ...rows]).join('\n'),
  ];
}

function listChanges(diff: Diff, limits: Limits, notation: Notation): string[] {
  const { name } = notation;
  const list = (heading: string, lines: readonly string[]) =>
    formatList(heading, lines, limits, notation);
  const { entries, definitions, logos, unlistedOffers, deadAddresses } = diff;
  const dead = listDead(deadAddresses);
  const offers = unlistedOffers ?? [];
  const item = (change: ChangeKind, what: string, cells: DiffCells = []) => {
    const changes = cells.map(
      (cell) => `${name(cell.column)} ${describeChange(cell.before, cell.after, notation.value)}`,
    );
    return `${notation.mark(change)} ${what}${changes.length === 0 ? '' : `: ${listSome(changes, limits.cells)}`}`;
  };
  return [
    ...list(
      `${plural(entries.length, 'edit')}, most rows first`,
      entries.map((entry) => formatEntry(entry, limits, notation).join('\n')),
    ),
    ...list(
      `${plural(definitions.length, 'definition')} in meta/ and providers.csv`,
      definitions.map(({ kind, key, change, cells }) =>
        item(change, `${kind} ${name(key)}`, cells),
      ),
    ),
    ...list(
      plural(logos.length, 'logo'),
      logos.map(({ file, change, providers, networks }) =>
        item(change, `${name(file)} of ${[...providers, ...networks].map(name).join(', ')}`),
      ),
    ),
    ...list(
      `${plural(offers.length, 'offer')} that no listing uses`,
      offers.map(({ category, slug, change, place, cells }) =>
        item(
          change,
          `${name(slug)} in ${name(category)}, ${notation.place(`${place.file}:${place.line}`)}`,
          cells,
        ),
      ),
    ),
    ...list(
      `${plural(dead.length, 'public URL')} that would break`,
      dead.map(({ address, networks }) => {
        const names = listSome(networks.map(name), limits.networks);
        return `- ${name(address)}${networks.length === 1 ? '' : ` on ${plural(networks.length, 'network')}: ${names}`}`;
      }),
    ),
  ];
}

type DiffCells = Diff['definitions'][number]['cells'];

/** An edit, then its networks and its changed cells. */
export function formatEntry(entry: Edit, limits: Limits, notation: Notation): string[] {
  const { change, rows, items, cause, cells } = entry;
  const { name, indent } = notation;
  const networks = [...new Set(items.map(({ network }) => network))].map(name);
  const where = entry.networks === 1 ? networks.join() : plural(entry.networks, 'network');
  const place = placeOf(entry);
  const written =
    place === null ? '' : `, ${change === 'removed' ? 'was in ' : ''}${notation.place(place)}`;
  const head = `${notation.mark(change)} ${plural(rows, 'row')} on ${where}: ${describeCause(cause, name)}${written}`;
  const named = entry.networks === 1 ? [] : [`${indent}on ${listSome(networks, limits.networks)}`];
  const lines = cells.slice(0, limits.cells).map((cell) => {
    const part = cell.rows === rows ? '' : ` (${plural(cell.rows, 'row')})`;
    return `${indent}${notation.column(cell.column)}${part}: ${describeChange(cell.before, cell.after, notation.value)}`;
  });
  const more = cells.length - lines.length;
  return [head, ...named, ...lines, ...(more > 0 ? [`${indent}${countHidden(more)}`] : [])];
}
