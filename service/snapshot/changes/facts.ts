/** What a reader learns from each change. */
import { parseJson } from '../../../common/json.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { type Change, type ChangeFact, isProbeColumn } from '../../../model/changes.ts';
import { type ColumnDefinition, isAddress, isLimit, isMoney } from '../../../model/columns.ts';

type Told = Pick<Change, 'kind' | 'wholeOffer' | 'column' | 'before' | 'after'>;

/** `definition`: of the changed column, undefined if the snapshot does not have it any more. */
export function factOf(
  { kind, wholeOffer, column, before, after }: Told,
  definition: ColumnDefinition | undefined,
): ChangeFact {
  if (column === null) return wholeOffer === false || kind === 'changed' ? 'chains' : kind;
  if (column === 'chain') return 'chains';
  if (isProbeColumn(column)) return 'answers';
  if (definition === undefined) return 'other';
  if (isMoney(definition)) return 'price';
  if (isAddress(definition) || readsTheSame(before, after)) return 'addresses';
  return isLimit(definition) ? 'limits' : 'other';
}

/** Whether two lists differ in the addresses of their links only. */
function readsTheSame(before: string | null, after: string | null): boolean {
  if (!before?.includes('](') || !after?.includes('](')) return false;
  const [old, now] = [before, after].map((text) => {
    const items = parseJson(text);
    return Array.isArray(items) ? JSON.stringify(items.map((item) => labelsOnly(String(item)))) : null;
  });
  return old !== null && old === now;
}
