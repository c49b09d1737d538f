/** What a source folder says, whatever its spelling: for comparing it before and after a fix. */
import path from 'node:path';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Value } from '../../../model/rows.ts';
import { checkSources } from '../../../pipeline/check-sources.ts';
import type { Problem } from '../../../pipeline/problem.ts';
import { smallProject } from '../../support/paths.ts';

export interface Meaning {
  /** The rows of each network, sorted: the order in a file is what slug order changes. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly providers: readonly string[];
  readonly meta: unknown;
  /** Each once, sorted, without lines and messages: a list that names a thing twice is wrong twice before a fix. */
  readonly errors: readonly string[];
}

/** An item that stands twice in a list that rows are filtered by counts once: that is what a fix takes away. */
export async function readMeaning(sources: string, project = smallProject): Promise<Meaning> {
  const { sources: read, resolved, problems } = await checkSources({ sources, project, progress: () => undefined });
  const sets = new Set(read.meta.columns.filter(isSet).map(({ key }) => key));
  const contents = new Map(
    resolved.contents.map((content) => {
      const values = Object.entries(content.values).map(([key, value]) => [key, sets.has(key) ? once(value) : value]);
      return [content, JSON.stringify([content.category, values, content.offer?.file ?? null])];
    }),
  );
  return {
    rows: Object.fromEntries(
      resolved.networks.map(({ key, rows }) => [
        key,
        rows.map(({ content }) => contents.get(content) ?? '').toSorted(),
      ]),
    ),
    providers: read.providers.map(({ value }) => JSON.stringify({ ...value, tag: once(value.tag) })).toSorted(),
    meta: {
      ...read.meta,
      // A fix trims cells, line breaks included.
      networkLines: null,
      columns: read.meta.columns.map((column) => ({
        ...column,
        categories: once(column.categories),
        requiredIn: once(column.requiredIn),
      })),
      networks: read.meta.networks.map((network) => ({ ...network, chains: once(network.chains) })),
      sets: read.meta.sets.map(({ value }) => value),
    },
    errors: [
      ...new Set(problems.filter(isError).map(({ rule, file, column }) => `${file} ${column} ${rule}`)),
    ].toSorted(),
  };
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

function isSet({ valueKind, filter }: ColumnDefinition): boolean {
  return valueKind === 'array' && filter !== null;
}

function once(value: Value): Value {
  return Array.isArray(value) ? [...new Set(value)] : value;
}

/** The project's own meta/ for a folder without one. */
export const wholeProject = path.resolve(import.meta.dirname, '../../..');
