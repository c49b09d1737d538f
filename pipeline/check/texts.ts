/** Runs text rules on cells, list items and texts of providers.csv. */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Values } from '../../model/rows.ts';
import type { AddProblem } from '../problem.ts';
import type { RuleName } from '../rules.ts';
import { type EntryCells, type OfferEntry, type Sources, sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';

export interface TextRule {
  readonly rule: RuleName;
  /** Finds what is wrong with a text of the column and how to fix it; null if nothing is wrong. */
  readonly find: (text: string, column: ColumnDefinition) => Finding | null;
}

export interface Finding {
  readonly message: string;
  readonly suggestion: string;
}

interface FoundText extends Finding {
  readonly rule: RuleName;
  readonly column: string;
  readonly value: string;
}

/** Several rules if they share what they read. */
export type BuildTextRule = (context: CheckContext) => TextRule | readonly TextRule[];

/** Checks offers and listings. Equal records are examined once and reported at each place. */
export function checkTexts(context: CheckContext, builders: readonly BuildTextRule[], add: AddProblem): void {
  const rules = builders.flatMap((build) => build(context));
  const { meta, offers, listings } = context.sources;
  const columns = new Map(meta.columns.map((column) => [column.key, new ColumnTexts(column, rules)]));
  const known = new Map<EntryCells, readonly FoundText[]>();
  const check = ({ cells, source }: OfferEntry) => {
    let found = known.get(cells);
    if (!found) known.set(cells, (found = findAll(cells.values, columns)));
    for (const problem of found) add({ ...problem, ...source });
  };
  offers.forEach(check);
  listings.forEach(check);
}

const nothing: readonly FoundText[] = [];

function findAll(values: Values, columns: ReadonlyMap<string, ColumnTexts>): readonly FoundText[] {
  const found: FoundText[] = [];
  for (const key in values) {
    const value = values[key];
    const column = columns.get(key);
    if (column === undefined || value === null || typeof value === 'boolean' || value === undefined) continue;
    if (typeof value === 'string') collect(column.find(value));
    else for (const item of value) collect(column.find(item));
  }
  return found.length === 0 ? nothing : found;

  function collect(more: readonly FoundText[]): void {
    for (const each of more) found.push(each);
  }
}

/** Findings of the texts of one column. Each distinct text is examined once. */
class ColumnTexts {
  readonly #known = new Map<string, readonly FoundText[]>();
  readonly #column: ColumnDefinition;
  readonly #rules: readonly TextRule[];

  constructor(column: ColumnDefinition, rules: readonly TextRule[]) {
    this.#column = column;
    this.#rules = rules;
  }

  find(text: string): readonly FoundText[] {
    let found = this.#known.get(text);
    if (!found) this.#known.set(text, (found = this.#look(text)));
    return found;
  }

  #look(text: string): readonly FoundText[] {
    const found = this.#rules.flatMap(({ rule, find }) => {
      const finding = find(text, this.#column);
      return finding === null ? [] : [{ rule, column: this.#column.key, value: text, ...finding }];
    });
    return found.length === 0 ? nothing : found;
  }
}

/** Runs one rule on texts of providers.csv, which columns.csv does not define. */
export function checkProviderTexts<K extends string>(
  { providers }: Sources,
  keys: readonly (K & keyof Sources['providers'][number]['value'])[],
  { find, ...rule }: Omit<TextRule, 'find'> & { readonly find: (text: string, key: K) => Finding | null },
  add: AddProblem,
): void {
  for (const { value, line } of providers) {
    for (const key of keys) {
      const text = value[key];
      const finding = typeof text === 'string' ? find(text, key) : null;
      if (finding === null) continue;
      add({ ...rule, file: sourcePaths.providers, line, column: key, value: String(text), ...finding });
    }
  }
}

/** Columns with values of a vocabulary, not sentences. */
const plainCells: readonly ColumnDefinition['cellType'][] = ['provider', 'actionButtons', 'planType', 'chain'];

/** Whether the text of a column is shown as Markdown. */
export function isMarkdown({ key, cellType }: ColumnDefinition): boolean {
  return key !== 'slug' && !plainCells.includes(cellType);
}

/** Cuts a long text for a message. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
