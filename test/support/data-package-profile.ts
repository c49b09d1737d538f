/**
 * JSON Schema of a Data Package descriptor, written from the specification of version 2.0
 * (https://datapackage.org/standard/data-package/, data-resource and table-schema). It has the rules of the published profile
 * for packages of files, and is stricter in one point: properties that the specification does not name are refused.
 */
const text = { type: 'string' } as const;
const list = (items: object) => ({ type: 'array', minItems: 1, items });
const closed = (properties: object, required: readonly string[] = []) => {
  return { type: 'object', additionalProperties: false, properties, required, minProperties: 1 };
};

/** An address, or a path that stays below the descriptor. */
const path = { type: 'string', pattern: '^(?:https?://.+|(?![./~]|file:)(?!.*(?:/\\.\\./|\\\\|://)).+)$' };
const date = { type: 'string', format: 'date-time' };

const license = closed({ name: { type: 'string', pattern: '^[-a-zA-Z0-9._]+$' }, path, title: text });
const named = { ...license, anyOf: [{ required: ['name'] }, { required: ['path'] }] };
const source = closed({ title: text, path, email: { type: 'string', format: 'email' }, version: text });

const fieldTypes = [
  ...['string', 'number', 'integer', 'boolean', 'object', 'array', 'list', 'datetime', 'date', 'time', 'year'],
  ...['yearmonth', 'duration', 'geopoint', 'geojson', 'any'],
];
const field = closed({ name: text, type: { enum: fieldTypes }, title: text, description: text }, ['name']);
const names = { type: 'array', minItems: 1, uniqueItems: true, items: text };
const reference = closed({ resource: text, fields: names }, ['fields']);
const foreignKey = closed({ fields: names, reference }, ['fields', 'reference']);
const schema = closed({ fields: list(field), primaryKey: names, foreignKeys: list(foreignKey) }, ['fields']);

const resource = closed(
  {
    name: text,
    path: { anyOf: [path, list(path)] },
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

export const dataPackageProfile = closed(
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
