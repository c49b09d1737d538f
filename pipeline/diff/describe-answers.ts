/** Changes of what probes found: endpoints and servers of offers that stopped answering, or answer again. */
import { groupBy } from '../../common/group-by.ts';
import { answeringColumn, type Change } from '../../model/changes.ts';
import type { Content, ResolvedNetwork } from '../sources.ts';
import { comparePlaces, placeOf, subjectOf } from './describe-changes.ts';
import { sorted } from './state.ts';

/** An address that answers no longer, or again, with the contents of the rows that state it. */
export interface Turn {
  readonly address: string;
  readonly answers: boolean;
  readonly contents: ReadonlySet<Content>;
}

/** One change for each address of an offer, in the order of the rows. */
export function describeAnswers(turns: readonly Turn[], networks: readonly ResolvedNetwork[]): Change[] {
  const known = new Set(turns.flatMap(({ contents }) => [...contents]));
  const placed = networks.flatMap(({ key, rows }) =>
    rows.filter(({ content }) => known.has(content)).map((row) => ({ key, row })),
  );
  return turns.flatMap(({ address, answers, contents }) => {
    const own = placed.filter(({ row }) => contents.has(row.content));
    const offers = groupBy(own, ({ row }) => JSON.stringify(subjectOf(row)));
    const cells = answers ? { before: null, after: address } : { before: address, after: null };
    return Array.from(
      offers,
      ([subject, listed]): Change => ({
        kind: 'changed',
        ...(JSON.parse(subject) as ReturnType<typeof subjectOf>),
        networks: sorted(new Set(listed.map(({ key }) => key))),
        wholeOffer: null,
        column: answeringColumn,
        ...cells,
        cause: { kind: 'probe', files: [] },
        rows: listed.map(({ key, row }) => placeOf(key, row, null)).toSorted(comparePlaces),
      }),
    );
  });
}
