/** Text rules: for cells and list items of offers and listings, and for texts of providers.csv. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Values } from '../../../model/rows.ts';
import type { AddProblem } from '../../problem.ts';
import type { RuleName } from '../../rules.ts';
import { type CellFault, type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { type FindFaults, noFaults } from '../records.ts';

export interface TextRule {
  readonly rule: RuleName;
  /** Finds what is wrong with a text of the column and how to fix it; null if nothing is wrong. */
  readonly find: (text: string, column: ColumnDefinition) => Finding | null;
  /** The same for texts of providers.csv, which columns.csv does not define. */
  readonly ofProviders?: ProviderRule;
}

interface ProviderRule {
  readonly keys: readonly ('name' | 'description' | 'website' | 'docs')[];
  readonly find: (text: string) => Finding | null;
}

export interface Finding {
  readonly message: string;
  readonly suggestion: string;
}

export type BuildTextRule = (context: CheckContext) => TextRule;

/** Runs the rules on the texts of providers, and returns what runs them on the texts and list items of a record. */
export function textFaults(context: CheckContext, builders: readonly BuildTextRule[], add: AddProblem): FindFaults {
  const rules = builders.map((build) => build(context));
  for (const { rule, ofProviders } of rules)
    if (ofProviders) checkProviderTexts(context.sources, ofProviders.keys, { rule, find: ofProviders.find }, add);
  const columns = new Map(context.sources.meta.columns.map((column) => [column.key, faultFinder(column, rules)]));
  return ({ values }) => findAll(values, columns);
}

function findAll(values: Values, columns: ReadonlyMap<string, FindInText>): readonly CellFault[] {
  const found: CellFault[] = [];
  for (const key in values) {
    const value = values[key];
    const column = columns.get(key);
    if (column === undefined || value === null || typeof value === 'boolean' || value === undefined) continue;
    if (typeof value === 'string') collect(column(value));
    else for (const item of value) collect(column(item));
  }
  return found.length === 0 ? noFaults : found;

  function collect(more: readonly CellFault[]): void {
    for (const each of more) found.push(each);
  }
}

type FindInText = (text: string) => readonly CellFault[];

/** Examines each distinct text of a column once. */
function faultFinder(column: ColumnDefinition, rules: readonly TextRule[]): FindInText {
  const cached = new Map<string, readonly CellFault[]>();
  const look = (text: string) => {
    const found = rules.flatMap(({ rule, find }) => {
      const finding = find(text, column);
      return finding === null ? [] : [{ rule, column: column.key, value: text, ...finding }];
    });
    return found.length === 0 ? noFaults : found;
  };
  return (text) => getOrInsert(cached, text, () => look(text));
}

/** Runs one rule on texts of providers.csv, which columns.csv does not define. */
export function checkProviderTexts<K extends string>(
  { providers }: Sources,
  keys: readonly (K & keyof Sources['providers'][number]['value'])[],
  { find, ...rule }: Pick<TextRule, 'rule'> & { readonly find: (text: string, key: K) => Finding | null },
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
