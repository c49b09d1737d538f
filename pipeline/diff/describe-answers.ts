/** Changes of what probes found: addresses of offers that stopped answering, answer again or moved, and lost or regained quotations. */
import { groupBy } from '../../common/group-by.ts';
import type { Change } from '../../model/changes.ts';
import type { Content, ResolvedNetwork } from '../sources.ts';
import { comparePlaces, placeOf, scopeOf, subjectOf } from './describe-changes.ts';
import { isListedEverywhere, sorted } from './state.ts';

/** A change of an address, with the contents of the rows that state it. */
export interface Turn extends Readonly<Record<'column' | 'before' | 'after', string | null>> {
  readonly contents: ReadonlySet<Content>;
}

/** One change for each turn of an offer, in the order of the rows. */
export function describeAnswers(turns: readonly Turn[], networks: readonly ResolvedNetwork[]): Change[] {
  const stating = new Set(turns.flatMap(({ contents }) => [...contents]));
  const placed = networks.flatMap(({ key, rows }) =>
    rows.filter(({ content }) => stating.has(content)).map((row) => ({ key, row })),
  );
  return turns.flatMap(({ contents, ...cells }) => {
    const own = placed.filter(({ row }) => contents.has(row.content));
    const offers = groupBy(own, ({ row }) => JSON.stringify(subjectOf(row)));
    return Array.from(
      offers,
      ([subject, listed]): Change => ({
        kind: 'changed',
        ...(JSON.parse(subject) as ReturnType<typeof subjectOf>),
        networks: sorted(new Set(listed.map(({ key }) => key))),
        wholeOffer: null,
        scope: scopeOf(listed.some(({ row }) => isListedEverywhere(row))),
        ...cells,
        cause: { kind: 'probe', files: [] },
        rows: listed.map(({ key, row }) => placeOf(key, row, null)).toSorted(comparePlaces),
      }),
    );
  });
}
