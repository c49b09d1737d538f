/** JSON schemas of OpenAPI documents, generated from zod shapes. */
import * as z from 'zod';
import { escapeMarkdown } from '../../../common/markdown.ts';
import { type ColumnDefinition, quotaUnitOf } from '../../../model/columns.ts';
import { type Companion, companionsOf } from '../../../model/companions.ts';
import { offerShape } from '../../api/offers/offers.ts';
import { profileShape } from '../../api/providers/on-network.ts';
import { flagShape, openShape } from '../../api/shapes.ts';
import { orId, withFigures } from '../../query/filters/index.ts';
import { formField } from '../../query/filters/kind.ts';
import { hasUnits } from '../../query/filters/range.ts';
import type { Examples } from '../../questions/parameter.ts';
import type { Catalog } from '../../snapshot/catalog.ts';
import type { FacetIndex } from '../../snapshot/texts/facet-index.ts';
import { firstGroup } from '../../snapshot/texts/price-groups.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Schemas {
  /** The schemas by the keys of the given shapes. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Schemas of the shapes with an id, which the others refer to. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

export function toSchemas(shapes: Readonly<Record<string, z.ZodType>>): Schemas {
  // Input schemas, because output schemas forbid additional keys: clients must accept keys that
  // later versions add.
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(shapes), {
    io: 'input',
    override: dropIntegerBounds,
  });
  const components = Object.entries($defs).map(([id, { id: _, ...schema }]) => [id, schema]);
  const text = JSON.stringify({ schemas: properties, components: Object.fromEntries(components) });
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Schemas;
}

/** zod writes the bounds of safe integers into every integer. */
function dropIntegerBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

export function refTo(component: string): JsonSchema {
  return { $ref: `#/components/schemas/${component}` };
}

/** Columns with more distinct values are free text. */
const maxExamples = 12;

/**
 * Shape of the rows of a category, from its columns. Values of the data are examples, because the
 * data changes.
 */
export function buildRowShape(
  category: string,
  columns: readonly ColumnDefinition[],
  facets: FacetIndex | undefined,
): z.ZodType {
  const cells = columns.map((column) => {
    const isUsed = column.categories.includes(category);
    const shape = isUsed ? cellShape(column, knownValues(column, facets)) : unusedShape(column);
    return [
      column.key,
      shape.describe(escapeMarkdown(column.description ?? column.label)),
    ] as const;
  });
  const numbers = columns
    .flatMap(companionsOf)
    .map((companion) => [companion.key, companionShape(companion)] as const);
  return z.object({
    network: z.string().describe('{{Network}} key.'),
    ...Object.fromEntries([...cells, ...numbers]),
  });
}

/** Only rows with `numbers=1` have the key. */
function companionShape({ valueKind, description }: Companion): z.ZodType {
  const shape = valueKind === 'number' ? z.number() : z.string();
  return shape.nullable().optional().describe(description);
}

/** The values of a filterable column with few values; null for free text. */
function knownValues(
  { key }: ColumnDefinition,
  facets: FacetIndex | undefined,
): readonly string[] | null {
  const index = facets?.columns.find(({ column }) => column.key === key);
  if (
    index?.kind !== 'values' ||
    index.spellings.length === 0 ||
    index.spellings.length > maxExamples
  )
    return null;
  return index.spellings.toSorted();
}

/** Nullable if `columnsMeta` says so. */
function cellShape(column: ColumnDefinition, values: readonly string[] | null): z.ZodType {
  const text = values ? openShape(values) : z.string();
  const shape = { string: text, boolean: flagShape, array: z.array(text) }[column.valueKind];
  return column.nullable ? shape.nullable() : shape;
}

/**
 * Cells of a core column that the category does not use: null, or 0 for a flag that is never null.
 */
function unusedShape(column: ColumnDefinition): z.ZodType {
  return column.valueKind === 'boolean' && !column.nullable ? z.literal(0) : z.null();
}

/** Columns with a filter, each once. */
export function filteredColumns({
  columns,
  terms,
}: Pick<Catalog, 'columns' | 'terms'>): readonly ColumnDefinition[] {
  return withFigures([...columns.values()], terms).filter(({ filter }) => filter !== null);
}

/** Filters as fields of a form: each key is a parameter of its own. */
export function formShape(columns: readonly ColumnDefinition[], { provider }: Examples): z.ZodType {
  const fields = columns.flatMap((column): (readonly [string, z.ZodType])[] => {
    const [name, label] = [formField(column.key), escapeMarkdown(column.label)];
    if (column.filter !== 'range')
      return [[name, z.string().describe(`${label}: a value. Repeat it for several.`)]];
    const ends = [
      [`${name}.min`, z.number().describe(`${label}: at least.`)] as const,
      [`${name}.max`, z.number().describe(`${label}: at most.`)] as const,
    ];
    if (!hasUnits(column)) return ends;
    const unit = quotaUnitOf(column) ?? firstGroup(column);
    return [
      ...ends,
      [`${name}.in`, z.string().describe(`${label}: unit to compare, such as \`${unit}\`.`)],
    ];
  });
  fields.push([
    formField(orId),
    z.string().describe('Columns, separated by commas: the filter of one of them is enough.'),
  ]);
  const ranged = columns.find(({ filter }) => filter === 'range');
  const shown = [
    `${formField('provider')}=...`,
    ...(ranged === undefined ? [] : [`${formField(ranged.key)}.max=100`]),
  ].map((field) => `\`${field}\``);
  const description = `Filters as fields of a form, instead of \`filters\`: ${shown.join(', ')}. A column must be one of the category.`;
  const examples =
    provider === undefined ? {} : { examples: [{ [formField('provider')]: provider }] };
  return z
    .object(Object.fromEntries(fields))
    .partial()
    .meta({ id: 'ColumnFilters', description, ...examples });
}

/** The offer with the core columns, which every category has. */
export function offerSchema(catalog: Catalog): Schemas {
  const { categories, columns } = catalog;
  const offerMembers = Object.keys(offerShape.shape);
  const cells = [...columns.values()].flatMap((column) => {
    if (!column.core || column.key === 'chain' || offerMembers.includes(column.key)) return [];
    const isEverywhere = categories.every(({ key }) => column.categories.includes(key));
    const shape = cellShape({ ...column, nullable: column.nullable || !isEverywhere }, null);
    return [
      [
        column.key,
        shape.optional().describe(escapeMarkdown(column.description ?? column.label)),
      ] as const,
    ];
  });
  const { schemas } = toSchemas({ Offer: offerShape.extend(Object.fromEntries(cells)) });
  const { description } = offerShape.meta() ?? {};
  return {
    schemas: { Offer: { ...schemas.Offer, description } },
    components: profileSchema(catalog),
  };
}

/** The profile with the columns that the directory defines for providers; empty without any. */
export function profileSchema({ providerColumns }: Catalog): Schemas['schemas'] {
  if (providerColumns.length === 0) return {};
  const cells = providerColumns.map((column) => {
    const shape = cellShape(column, null);
    return [
      column.key,
      shape.describe(escapeMarkdown(column.description ?? column.label)),
    ] as const;
  });
  const profile = profileShape.extend(Object.fromEntries(cells)).meta({ id: 'ProviderProfile' });
  return toSchemas({ profile }).components;
}
