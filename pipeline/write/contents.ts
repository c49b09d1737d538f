/** Records of the contents of a category: one for each distinct row, without its network. */
import { cellSeparator, foldCell } from '../../common/fold.ts';
import { type ColumnDefinition, hasNumbers } from '../../model/columns.ts';
import { companionValues } from '../../model/companions.ts';
import type { Value } from '../../model/rows.ts';
import type { Resolved } from '../sources.ts';

export function* contentRecords(category: string, columns: readonly ColumnDefinition[], resolved: Resolved) {
  const numeric = columns.filter(hasNumbers);
  const fold = memoize(foldCell);
  for (const [id, content] of resolved.contents.entries()) {
    if (content.category !== category) continue;
    const record = {
      _content: id,
      ...content.values,
      offerSlug: content.offerSlug,
      offerFile: content.offer?.file,
      offerLine: content.offer?.line,
      overrides: content.offer === null ? null : content.overrides,
      _search: Object.values(content.values).flatMap(textsOf).map(fold).join(cellSeparator),
      _offer: content.offerSlug ?? content.listingSlug,
    };
    for (const column of numeric) Object.assign(record, companionValues(column, content.numbers[column.key] ?? null));
    yield record;
  }
}

/** Limits memory for large sources. Most cells repeat. */
const maxMemoized = 20_000;

function memoize(compute: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let value = known.get(text);
    if (value !== undefined) return value;
    if (known.size >= maxMemoized) known.clear();
    known.set(text, (value = compute(text)));
    return value;
  };
}

function textsOf(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : [];
}
