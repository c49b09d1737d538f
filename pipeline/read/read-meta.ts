/** meta/*.csv -> the definitions of categories, columns and networks. */
import type { z } from 'zod';
import { nearestName } from '../../common/nearest-name.ts';
import { categorySchema } from '../../model/categories.ts';
import { type ColumnDefinition, columnSchema } from '../../model/columns.ts';
import { networkSchema } from '../../model/networks.ts';
import type { AddProblem } from '../problem.ts';
import { rules } from '../rules.ts';
import { type Meta, sourcePaths } from '../sources.ts';
import { parseDefinitions } from './parse-definitions.ts';
import { type ReadContext, readTable } from './parse-table.ts';

/** Reads a file below the source folder; null if it does not exist. */
export type ReadSource = (path: string) => Uint8Array | null;

/** Faulty definitions of categories or columns count as unreadable, because the meaning of the tables depends on them. */
export function readMeta(read: ReadSource, { add: report, unreadable }: ReadContext): Meta {
  const add: AddProblem = (problem) => {
    if (rules[problem.rule].severity === 'error' && problem.file !== sourcePaths.networks)
      unreadable.addFile(problem.file, null);
    report(problem);
  };
  const categories = readDefinitions(sourcePaths.categories, { schema: categorySchema, kinds: {} });
  const columns = readDefinitions(sourcePaths.columns, {
    schema: columnSchema,
    kinds: { nullable: 'boolean', core: 'boolean', categories: 'list', requiredIn: 'list' },
  });
  const networks = readDefinitions(sourcePaths.networks, { schema: networkSchema, kinds: { chains: 'array' } });
  const keys = categories.map(({ value }) => value.key);
  for (const { value, line } of columns) checkCategories(value, line, keys, add);
  return {
    categories: categories.map(({ value }) => value),
    columns: columns.map(({ value }) => value),
    networks: networks.map(({ value }) => value),
  };

  function readDefinitions<T extends { readonly key: string }>(
    path: string,
    shape: { schema: z.ZodType<T>; kinds: Parameters<typeof parseDefinitions>[1]['kinds'] },
  ) {
    const bytes = read(path);
    if (bytes === null) {
      add({ rule: 'missing-file', file: path, line: null, column: null, message: 'the file is missing' });
      unreadable.addFile(path, null);
      return [];
    }
    const context = { add, unreadable };
    const table = readTable(path, bytes, context);
    const keys = { keyOf: ({ key }: T) => key, keyColumn: 'key' };
    return table === null ? [] : parseDefinitions(table, { ...shape, ...keys }, context);
  }
}

function checkCategories(column: ColumnDefinition, line: number, keys: readonly string[], add: AddProblem): void {
  for (const category of new Set(column.categories)) {
    if (keys.includes(category)) continue;
    report('categories', category, keys, `no category "${category}" in ${sourcePaths.categories}`);
  }
  for (const category of new Set(column.requiredIn)) {
    // A category that is not there was reported as one of the column's categories.
    if (column.categories.includes(category)) continue;
    const message = `the column is required in "${category}", which is not among its categories`;
    report('requiredIn', category, column.categories, message);
  }

  function report(header: string, category: string, known: readonly string[], message: string): void {
    const near = nearestName(category, known);
    const suggestion = near === null ? `one of ${known.join(', ')}` : `did you mean "${near}"?`;
    const place = { file: sourcePaths.columns, line, column: header, value: category };
    add({ ...place, rule: 'unknown-category', message, suggestion });
  }
}
