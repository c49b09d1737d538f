/**
 * A few columns of every kind, and a catalog that knows them, for tests of queries without a
 * snapshot.
 */
import assert from 'node:assert/strict';
import { type ColumnDefinition, statedBefore } from '../../model/columns.ts';
import { HttpError } from '../../service/errors.ts';
import type { QueryCatalog } from '../../service/questions/parse.ts';

export function makeColumn(key: string, given: Partial<ColumnDefinition> = {}): ColumnDefinition {
  const valueKind = given.valueKind ?? 'string';
  return {
    key,
    label: key,
    icon: null,
    description: null,
    filter: null,
    sorting: null,
    pinning: null,
    cellType: null,
    valueKind,
    states: null,
    unit: null,
    role: null,
    ...statedBefore.get(key),
    itemKind: valueKind === 'array' ? 'string' : null,
    nullable: true,
    trueMeans: null,
    categories: ['apis'],
    requiredIn: [],
    core: true,
    ...given,
  };
}

export const someColumns = {
  slug: makeColumn('slug'),
  provider: makeColumn('provider', { filter: 'searchableMultiSelect', sorting: 'string' }),
  chain: makeColumn('chain', { filter: 'searchableMultiSelect', sorting: 'string' }),
  supportSla: makeColumn('supportSla', { filter: 'select', sorting: 'string' }),
  trial: makeColumn('trial', { filter: 'select', sorting: 'boolean', valueKind: 'boolean' }),
  regions: makeColumn('regions', {
    filter: 'searchableMultiSelect',
    sorting: 'arrayLength',
    valueKind: 'array',
  }),
  accessPrice: makeColumn('accessPrice', { filter: 'range', sorting: 'number' }),
} as const;

const columns = Object.values(someColumns);

export const someCatalog: QueryCatalog = {
  categoryKeys: ['apis', 'wallets', 'services'],
  columnsOf: (category) =>
    columns.filter((column) => category === 'apis' || column.key === 'provider'),
};

/** The 400 that `work` throws, as consumers see it. */
export function refusalOf(work: () => unknown): ReturnType<HttpError['toJSON']>['error'] {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof HttpError, String(error));
    assert.equal(error.status, 400);
    return error.toJSON().error;
  }
  return assert.fail('nothing is refused');
}
