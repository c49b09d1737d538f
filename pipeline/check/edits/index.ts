/**
 * Checks of edited lines, with what they said before. They ask about what is right in some lines and wrong in others, so
 * they say nothing of lines that nobody edits.
 */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import type { AddProblem } from '../../problem.ts';
import type { CellFault } from '../../sources.ts';
import type { CheckContext } from '../rule.ts';
import { type Known, knowledgeOf } from './known.ts';
import { type EditedLine, editedLines, linesOf } from './lines.ts';
import { findOddLinks } from './links.ts';
import { findExchanged, findListingPrice, findSiblings, findSlips } from './numbers.ts';
import {
  findAllNetworks,
  findCopiedFile,
  findCutText,
  findForeignText,
  findOtherName,
  findOtherOwner,
  findProviderFaults,
  findSameOffer,
} from './owners.ts';
import { findOddValues } from './values.ts';

type FindInEdit = (line: EditedLine, known: Known) => readonly CellFault[];

/** Of several faults of a cell, the first counts. */
const finders: readonly FindInEdit[] = [
  findExchanged,
  findSlips,
  findSiblings,
  findListingPrice,
  findOddValues,
  findProviderFaults,
  findOddLinks,
  findForeignText,
  findCutText,
  findOtherName,
  findOtherOwner,
  findSameOffer,
  findAllNetworks,
  findCopiedFile,
];

export function checkEdits(before: CheckContext, after: CheckContext, add: AddProblem): void {
  const [old, now] = [linesOf(before), linesOf(after)];
  const edited = editedLines(old, now);
  if (edited.length === 0) return;
  const known = knowledgeOf(before.sources, old, now);
  for (const line of edited) {
    const found = new Map<string, CellFault>();
    for (const find of finders) for (const fault of find(line, known)) getOrInsert(found, fault.column, () => fault);
    for (const fault of found.values()) add({ ...line.source, ...fault });
  }
}
