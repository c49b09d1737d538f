/** Compares two states. Pure. */
import { findDeadAddresses } from './addresses.ts';
import { compareRows } from './compare-rows.ts';
import { countRows } from './count-rows.ts';
import { groupEntries } from './group-entries.ts';
import { compareValues } from './match-rows.ts';
import type { Diff } from './schema.ts';
import { type Definitions, definitionKinds, presenceOf, type State, sorted } from './state.ts';
import { compareLogos, compareUnlisted } from './unlisted.ts';

export interface Compared extends Pick<Diff, 'base' | 'problems' | 'newProblems' | 'fixedProblems'> {
  readonly before: State;
  readonly after: State;
}

export function compareStates({ before, after, ...rest }: Compared): Diff {
  const comparison = compareRows(before, after);
  const { added, removed, changed } = comparison;
  const definitions = compareDefinitions(before.definitions, after.definitions);
  const logos = compareLogos(before, after);
  const unlistedOffers = compareUnlisted(before, after);
  const lists = [added, removed, changed, definitions, logos, unlistedOffers ?? []];
  return {
    ...rest,
    unchanged: lists.every((list) => list.length === 0),
    rows: {
      before: rowsOf(before),
      after: rowsOf(after),
      added: added.length,
      removed: removed.length,
      changed: changed.length,
      cells: changed.reduce((sum, { cells }) => sum + cells.length, 0),
    },
    networks: compareNames(networkKeys(before), networkKeys(after)),
    categories: compareNames(presenceOf(before).categories, presenceOf(after).categories),
    ...countRows(comparison),
    entries: groupEntries(comparison),
    definitions,
    logos,
    unlistedOffers,
    deadAddresses: findDeadAddresses(before, after, removed),
  };
}

function rowsOf({ networks }: State): number {
  return networks.reduce((sum, { rows }) => sum + rows.length, 0);
}

function networkKeys({ networks }: State): Set<string> {
  return new Set(networks.map(({ key }) => key));
}

function compareNames(before: ReadonlySet<string>, after: ReadonlySet<string>): Diff['networks'] {
  return {
    before: before.size,
    after: after.size,
    appeared: sorted([...after].filter((name) => !before.has(name))),
    vanished: sorted([...before].filter((name) => !after.has(name))),
  };
}

type DefinitionChange = Diff['definitions'][number];

function compareDefinitions(before: Definitions, after: Definitions): DefinitionChange[] {
  return definitionKinds.flatMap((kind) => {
    const keys = sorted(new Set([...before[kind].keys(), ...after[kind].keys()]));
    return keys.flatMap((key): DefinitionChange[] => {
      const [old, now] = [before[kind].get(key), after[kind].get(key)];
      if (!old) return [{ kind, key, change: 'added', cells: [] }];
      if (!now) return [{ kind, key, change: 'removed', cells: [] }];
      const cells = compareValues(old, now).map(({ column, before, after }) => ({ column, before, after }));
      return cells.length === 0 ? [] : [{ kind, key, change: 'changed', cells }];
    });
  });
}
