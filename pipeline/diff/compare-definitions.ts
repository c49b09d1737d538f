/** Compares the definitions: networks, categories, columns and providers. */
import { compareValues } from './match-rows.ts';
import type { Diff } from './schema.ts';
import { type Definitions, definitionKinds, sorted } from './state.ts';

type DefinitionChange = Diff['definitions'][number];

export function compareDefinitions(before: Definitions, after: Definitions): DefinitionChange[] {
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
