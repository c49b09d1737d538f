/** What a snapshot says of its own files, compared with the files. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { quoteText } from '../../../common/sql.ts';
import type { StoredManifest } from '../../../model/manifest.ts';
import { buildInto } from '../../support/build-folder.ts';
import { readParquet } from '../../support/second-reader.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

// JSON Schema of a Data Package descriptor, written from the specification of version 2.0
// (https://datapackage.org/standard/data-package/, data-resource and table-schema). It has the
// rules of the published profile for packages of files, and is stricter in one point: properties
// that the specification does not name are refused.

const text = { type: 'string' } as const;
const list = (items: object) => ({ type: 'array', minItems: 1, items });
const closed = (properties: object, required: readonly string[] = []) => {
  return { type: 'object', additionalProperties: false, properties, required, minProperties: 1 };
};

/** An address, or a path that stays below the descriptor. */
const place = {
  type: 'string',
  pattern: '^(?:https?://.+|(?![./~]|file:)(?!.*(?:/\\.\\./|\\\\|://)).+)$',
};
const date = { type: 'string', format: 'date-time' };

const license = closed({
  name: { type: 'string', pattern: '^[-a-zA-Z0-9._]+$' },
  path: place,
  title: text,
});
const named = { ...license, anyOf: [{ required: ['name'] }, { required: ['path'] }] };
const source = closed({
  title: text,
  path: place,
  email: { type: 'string', format: 'email' },
  version: text,
});

const fieldTypes = [
  ...[
    'string',
    'number',
    'integer',
    'boolean',
    'object',
    'array',
    'list',
    'datetime',
    'date',
    'time',
    'year',
  ],
  ...['yearmonth', 'duration', 'geopoint', 'geojson', 'any'],
];
const constraints = closed({
  required: { const: true },
  unique: { const: true },
  enum: list(text),
});
const field = closed(
  { name: text, type: { enum: fieldTypes }, title: text, description: text, constraints },
  ['name'],
);
const names = { type: 'array', minItems: 1, uniqueItems: true, items: text };
const reference = closed({ resource: text, fields: names }, ['fields']);
const foreignKey = closed({ fields: names, reference }, ['fields', 'reference']);
const schema = closed({ fields: list(field), primaryKey: names, foreignKeys: list(foreignKey) }, [
  'fields',
]);

const resource = closed(
  {
    name: text,
    path: { anyOf: [place, list(place)] },
    type: { const: 'table' },
    title: text,
    description: text,
    format: text,
    mediatype: { type: 'string', pattern: '^.+/.+$' },
    encoding: text,
    bytes: { type: 'integer' },
    hash: { type: 'string', pattern: '^(?:[^:]+:[a-fA-F0-9]+|[a-fA-F0-9]{32})$' },
    schema,
  },
  ['name', 'path'],
);

const dataPackageProfile = closed(
  {
    $schema: { const: 'https://datapackage.org/profiles/2.0/datapackage.json' },
    name: { type: 'string', pattern: '^[-a-z0-9._/]+$' },
    title: text,
    description: text,
    version: text,
    created: date,
    licenses: list(named),
    sources: list(source),
    resources: list(resource),
  },
  ['$schema', 'resources'],
);

interface Constraints {
  readonly required?: true;
  readonly unique?: true;
  readonly enum?: readonly string[];
}

interface Resource {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
  readonly schema?: {
    readonly fields: readonly {
      readonly name: string;
      readonly type: string;
      readonly description?: string;
      readonly constraints?: Constraints;
    }[];
    readonly primaryKey?: readonly string[];
    readonly foreignKeys?: readonly {
      readonly fields: readonly string[];
      readonly reference: { readonly resource: string; readonly fields: readonly string[] };
    }[];
  };
}

/** Rows of all categories, in the files of each. */
interface Offers extends Pick<Resource, 'schema'> {
  readonly path: readonly string[];
}

interface DataPackage {
  readonly version: string;
  readonly created: string;
  readonly licenses: readonly { readonly name: string }[];
  readonly resources: readonly Resource[];
}

type Row = Readonly<Record<string, unknown>>;

function valuesOf(row: Row, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => row[key]));
}

