/** The conditions of a page as chips: each is a link to the page without it. */
import { chainText, readableText } from '../../answers/readable.ts';
import { type Condition, withoutPart } from '../../questions/conditions.ts';
import type { ListQuestion } from '../../questions/list.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';

/** Chips are links that repeat the whole address. The form has all other values, too. */
const maxChips = 20;

interface Chipped {
  readonly snapshot: Snapshot;
  /** Key of the network of the page; null for all. */
  readonly network: string | null;
  /** Of the list without the condition. */
  readonly href: (question: ListQuestion) => string;
}

/**
 * A chip for each part of a condition of a list. `moreChips`: the number of parts without a chip,
 * null for none.
 */
export function presentChips(
  conditions: readonly Condition[],
  question: ListQuestion,
  { snapshot, network, href }: Chipped,
) {
  const parts = conditions.flatMap((condition) =>
    condition.parts.map((part) => ({ condition, part })),
  );
  const shown = parts.slice(0, maxChips);
  return {
    chips: shown.map(({ condition, part }) => ({
      label: condition.label,
      text:
        condition.filter?.column.cellType === 'chain'
          ? chainText(snapshot, network, part.text)
          : readableText(snapshot, condition.id, part.text),
      href: href(withoutPart(question, condition, part)),
    })),
    moreChips: parts.length === shown.length ? null : parts.length - shown.length,
  };
}

/** A chip for each condition, whose id is a parameter. `without`: the address without it. */
export function presentWholeChips(
  conditions: readonly Condition[],
  without: (parameter: string) => string,
) {
  return conditions.map(({ id, label, parts }) => ({
    label,
    text: parts.map(({ text }) => text).join(', '),
    href: without(id),
  }));
}
