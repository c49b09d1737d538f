/**
 * Schemas of the tables of editors: every line of a real folder conforms to them, and a broken one
 * does not.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { describeSourceTables } from '../../../pipeline/commands/edit/describe-tables.ts';
import { corpusSlice, projectFolder } from '../../support/paths.ts';

interface TableSchema {
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly constraints?: object;
  }[];
}

const { sources } = await checkSources({ sources: corpusSlice, project: projectFolder });
const tables = new Map(describeSourceTables(sources.meta).map((table) => [table.name, table]));
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
const validators = new Map(
  [...tables].map(([name, { jsonSchema }]) => [name, ajv.compile(jsonSchema)]),
);

function tableOf(file: string): string {
  return `${file.startsWith('listings/') ? 'listings' : 'offers'}-${path.posix.basename(file, '.csv')}`;
}

describe('describeSourceTables', () => {
  it('describes providers, and offers and listings of each category', () => {
    assert.equal(tables.size, 1 + 2 * sources.meta.categories.length);
  });

  it('accepts every line of the corpus slice', () => {
    const lines = [...sources.offers, ...sources.listings].map(
      ({ source, cells }) => [tableOf(source.file), cells.values] as const,
    );
    const all = [...lines, ...sources.providers.map(({ value }) => ['providers', value] as const)];
    assert.equal(all.length > 500, true);
    const refused = all.filter(([table, values]) => validators.get(table)?.(values) !== true);
    assert.deepEqual(refused, []);
  });

  it('has a field for every column of a real header', () => {
    const names = new Map(
      [...tables].map(([name, { tableSchema }]) => [
        name,
        new Set((tableSchema as TableSchema).fields.map((field) => field.name)),
      ]),
    );
    const unknown = [...sources.headers].flatMap(([file, header]) =>
      [...header].filter((column) => !names.get(tableOf(file))?.has(column)),
    );
    assert.deepEqual(unknown, []);
  });

  it('refuses values of another kind, unknown columns and offers without a slug', () => {
    const line = { slug: 'acme-wallet', provider: 'Acme', custodial: true, tag: ['a'] };
    const validate = validators.get('offers-wallets');
    assert.equal(validate?.(line), true);
    for (const wrong of [
      { custodial: 'yes' },
      { tag: 'a' },
      { slug: 'Acme Wallet' },
      { slug: null },
      { pric: '$1' },
    ])
      assert.equal(validate?.({ ...line, ...wrong }), false, JSON.stringify(wrong));
  });

  it('states in the Table Schema what a spreadsheet program needs', () => {
    const { fields } = (tables.get('offers-wallets')?.tableSchema ?? { fields: [] }) as TableSchema;
    assert.deepEqual(fields.find(({ name }) => name === 'slug')?.constraints, {
      required: true,
      unique: true,
      pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    });
    assert.equal(fields.find(({ name }) => name === 'tag')?.type, 'array');
    assert.equal(fields.find(({ name }) => name === 'custodial')?.type, 'boolean');
  });
});
