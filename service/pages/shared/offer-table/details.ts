/**
 * Details of a line, which unfold below it: links, and facts that its cells do not show in full.
 */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import { textsOf } from '../../../text/table.ts';
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

export interface DetailsInput extends Pick<OfferInput, 'columns' | 'shown' | 'links' | 'named'> {
  /** HTML of a value. */
  readonly renderFact: (column: ColumnDefinition, value: Row[string]) => string;
}

export function presentDetails(
  rows: readonly Row[],
  { columns, shown, links, named, renderFact }: DetailsInput,
) {
  const [first = {}] = rows;
  const summary = describe(first, columns);
  const needsFact = (column: ColumnDefinition) =>
    column.cellType === 'description'
      ? summary !== null && summary.length > longSummary
      : isFact(column) && (!shown.includes(column) || isCut(column, valuesIn(rows, column)));
  const facts = columns.filter(
    (column) => needsFact(column) && textsOf(first[column.key]).length > 0,
  );
  return {
    buttons: presentButtons(rows, links),
    facts: facts.map((column) => renderFact(column, valueIn(rows, column))).join(''),
    offers: rows.map((row) => ({ slug: String(row.slug), chain: textsOf(row.chain)[0] ?? null })),
    width: shown.length + 2 + (named ? 1 : 0),
  };
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
    items: flag ? [] : once(textsOf(value)).map((text) => renderItem(column, text, links)),
    ...(flag ? presentFlag(column, value) : { yes: false, no: false, tone: null }),
  };
}

/** Each item once, whatever its case: the first spelling. */
function once(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size < seen.add(text.trim().toLowerCase()).size);
}

/** A list of prices, `$5/$45/$215`, has line breaks after slashes. */
function renderItem({ cellType }: ColumnDefinition, text: string, links: Links): string {
  const html = renderMarkdown(text, links);
  return cellType === 'numericRange' && !html.includes('<') ? html.replaceAll('/', '/<wbr>') : html;
}
