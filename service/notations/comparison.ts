/**
 * A comparison as facts of JSON, as records of a CSV file, and as Markdown: a table of the
 * differences, then one of the identical values.
 */
import { escapeMarkdown } from '../../common/markdown.ts';
import { replaceLinks } from '../../common/markdown-links.ts';
import type { Terms } from '../../model/terms.ts';
import { blankWords } from '../answers/amount-state.ts';
import type { Comparison, Fact } from '../answers/compare.ts';
import { type OfferCells, type VaryingCell, varyingText } from '../answers/offer-cells.ts';
import type { Catalog } from '../snapshot/catalog.ts';
import { textsOfCell } from '../text/cells.ts';
import { placesCount } from '../text/counts.ts';
import { conditionSentences } from './applied.ts';
import type { ExportColumn } from './export-formats.ts';
import { joinBlocks, linkList, type MarkdownLink, section, tableLines } from './markdown.ts';

/** A cell as JSON has it: flags are 0 and 1. */
type JsonCell = string | 0 | 1 | string[] | null;

/** `network`: key, null for all networks. Differences come first. */
export function comparisonFacts(
  { category, offers, facts, measuredBy, missing, applied, notApplied }: Comparison,
  network: string | null,
) {
  return {
    category: category.key,
    network,
    applied,
    notApplied,
    offers: offers.map(({ slug, provider, presence: { networks, chains } }, at) => ({
      slug,
      provider,
      networks: [...networks],
      chains: [...chains],
      ...(measuredBy[at]?.length ? { measuredBy: measuredBy[at] } : {}),
    })),
    facts: facts
      .toSorted((a, b) => Number(a.same) - Number(b.same))
      .map(({ column: { key, label }, same, values, varying, states }) => ({
        key,
        label,
        same,
        values: values as JsonCell[],
        ...someOf(
          'states',
          states.map((state) => state?.blank ?? state?.unread ?? null),
        ),
        ...someOf(
          'measured',
          states.map((state) => state?.measured ?? null),
        ),
        ...(varying.some((cell) => cell !== null) ? { listings: varying.map(listingsOf) } : {}),
      })),
    missing: [...missing],
  };
}

/** A member that is left out if all of it is null. */
function someOf<K extends string>(key: K, texts: readonly (string | null)[]) {
  const member = { [key]: [...texts] } as Record<K, (string | null)[]>;
  return texts.some((text) => text !== null) ? member : {};
}

function listingsOf(cell: VaryingCell | null) {
  if (cell === null) return null;
  const values = cell.values.map(({ value, networks, chains }) => ({
    value: value as JsonCell,
    networks: [...networks],
    chains: [...chains],
  }));
  return { text: varyingText(cell), values };
}

/** A record for each offer: the columns of the file, and the JSON of each row. */
export function comparisonRecords(
  { category, offers, facts }: Comparison,
  { has }: Pick<Catalog, 'has'>,
) {
  const columns: ExportColumn[] = [
    ...['category', 'slug', 'provider'].map((key) => ({ key, valueKind: 'string' as const })),
    ...(has.has('chains') ? ['networks', 'chains'] : ['networks']).map((key) => ({
      key,
      valueKind: 'array' as const,
    })),
    ...facts.map(({ column }) => column),
  ];
  const rows = offers.map(({ slug, provider, presence, cells: { row, varying } }) =>
    JSON.stringify({
      ...row,
      ...listsOf(varying),
      category: category.key,
      slug,
      provider,
      ...presence,
    }),
  );
  return { columns, rows };
}

/** A list that varies, as its only item: `WebSocket, Archive, by network`. */
function listsOf(varying: OfferCells['varying']) {
  const lists = [...varying.values()].filter(({ column }) => column.valueKind === 'array');
  return Object.fromEntries(lists.map((cell) => [cell.column.key, [varyingText(cell)]]));
}

/** `place`: where offers are compared. `links`: ways into the application. */
export function writeComparison(
  comparison: Comparison,
  {
    place,
    terms,
    links,
  }: {
    readonly place: string;
    readonly terms: Terms;
    readonly links: readonly MarkdownLink[];
  },
): string {
  const { category, offers, facts, measuredBy } = comparison;
  const names = offers.map(
    ({ provider, slug }) => `${escapeMarkdown(provider)}: ${escapeMarkdown(slug)}`,
  );
  const tableOf = (rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? [] : [tableLines(['', ...names], rows).join('\n')];
  const presence = offers.map(({ presence: { networks } }) => placesCount(networks.length, terms));
  const differing = facts.filter(({ same }) => !same).map(factCells);
  const shared = facts.filter(({ same }) => same).map(factCells);
  return joinBlocks(`Compare ${category.label} ${terms.on} ${place}`, [
    ...conditionSentences(comparison).map(escapeMarkdown),
    ...tableOf([[`Listed ${terms.on}`, ...presence], ...differing]),
    ...section('Identical values', tableOf(shared)),
    ...section(
      'Measured by others',
      linkList(
        measuredBy.flatMap((benchmarks, at) =>
          benchmarks.map(({ text, href }) => ({ label: `${offers[at]?.slug}: ${text}`, href })),
        ),
      ),
    ),
    ...section('In the application', linkList(links)),
  ]);
}

/** Not cut, with the addresses of links. */
function factCells({ column, values, varying, states }: Fact): string[] {
  const textOf = (value: Fact['values'][number]) => {
    const texts = textsOfCell(value, column).map((text) =>
      replaceLinks(text, (label, href) => `${label} (${href})`),
    );
    return value === null ? blankWords(column) : texts.join('; ');
  };
  const cells = values.map((value, at) => {
    const cell = varying[at] ?? null;
    const { blank = null, unread = null, measured = null } = states[at] ?? {};
    if (blank !== null) return blank;
    const text = textOf(cell === null ? value : varyingText(cell));
    const note = unread ?? measured;
    return note === null ? text : `${text} (${note})`;
  });
  return [column.label, ...cells].map(escapeMarkdown);
}
