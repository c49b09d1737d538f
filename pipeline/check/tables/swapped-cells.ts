/** Two cells of a line in each other's column: their values are common in the other column, and rare in their own. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import type { AddProblem } from '../../problem.ts';
import type { EntryCells, OfferEntry, Sources } from '../../sources.ts';
import type { CheckContext } from '../rule.ts';

/** How often the other column has the value, at least, and how many times as often as its own column. */
const common = 5;
const times = 4;

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function checkSwappedCells({ sources }: CheckContext, add: AddProblem): void {
  const counts = countTexts(sources);
  const cached = new Map<EntryCells, readonly [string, string] | null>();
  const swapOf = ({ cells }: OfferEntry) => getOrInsert(cached, cells, () => findSwap(cells, counts));
  const swapped = [...sources.offers, ...sources.listings].filter((entry) => swapOf(entry) !== null);
  for (const lines of groupBy(swapped, (entry) => `${entry.source.file} ${swapOf(entry)}`).values()) {
    const [first, ...others] = lines;
    const [one, other] = (first && swapOf(first)) ?? [];
    if (first === undefined || one === undefined || other === undefined) continue;
    const { source, cells } = first;
    const [isOne, where] = [others.length === 0, others.length === 0 ? '' : ` on ${lines.length} lines`];
    const message = `"${cells.values[one]}" is a value of "${other}", and "${cells.values[other]}" one of "${one}"${where}`;
    const suggestion = isOne ? 'swap the two cells' : 'swap the two columns, or their names in the header';
    add({ rule: 'swapped-cells', ...source, line: isOne ? source.line : 1, column: one, message, suggestion });
  }
}

function countTexts({ offers, listings, meta }: Sources): Counts {
  const columns = meta.columns.filter(
    ({ valueKind, key }) => valueKind === 'string' && key !== 'slug' && key !== 'offer',
  );
  const counts = new Map(columns.map(({ key }) => [key, new Map<string, number>()]));
  for (const { cells } of [...offers, ...listings]) {
    for (const key in cells.values) {
      const [values, text] = [counts.get(key), cells.values[key]];
      if (values !== undefined && typeof text === 'string') values.set(text, (values.get(text) ?? 0) + 1);
    }
  }
  return counts;
}

function findSwap({ values }: EntryCells, counts: Counts): readonly [string, string] | null {
  const texts = Object.entries(values).filter(([key, value]) => typeof value === 'string' && counts.has(key));
  for (const [index, [one, value]] of texts.entries())
    for (const [other, text] of texts.slice(index + 1))
      if (isForeign(String(value), one, other, counts) && isForeign(String(text), other, one, counts))
        return [one, other];
  return null;
}

/** Whether a value belongs to another column. */
function isForeign(value: string, own: string, other: string, counts: Counts): boolean {
  const found = counts.get(other)?.get(value) ?? 0;
  return found >= common && found >= times * (counts.get(own)?.get(value) ?? 0);
}
