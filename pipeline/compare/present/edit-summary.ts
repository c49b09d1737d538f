/** What an edit does, in one line, so that a title that says otherwise is seen. */
import type { CheckContext } from '../../check/rule.ts';
import { plural } from '../../report/counts.ts';
import { type EditedLine, editedLines, linesOf } from '../edited-lines.ts';
import { lineSlug } from '../line-identity.ts';

/**
 * `3 offers of 1 provider and 36 listings on 12 networks added; 2 prices changed`; null if nothing of
 * these changed.
 */
export function describeEdit(before: CheckContext, after: CheckContext): string | null {
  const [old, now] = [linesOf(before), linesOf(after)];
  // The other way round, an edit shows what it removed and cleared.
  const { unreadable } = after.sources;
  // A line that cannot be read is not gone.
  const isRead = ({ source, values }: EditedLine) =>
    !unreadable.mayHold(source.file, String(values.slug));
  const [edited, undone] = [editedLines(old, now), editedLines(now, old).filter(isRead)];
  const isWhole = (line: EditedLine) => line.old === null;
  const parts = [
    ['added', describeLines(edited.filter(isWhole), after.sources.networks.length)],
    ['removed', describeLines(undone.filter(isWhole), before.sources.networks.length)],
    ['changed', describeCells([...edited, ...undone].filter((line) => !isWhole(line)))],
  ] as const;
  const told = parts.flatMap(([kind, things]) =>
    things.length === 0 ? [] : [`${join(things)} ${kind}`],
  );
  return told.length === 0 ? null : told.join('; ');
}

function describeLines(lines: readonly EditedLine[], networks: number): string[] {
  const [providers, offers, listings] = (['provider', 'offer', 'listing'] as const).map((kind) =>
    lines.filter((line) => line.kind === kind),
  ) as [EditedLine[], EditedLine[], EditedLine[]];
  const owners = new Set(offers.map(({ values }) => values.provider));
  const places = new Set(listings.map(({ network }) => network));
  const on =
    places.has(null) && networks > 1
      ? `all ${plural(networks, 'network')}`
      : plural(places.size, 'network');
  return [
    ...(providers.length === 0 ? [] : [plural(providers.length, 'provider')]),
    ...(offers.length === 0
      ? []
      : [`${plural(offers.length, 'offer')} of ${plural(owners.size, 'provider')}`]),
    ...(listings.length === 0 ? [] : [`${plural(listings.length, 'listing')} on ${on}`]),
  ];
}

/** Columns by what people call their cells. */
const kinds: readonly (readonly [column: RegExp, name: string])[] = [
  [/^(?:price|accessPrice|queryPrice|pricing)$/, 'price'],
  [/^(?:actionButtons|website|docs)$|Endpoint$/, 'link cell'],
  [/^(?:slug|offer|provider|name)$/, 'name'],
  [/./, 'other cell'],
];

function describeCells(lines: readonly EditedLine[]): string[] {
  const cells = new Map<string, string>();
  for (const { source, values, changed } of lines)
    for (const column of changed) {
      const name = kinds.find(([pattern]) => pattern.test(column))?.[1] ?? '';
      cells.set(`${source.file} ${lineSlug(values)} ${column}`, name);
    }
  const names = [...cells.values()];
  return kinds.flatMap(([, name]) => {
    const count = names.filter((each) => each === name).length;
    return count === 0 ? [] : [plural(count, name)];
  });
}

/** `a, b and c` */
function join(things: readonly string[]): string {
  return things.length < 2
    ? things.join('')
    : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}
