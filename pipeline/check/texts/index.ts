/** Runs the rules for texts. Each distinct text of a column is examined once. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import type { AddProblem } from '../../problem.ts';
import type { CellFault, CellReading, StatedNumbers } from '../../sources.ts';
import {
  type CheckContext,
  type FindFaults,
  noFaults,
  providerLines,
  type TextColumn,
  type TextRule,
  textsOf,
  type UnreadParts,
} from '../rule.ts';
import { textRules } from './rules.ts';

/** Finds faults of the texts and list items of a record. */
export function textFaults({ sources, resolved }: CheckContext): FindFaults {
  const unread = unreadParts(resolved.numbers);
  const columns = new Map(
    sources.meta.columns.map((column) => {
      const rules = textRules.filter(({ columns }) => columns?.(column));
      const cached = new Map<string, readonly CellFault[]>();
      const look = (text: string) =>
        getOrInsert(cached, text, () => examine(text, column, rules, unread));
      return [column.key, look];
    }),
  );
  return ({ values }) => {
    const found: CellFault[] = [];
    for (const key in values) {
      const look = columns.get(key);
      if (look !== undefined) for (const text of textsOf(values[key])) found.push(...look(text));
    }
    return found.length === 0 ? noFaults : found;
  };
}

export function checkProviderTexts({ sources, resolved }: CheckContext, add: AddProblem): void {
  const unread = unreadParts(resolved.numbers);
  const lines = providerLines(sources);
  const keys = new Set(textRules.flatMap(({ providers }) => providers ?? []));
  for (const key of keys) {
    const rules = textRules.filter(({ providers }) => providers?.includes(key));
    for (const { source, provider } of lines) {
      const text = provider[key];
      if (typeof text !== 'string') continue;
      for (const fault of examine(text, { key, nullable: true }, rules, unread))
        add({ ...source, ...fault });
    }
  }
}

function unreadParts(numbers: StatedNumbers): UnreadParts {
  const partsOf = (byText: ReadonlyMap<string, CellReading>) =>
    [...byText.values()].flatMap(({ left }) => left.map((each) => [each.text, each.left] as const));
  return new Map([...numbers].map(([key, byText]) => [key, new Map(partsOf(byText))]));
}

function examine(
  text: string,
  column: TextColumn,
  rules: readonly TextRule[],
  unread: UnreadParts,
): readonly CellFault[] {
  const found: CellFault[] = [];
  for (const { rule, find } of rules) {
    const isTold = found.length > 0 && found.some((each) => each.rule === rule);
    const fault = isTold ? null : find(text, column, unread);
    if (fault === null) continue;
    const [message, suggestion] = fault;
    found.push({ rule, column: column.key, value: text, message, suggestion });
  }
  return found.length === 0 ? noFaults : found;
}
