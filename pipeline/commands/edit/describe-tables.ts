/**
 * Table Schema and JSON Schema of the tables that editors write: providers, and offers and listings
 * of each category. Pure.
 */
import * as z from 'zod';
import {
  type ColumnDefinition,
  columnsOfCategory,
  columnsOfProviders,
} from '../../../model/columns.ts';
import { definitionColumns } from '../../../model/fixed-columns.ts';
import { kebabCase } from '../../../model/networks.ts';
import type { Meta } from '../../sources.ts';

export interface TableDescription {
  /** Name of the schema: `providers`, `offers-apis` or `listings-apis`. */
  readonly name: string;
  readonly title: string;
  /** For programs that read the CSV file (https://datapackage.org/standard/table-schema/). */
  readonly tableSchema: object;
  /** For a line as an object with typed cells (https://json-schema.org/draft/2020-12). */
  readonly jsonSchema: object;
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly kind: ColumnDefinition['valueKind'];
  readonly required: boolean;
  readonly unique: boolean;
  readonly pattern: string | null;
}

export function describeSourceTables({
  categories,
  columns,
}: Pick<Meta, 'categories' | 'columns'>): TableDescription[] {
  const tables = categories.flatMap(({ key, label }) => {
    const ownColumns = columnsOfCategory(columns, key).filter((column) =>
      column.categories.includes(key),
    );
    const offers = ownColumns
      .filter((column) => column.key !== 'chain')
      .map((column) => fieldOf(column, true));
    const listings = ownColumns.map((column) => fieldOf(column, false));
    return [
      describeTable(`offers-${key}`, `Offers: ${label}`, offers),
      describeTable(`listings-${key}`, `Listings: ${label}`, listings),
    ];
  });
  const ownOfProviders = columnsOfProviders(columns).map((column) => fieldOf(column, false));
  return [
    describeTable('providers', 'Providers', [...providerFields, ...ownOfProviders]),
    ...tables,
  ];
}

/**
 * A listing inherits what it leaves blank, its slug included. Other required cells may be in the
 * listing instead of the offer.
 */
function fieldOf(
  { key, label, description, valueKind }: ColumnDefinition,
  isOffer: boolean,
): Field {
  const isSlug = key === 'slug';
  return {
    name: key,
    label,
    description,
    kind: valueKind,
    required: isOffer && isSlug,
    unique: isOffer && isSlug,
    pattern: isSlug || key === 'chain' ? kebabCase.source : null,
  };
}

const providerFields: readonly Field[] = Object.entries(definitionColumns.providers)
  .filter(([key]) => key !== 'sourceFile' && key !== 'sourceLine')
  .map(([name, [type, description]]) => ({
    name,
    label: name,
    description,
    kind: type === 'BOOLEAN' ? 'boolean' : type.endsWith('[]') ? 'array' : 'string',
    required: name === 'slug' || name === 'name',
    unique: name === 'slug' || name === 'name',
    pattern: null,
  }));

function describeTable(name: string, title: string, fields: readonly Field[]): TableDescription {
  return {
    name,
    title,
    tableSchema: {
      $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
      title,
      // A header may leave columns out, in any order.
      fieldsMatch: 'partial',
      missingValues: ['', 'null', 'NULL', '!none'],
      fields: fields.map(describeField),
    },
    jsonSchema: z.toJSONSchema(
      z.strictObject(Object.fromEntries(fields.map(propertyOf))).meta({ title }),
    ),
  };
}

function describeField({
  name,
  label,
  description,
  kind,
  required,
  unique,
  pattern,
}: Field): object {
  const constraints = {
    ...(required ? { required } : {}),
    ...(unique ? { unique } : {}),
    ...(pattern === null ? {} : { pattern }),
  };
  return {
    name,
    title: label,
    ...(description === null ? {} : { description }),
    type: kind,
    ...(kind === 'boolean'
      ? { trueValues: ['TRUE', 'true'], falseValues: ['FALSE', 'false'] }
      : {}),
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
  };
}

function propertyOf({
  name,
  label,
  description,
  kind,
  required,
  pattern,
}: Field): readonly [string, z.ZodType] {
  // bounded: patterns of slugs and addresses in this file, at most 100 characters
  const text = pattern === null ? z.string() : z.string().regex(new RegExp(pattern));
  const type = { string: text, boolean: z.boolean(), array: z.array(z.string()) }[kind];
  const meta = { title: label, ...(description === null ? {} : { description }) };
  return [name, (required ? type : type.nullish()).meta(meta)];
}