/** Constraints that the values of a column do not meet. */
function broken(
  { required, unique, enum: allowed }: Constraints,
  values: readonly unknown[],
  rows: number,
): string[] {
  return [
    ...(required && values.length < rows ? ['required'] : []),
    ...(unique && new Set(values).size < values.length ? ['unique'] : []),
    ...(allowed && !values.every((value) => allowed.includes(String(value))) ? ['enum'] : []),
  ];
}

describe('the description of a snapshot', () => {
  const cleanUp = afterAll();
  let snapshot: string;
  let manifest: StoredManifest;
  let descriptor: DataPackage;
  const read = async (file: string) =>
    JSON.parse(await readFile(path.join(snapshot, file), 'utf8'));
  const rowsOf = async (file: string): Promise<readonly Row[]> =>
    (await readParquet(path.join(snapshot, file))).rows;
  const files = () => descriptor.resources.filter(({ name }) => name !== 'offers');
  const tables = () => files().filter(({ schema }) => schema !== undefined);

  before(async () => {
    const build = await makeTemporaryFolder(cleanUp);
    const outcome = await buildInto({ build });
    assert.ok(outcome.manifest);
    manifest = outcome.manifest;
    snapshot = path.join(build, 'snapshots', manifest.id);
    descriptor = await read('datapackage.json');
  });

  it('is a Data Package', () => {
    const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(dataPackageProfile);
    assert.ok(validate(descriptor), ajv.errorsText(validate.errors));
    assert.deepEqual([descriptor.version, descriptor.created], [manifest.id, manifest.generatedAt]);
    assert.equal(descriptor.licenses[0]?.name, 'CC-BY-SA-4.0');
    for (const wrong of [
      { ...descriptor, resources: [] },
      { ...descriptor, created: 'today' },
    ])
      assert.equal(validate(wrong), false);
  });

  it('names every table for analysts and the report, with their sizes and hashes', async () => {
    const wanted = manifest.files
      .map((file) => file.path)
      .filter((file) => /^(?!serving\/).*\.parquet$/.test(file));
    const found = files().map((resource) => resource.path);
    assert.deepEqual(found, [...wanted, 'report.json']);
    assert.equal(
      new Set(descriptor.resources.map(({ name }) => name)).size,
      descriptor.resources.length,
    );
    for (const { path: file, bytes, hash } of files()) {
      const content = await readFile(path.join(snapshot, file));
      assert.equal(bytes, content.length, file);
      assert.equal(hash, `sha256:${createHash('sha256').update(content).digest('hex')}`, file);
    }
  });

  it('has the columns of each table, in order, with their meanings', async () => {
    for (const { path: file, schema } of tables()) {
      const { rows, footer } = await readParquet(path.join(snapshot, file));
      const fields = schema?.fields ?? [];
      const meanings = JSON.parse(footer.columns ?? '{}') as Record<string, string>;
      const expected = fields.map(({ name }) => name);
      assert.deepEqual(Object.keys(meanings), expected, file);
      if (rows[0] !== undefined)
        assert.deepEqual(Object.keys(rows[0]), Object.keys(meanings), file);
      for (const [column, meaning] of Object.entries(meanings))
        assert.notEqual(meaning, '', `${file} ${column}`);
    }
  });

  it('has keys that no two rows share', async () => {
    for (const { path: file, schema } of tables()) {
      const key = schema?.primaryKey ?? [];
      const keys = key.length === 0 ? [] : (await rowsOf(file)).map((row) => valuesOf(row, key));
      assert.equal(new Set(keys).size, keys.length, file);
    }
  });

  it('states what holds of every value: required, unique and enum', async () => {
    const found: string[] = [];
    for (const { path: file, schema } of tables()) {
      const rows = await rowsOf(file);
      for (const { name, constraints = {} } of schema?.fields ?? []) {
        const values = rows.map((row) => row[name]).filter((value) => value != null);
        assert.deepEqual(broken(constraints, values, rows.length), [], `${file} ${name}`);
        found.push(...Object.keys(constraints));
      }
      for (const name of schema?.primaryKey ?? [])
        assert.ok(schema?.fields.find((each) => each.name === name)?.constraints?.required, file);
    }
    assert.deepEqual([...new Set(found)].toSorted(), ['enum', 'required', 'unique']);
    assert.ok(found.length > 25, `${found.length}`);
  });

  it('describes structs by their members in Croissant', async () => {
    type Field = { dataType?: string; repeated?: true; subField?: (Field & { name: string })[] };
    const { recordSet } = await read('dataset.jsonld');
    const fieldOf = (id: string): Field =>
      recordSet
        .flatMap(({ field }: { field: (Field & { '@id': string })[] }) => field)
        .find((each: { '@id': string }) => each['@id'] === id);
    const brief = ({ subField = [] }: Field) =>
      subField.map(({ name, dataType, repeated }) => [name, dataType, repeated === true].join(' '));
    assert.deepEqual(brief(fieldOf('changes/cause')), ['kind sc:Text false', 'files sc:Text true']);
    assert.equal(fieldOf('changes/cause').dataType, undefined);
    const listed = recordSet.flatMap(({ field }: { field: Field[] }) => field);
    assert.ok(listed.some(({ repeated, subField }: Field) => repeated && subField !== undefined));
  });

  it('has references that lead to a row', async () => {
    const references = tables().flatMap(({ path: file, schema }) =>
      (schema?.foreignKeys ?? []).map((foreignKey) => ({ file, ...foreignKey })),
    );
    assert.ok(references.length >= 5);
    for (const { file, fields, reference } of references) {
      const target = descriptor.resources.find(({ name }) => name === reference.resource);
      const known = new Set(
        (await rowsOf(target?.path ?? '')).map((row) => valuesOf(row, reference.fields)),
      );
      for (const row of await rowsOf(file)) assert.ok(known.has(valuesOf(row, fields)), file);
    }
  });

  it('names the rows of all categories as one table, whose columns have meanings', async () => {
    const offers = descriptor.resources.find(({ name }) => name === 'offers') as Offers | undefined;
    assert.ok(offers);
    assert.deepEqual(
      offers.path,
      (await rowsOf('categories.parquet')).map(({ key }) => `rows/${key}.parquet`),
    );
    const files = offers.path.map((file) => quoteText(path.join(snapshot, file))).join(', ');
    const all = `read_parquet([${files}], union_by_name = true)`;
    const connection = await (await DuckDBInstance.create()).connect();
    const described = (await connection.runAndReadAll(`DESCRIBE FROM ${all}`)).getRows();
    const fields = offers.schema?.fields ?? [];
    const seen = described.map(([name]) => name);
    assert.deepEqual(
      seen,
      fields.map(({ name }) => name),
    );
    for (const { name, description } of fields) assert.ok(description, name);
    const key = offers.schema?.primaryKey?.join(', ');
    const [counts] = (
      await connection.runAndReadAll(`SELECT count(*), count(DISTINCT (${key})) FROM ${all}`)
    ).getRows();
    assert.deepEqual(counts?.map(Number), Array(2).fill(manifest.counts.rows));
  });

  it('is a schema.org Dataset too, with addresses below the snapshot', async () => {
    const dataset = await read('dataset.jsonld');
    assert.deepEqual(
      [dataset['@context']['@vocab'], dataset['@type']],
      ['https://schema.org/', 'Dataset'],
    );
    const hashes = dataset.distribution.map(({ sha256 }: { sha256: string }) => `sha256:${sha256}`);
    assert.deepEqual(
      hashes,
      tables().map(({ hash }) => hash),
    );
    const fields = dataset.recordSet.map(({ field }: { field: { name: string }[] }) =>
      field.map(({ name }) => name),
    );
    const expected = tables().map(({ schema }) => (schema?.fields ?? []).map(({ name }) => name));
    assert.deepEqual(fields.toSorted(), expected.toSorted());
    assert.equal(dataset.dateModified, manifest.generatedAt);
    const files = (dataset.distribution as { contentUrl: string }[]).map(
      ({ contentUrl }) => contentUrl,
    );
    assert.deepEqual(
      files,
      tables().map((resource) => resource.path),
    );
  });
});
