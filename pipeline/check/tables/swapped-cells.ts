/**
 * Two cells of a line in each other's column: their values are common in the other column, and rare
 * in their own.
 */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import type { AddProblem } from '../../problem.ts';
import type { EntryCells, Sources } from '../../sources.ts';
import { type CheckContext, countRecords } from '../rule.ts';

/**
 * How often the other column has the value, at least, and how many times as often as its own
 * column.
 */
const common = 5;
const times = 4;

/** By text and column. */
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function checkSwappedCells({ sources }: CheckContext, add: AddProblem): void {
  const counts = countTexts(sources);
  const cached = new Map<EntryCells, readonly [string, string] | null>();
  const swapOf = (cells: EntryCells) => getOrInsert(cached, cells, () => findSwap(cells, counts));
  const swapped = [...sources.offers, ...sources.listings].flatMap(({ source, cells }) => {
    const swap = swapOf(cells);
    return swap === null ? [] : [{ source, cells, swap }];
  });
  for (const lines of groupBy(swapped, ({ source, swap }) => `${source.file} ${swap}`).values()) {
    const { source, cells, swap } = lines[0];
    const [[one, other], isOne] = [swap, lines.length === 1];
    const where = isOne ? '' : ` on ${lines.length} lines`;
    const message = `"${cells.values[one]}" is a value of "${other}", and "${cells.values[other]}" one of "${one}"${where}`;
    const suggestion = isOne
      ? 'swap the two cells'
      : 'swap the two columns, or their names in the header';
    add({
      rule: 'swapped-cells',
      ...source,
      line: isOne ? source.line : 1,
      column: one,
      message,
      suggestion,
    });
  }
}

function countTexts(sources: Sources): Counts {
  const columns = sources.meta.columns.filter(
    ({ valueKind, key }) => valueKind === 'string' && key !== 'slug' && key !== 'offer',
  );
  const keys = new Set(columns.map(({ key }) => key));
  const counts = new Map<string, Map<string, number>>();
  for (const { cells, count } of countRecords(sources)) {
    for (const key in cells.values) {
      const text = cells.values[key];
      if (typeof text !== 'string' || !keys.has(key)) continue;
      const columns = getOrInsert(counts, text, () => new Map<string, number>());
      columns.set(key, (columns.get(key) ?? 0) + count);
    }
  }
  return counts;
}

function findSwap({ values }: EntryCells, counts: Counts): readonly [string, string] | null {
  // Most texts stand in one column only.
  const columnsOf = (value: unknown) => (typeof value === 'string' ? counts.get(value) : undefined);
  const texts = Object.entries(values).filter(([key, value]) => {
    const columns = columnsOf(value);
    return columns !== undefined && columns.size > 1 && columns.has(key);
  });
  for (const [index, [one, value]] of texts.entries())
    for (const [other, text] of texts.slice(index + 1))
      if (isForeign(one, other, columnsOf(value)) && isForeign(other, one, columnsOf(text)))
        return [one, other];
  return null;
}

/** Whether a value belongs to another column. */
function isForeign(
  own: string,
  other: string,
  columns: ReadonlyMap<string, number> | undefined,
): boolean {
  const found = columns?.get(other) ?? 0;
  return found >= common && found >= times * (columns?.get(own) ?? 0);
}
