/**
 * Checks of edited lines, with what they said before. They ask about what is right in some lines
 * and wrong in others, so they say nothing of lines that nobody edits.
 */

import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import { type CheckContext, textsOf } from '../../check/rule.ts';
import type { AddProblem } from '../../problem.ts';
import { type EditedLine, editedLines, linesOf } from '../edited-lines.ts';
import { findOtherChain } from './chains.ts';
import {
  findDateOfVersion,
  findEarlierRelease,
  findOlderVersion,
  findPastDate,
  findShortVersion,
  findSpacedVersion,
} from './dates.ts';
import { type FaultInCell, type Known, knowledgeOf } from './known.ts';
import { findOddLink } from './links.ts';
import {
  findEvmWord,
  findOtherDepth,
  findOtherKind,
  findOtherLogo,
  findOtherPlan,
  isOfPlan,
} from './neighbours.ts';
import { findExchanged, findSlip, isMeasured } from './numbers.ts';
import {
  accounts,
  findAllNetworks,
  findCopiedFile,
  findOddContact,
  findOtherName,
  findOtherOwner,
  findSameAccount,
  findSameName,
  findSameOffer,
  findSameSite,
} from './owners.ts';
import { findListingPrice, findSibling, isAlike } from './siblings.ts';
import { findCutText, findForeignText, findOtherLanguage } from './texts.ts';
import { findOddValue } from './values.ts';

interface EditRule {
  /**
   * Changed columns that are looked at; by a name, the line is looked at as a whole, and its fault
   * is told at this column.
   */
  readonly columns: string | ((column: string, definition?: ColumnDefinition) => boolean);
  readonly find: (line: EditedLine, column: string, known: Known) => FaultInCell | null;
}

const every = () => true;
const oneOf = (columns: readonly string[]) => (column: string) => columns.includes(column);
const defined =
  (isWanted: (definition: ColumnDefinition) => boolean) =>
  (_: string, definition?: ColumnDefinition) =>
    definition !== undefined && isWanted(definition);

/** Of several faults of a cell, the first counts. */
const rules: readonly EditRule[] = [
  { columns: every, find: findExchanged },
  // A plan's own amounts also differ by some factor from those of another plan.
  { columns: defined(isOfPlan), find: findOtherPlan },
  { columns: isMeasured, find: findSlip },
  { columns: (column) => column.endsWith('Version'), find: findDateOfVersion },
  { columns: (column) => column.endsWith('Version'), find: findSpacedVersion },
  { columns: (column) => column.endsWith('Version'), find: findOlderVersion },
  { columns: (column) => column.endsWith('Version'), find: findShortVersion },
  { columns: (column) => column.endsWith('ReleaseDate'), find: findEarlierRelease },
  { columns: defined(isAlike), find: findSibling },
  { columns: every, find: findOtherDepth },
  { columns: defined(isMoney), find: findListingPrice },
  { columns: every, find: findOddValue },
  { columns: defined(({ filter }) => filter !== null), find: findEvmWord },
  { columns: oneOf(['name']), find: findSameName },
  { columns: oneOf(['website']), find: findSameSite },
  { columns: oneOf(accounts), find: findSameAccount },
  { columns: oneOf(['docs', 'website', 'github']), find: findOddContact },
  { columns: oneOf(['actionButtons']), find: findOtherChain },
  { columns: oneOf(['logoPath']), find: findOtherLogo },
  { columns: every, find: findPastDate },
  { columns: every, find: findOddLink },
  { columns: oneOf(['description']), find: findForeignText },
  { columns: every, find: findOtherLanguage },
  { columns: every, find: findCutText },
  { columns: defined(({ role }) => role === 'name'), find: findOtherName },
  { columns: oneOf(['provider']), find: findOtherOwner },
  { columns: 'slug', find: findSameOffer },
  { columns: 'offer', find: findAllNetworks },
  { columns: 'offer', find: findOtherKind },
  { columns: 'offer', find: findCopiedFile },
];

export function checkEdits(before: CheckContext, after: CheckContext, add: AddProblem): void {
  const [old, now] = [linesOf(before), linesOf(after)];
  const edited = editedLines(old, now);
  if (edited.length === 0) return;
  const known = knowledgeOf(before.sources, old, now);
  for (const line of edited) {
    for (const [column, [rule, message, suggestion, item]] of examine(line, known)) {
      const value = item ?? textsOf(line.values[column]).join(', ');
      add({ ...line.source, rule, column, value, message, suggestion });
    }
  }
}

function examine(line: EditedLine, known: Known): ReadonlyMap<string, FaultInCell> {
  const found = new Map<string, FaultInCell>();
  for (const { columns, find } of rules)
    for (const column of columnsIn(line, columns, known)) {
      const fault = found.has(column) ? null : find(line, column, known);
      if (isNews(fault, found)) found.set(column, fault);
    }
  return found;
}

function columnsIn(
  { changed }: EditedLine,
  columns: EditRule['columns'],
  known: Known,
): readonly string[] {
  if (typeof columns === 'string') return [columns];
  return changed.filter((column) => columns(column, known.columns.get(column)));
}

/** A provider that is there already has several cells of the other line: one is told. */
function isNews(
  fault: FaultInCell | null,
  found: ReadonlyMap<string, FaultInCell>,
): fault is FaultInCell {
  const isTwice = [...found.values()].some(([rule]) => rule === 'similar-provider');
  return fault !== null && !(isTwice && ofTwice.has(fault[0]));
}

const ofTwice: ReadonlySet<string> = new Set(['similar-provider', 'foreign-text']);
