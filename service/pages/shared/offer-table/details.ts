/**
 * Details of a line, which unfold below it: links, and facts that its cells do not show in full.
 */
import { type ColumnDefinition, isAddress, isAmount } from '../../../../model/columns.ts';
import type { VaryingCell } from '../../../answers/offer-cells.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import { shownTexts, textsOf } from '../../../text/cells.ts';
import { type Links, renderMarkdown } from '../markdown.ts';
import { isCut, presentFlag } from './cell.ts';
import {
  describe,
  isChain,
  isFact,
  longSummary,
  type OfferInput,
  presentButtons,
  valuesIn,
} from './offer-row.ts';

/** Lists of links that differ by network. Those of most networks come first. */
const maxLinkLists = 8;

export interface DetailsInput extends Pick<OfferInput, 'columns' | 'shown' | 'links' | 'named'> {
  /** HTML of a value. */
  readonly renderFact: (column: ColumnDefinition, value: Row[string]) => string;
  /** Cells in which the listings of the offer differ, by column key. */
  readonly varying: ReadonlyMap<string, VaryingCell>;
  /** The values of a cell with their networks. */
  readonly placesOf: (cell: VaryingCell) => string;
  /** Those that the first row states. */
  readonly numbers: Row;
}

export function presentDetails(
  rows: readonly Row[],
  { columns, shown, links, named, renderFact, varying, placesOf, numbers }: DetailsInput,
) {
  const [first = {}] = rows;
  const summary = describe(first, columns);
  const needsFact = (column: ColumnDefinition) =>
    column.cellType === 'description'
      ? summary !== null && summary.length > longSummary
      : isFact(column) &&
        (!shown.includes(column) || isCut(column, valuesIn(rows, column), numbers));
  const facts = columns.filter(
    (column) =>
      (varying.has(column.key) && !isAddress(column)) ||
      (needsFact(column) && textsOf(first[column.key]).length > 0),
  );
  const statedIn = (column: ColumnDefinition) => {
    const cell = varying.get(column.key);
    return cell === undefined ? valueIn(rows, column) : [placesOf(cell)];
  };
  return {
    buttons: presentButtons(rowsOfButtons(rows, varying), links),
    facts: facts.map((column) => renderFact(asText(column, varying), statedIn(column))).join(''),
    offers: rows.map((row) => ({ slug: String(row.slug), chain: textsOf(row.chain)[0] ?? null })),
    width: shown.length + 2 + (named ? 1 : 0),
  };
}

/** A flag that varies is a text. */
function asText(column: ColumnDefinition, varying: DetailsInput['varying']): ColumnDefinition {
  return varying.has(column.key) ? { ...column, valueKind: 'array', cellType: null } : column;
}

/** Links that differ name their network. */
function rowsOfButtons(rows: readonly Row[], varying: DetailsInput['varying']): readonly Row[] {
  const cell = varying.get('actionButtons');
  if (cell === undefined || !cell.difference.startsWith('network')) return rows;
  return cell.values.slice(0, maxLinkLists).map(({ value, networks: [network, another] }) => ({
    actionButtons: value,
    chain: another === undefined ? (network ?? null) : null,
  }));
}

/** The chains of all rows; any other column has the same value in every row. */
function valueIn(rows: readonly Row[], column: ColumnDefinition): Row[string] {
  if (!isChain(column)) return rows[0]?.[column.key] ?? null;
  return [...new Set(rows.flatMap((row) => textsOf(row[column.key])))];
}

export function presentFact(column: ColumnDefinition, value: Row[string], links: Links) {
  const flag = column.valueKind === 'boolean';
  return {
    label: column.label,
    /** HTML; empty for a flag. */
    items: flag
      ? []
      : once(shownTexts(value, column)).map((text) => renderItem(column, text, links)),
    ...(flag ? presentFlag(column, value) : { yes: false, no: false, tone: null }),
  };
}

/** Each item once, whatever its case: the first spelling. */
function once(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size < seen.add(text.trim().toLowerCase()).size);
}

/** A list of prices, `$5/$45/$215`, has line breaks after slashes. */
function renderItem(column: ColumnDefinition, text: string, links: Links): string {
  const html = renderMarkdown(text, links);
  return isAmount(column) && !html.includes('<') ? html.replaceAll('/', '/<wbr>') : html;
}
