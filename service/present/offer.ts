/** A row -> what the directory page shows of it: a title, the facts at a glance, the rest, and its buttons. */
import type { ColumnDefinition } from '../../model/columns.ts';
import { type CellText, parseCellText } from './links.ts';
import type { RowObject } from './row-json.ts';

export interface Fact {
  readonly label: string;
  readonly description: string | null;
  readonly items: readonly CellText[];
  /** More than is read at a glance: folded. */
  readonly long: boolean;
  readonly count: number;
}

export interface OfferView {
  readonly slug: string;
  readonly title: string;
  readonly starred: boolean;
  readonly badges: readonly { readonly label: string; readonly text: string; readonly kind: string }[];
  readonly summary: string | null;
  readonly facts: readonly Fact[];
  readonly hasFacts: boolean;
  readonly buttons: readonly CellText[];
}

/** Shown in places of their own. */
const placed = ['slug', 'provider', 'offer', 'planName', 'starred'];
const badgeCells = ['planType', 'chain', 'numericRange'];
const longList = 4;
const longText = 160;

export function presentOffer(row: RowObject, columns: readonly ColumnDefinition[]): OfferView {
  const shown = columns.filter((column) => !placed.includes(column.key) && !isEmpty(row[column.key]));
  const badges = shown.filter((column) => badgeCells.includes(column.cellType ?? ''));
  const rest = shown.filter(
    (column) => !badges.includes(column) && !['actionButtons', 'description'].includes(column.cellType ?? ''),
  );
  const summary = columns.find((column) => column.cellType === 'description');
  const text = (key: string) => (typeof row[key] === 'string' ? String(row[key]) : null);
  const names = [text('offer'), text('planName')].filter((name) => name !== null);
  const facts = rest.map((column) => presentFact(column, row[column.key] ?? null));
  return {
    slug: String(row.slug),
    title: names.length > 0 ? names.join(' · ') : String(row.slug),
    starred: row.starred === 1,
    badges: badges.map(({ key, label, cellType }) => ({ label, text: String(row[key]), kind: cellType ?? '' })),
    summary: summary ? text(summary.key) : null,
    facts,
    hasFacts: facts.length > 0,
    buttons: listOf(row.actionButtons)
      .map(parseCellText)
      .filter(({ href }) => href !== null),
  };
}

function presentFact(column: ColumnDefinition, value: RowObject[string]): Fact {
  const texts = column.valueKind === 'boolean' ? [value === 1 ? 'Yes' : 'No'] : listOf(value);
  const { label, description } = column;
  const long = texts.length > longList || texts.join('').length > longText;
  return { label, description, items: texts.map(parseCellText), long, count: texts.length };
}

function listOf(value: RowObject[string] | undefined): readonly string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [String(value)];
}

function isEmpty(value: RowObject[string] | undefined): boolean {
  return listOf(value).length === 0;
}
