/**
 * Column definitions: vocabularies and the schema of one line of columns.csv. The columns
 * themselves are data.
 */
import * as z from 'zod';
import { wordOf } from '../common/amounts/lexicon.ts';
import { answeringColumn, answeringLinkColumn } from './changes.ts';
import type { PricePeriod } from './price-period.ts';

export const filterKinds = ['searchableMultiSelect', 'range', 'select'] as const;
export const sortingKinds = ['string', 'number', 'boolean', 'arrayLength'] as const;
export const valueKinds = ['string', 'boolean', 'array'] as const;
/**
 * What the texts of a column state, which the build reads as numbers: prices; limits of a plan, as
 * a list; amounts of a token; times in hours; shares in percent; amounts of data a second.
 */
export const statedKinds = ['price', 'limits', 'amount', 'hours', 'percent', 'dataRate'] as const;
/**
 * Kinds of values that each kind of filter compares: only texts state numbers, and flags are two
 * values.
 */
export const filteredKinds: Readonly<
  Record<(typeof filterKinds)[number], readonly (typeof valueKinds)[number][]>
> = {
  searchableMultiSelect: ['string', 'array'],
  range: ['string'],
  select: ['string', 'array', 'boolean'],
};
/** Whether a boolean column's `true` is an advantage or a disadvantage for the user of an offer. */
export const meanings = ['good', 'bad'] as const;
export const cellTypes = [
  'provider',
  'actionButtons',
  'planType',
  'chain',
  'numericRange',
  'arrayPopover',
  'address',
  'tagsPopover',
  'slaNumeric',
  'verifiedUptime',
  'verifiedBlocksBehindAvg',
  'verifiedLatency',
  'description',
  'agent',
  'link',
] as const;

/**
 * Roles of columns. `name`: names the offer. `plan`: kind of the plan, such as Free. `history`: how
 * far back the data goes. `lead`: comes first in rows, because it decides between offers.
 */
export const columnRoles = ['name', 'plan', 'history', 'lead'] as const;

/** Columns of tables of rows in addition to those of columns.csv; their names are reserved. */
export const reservedColumnKeys = [
  'network',
  'category',
  'scope',
  'sourceFile',
  'sourceLine',
  'offerSlug',
  'offerFile',
  'offerLine',
  'overrides',
] as const;

/** Keys that an offer has in answers before its cells. */
export const offerKeys = [
  'category',
  'slug',
  'scope',
  'networks',
  'networkCount',
  'chains',
  'varies',
] as const;

/** Keys that the rows of pages and answers have beside cells. */
export const estimateKeys = ['estimate', 'estimateSteps'] as const;

/** Names that no column may have; `slug` is a column. */
export const reservedNames: readonly string[] = [
  ...new Set(
    [...reservedColumnKeys, ...offerKeys, ...estimateKeys].filter((key) => key !== 'slug'),
  ),
  answeringColumn,
  answeringLinkColumn,
];

/** A name for a column whose key is taken. */
export function ownName(key: string): string {
  return `own${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

const columnKey = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9]*$/,
    'is not a column key: use letters and digits, beginning with a lowercase letter',
  )
  .refine((key) => !reservedNames.includes(key), {
    error: ({ input }) =>
      `is a reserved name, which answers have; rename it, such as to "${ownName(String(input))}"`,
  })
  .refine(
    (key) => !/(Min|Max|First|Currency|Unit|Bound)$/.test(key),
    'ends in Min, Max, First, Currency, Unit or Bound, which are reserved for the numbers of a column',
  );

export const columnSchema = z
  .object({
    key: columnKey,
    label: z.string(),
    icon: z.string().nullable(),
    description: z.string().nullable(),
    filter: z.enum(filterKinds).nullable(),
    sorting: z.enum(sortingKinds).nullable(),
    pinning: z.literal('left').nullable(),
    cellType: z.enum(cellTypes).nullable(),
    /** Kind of the values in JSON. */
    valueKind: z.enum(valueKinds),
    /** Null for texts without a meaning that the build knows. */
    states: z.enum(statedKinds).nullable().default(null),
    /** Unit of a price of use, such as `1M tokens`; null for the base price of an offer. */
    unit: z.string().nullable().default(null),
    /** Null for the others. */
    role: z.enum(columnRoles).nullable().default(null),
    itemKind: z.literal('string').nullable(),
    nullable: z.boolean(),
    /**
     * Null for columns of other kinds, for flags that are neither, and in sources and snapshots
     * without the column.
     */
    trueMeans: z.enum(meanings).nullable().default(null),
    /** Categories whose rows have the column, by key. */
    categories: z.array(z.string()),
    /** Categories in whose rows the column is never null, by key. */
    requiredIn: z.array(z.string()),
    /** Core columns are on every row of every category, null if the category does not use them. */
    core: z.boolean(),
  })
  .readonly();

export type ColumnDefinition = z.infer<typeof columnSchema> & {
  /** Of columns of prices: the period that prices are converted to; a month by default. */
  readonly period?: PricePeriod;
};

/** A line of columns.csv: what the texts state is the kind of the values. */
export const writtenColumnSchema = columnSchema
  .unwrap()
  .omit({ states: true })
  .extend({
    valueKind: z.enum([...valueKinds, ...statedKinds]),
    /** True for a column that is left out unless a table has it or the build fills it. */
    optional: z.boolean().nullable().default(null),
  })
  .readonly();

export type WrittenColumn = z.infer<typeof writtenColumnSchema>;

type Stated = Pick<ColumnDefinition, 'states' | 'unit' | 'role'>;
const nothingStated: Stated = { states: null, unit: null, role: null };

/** Kinds and roles of the columns of version 1.0.0, by key. Its columns.csv had neither. */
export const statedBefore: ReadonlyMap<string, Stated> = new Map(
  Object.entries({
    offer: { role: 'name' },
    planName: { role: 'name' },
    planType: { role: 'plan' },
    historicalData: { role: 'history' },
    trial: { role: 'lead' },
    transportType: { role: 'lead' },
    verifiedLatency: { role: 'lead' },
    price: { states: 'price' },
    accessPrice: { states: 'price' },
    queryPrice: { states: 'price', unit: 'million' },
    limitations: { states: 'limits', role: 'lead' },
    dripLimitAmount: { states: 'amount' },
    dripLimitPeriod: { states: 'hours' },
    uptimeSla: { states: 'percent' },
    verifiedUptime: { states: 'percent', role: 'lead' },
    bandwidthSla: { states: 'dataRate' },
  } as const satisfies Readonly<Record<string, Partial<Stated>>>).map(([key, stated]) => [
    key,
    { ...nothingStated, ...stated },
  ]),
);

/**
 * Lines of columns.csv -> definitions. If no line says what its texts state, or which role it has,
 * all state what they did in version 1.0.0. A cell of the type `planType` is the kind of a plan.
 */
export function columnReader(
  lines: readonly WrittenColumn[],
): (line: WrittenColumn) => ColumnDefinition {
  const isBefore = lines.every(({ valueKind }) => isValueKind(valueKind));
  const isWithoutRoles = lines.every(({ role }) => role === null);
  return ({ valueKind: kind, optional: _, ...line }) => {
    const before = statedBefore.get(line.key) ?? nothingStated;
    const role = roleOf(isWithoutRoles ? { ...line, role: before.role } : line);
    if (!isValueKind(kind))
      return { ...line, role, valueKind: kind === 'limits' ? 'array' : 'string', states: kind };
    const { states, unit } = isBefore ? before : { ...line, states: null };
    return { ...line, role, valueKind: kind, states, unit: unit ?? line.unit };
  };
}

function roleOf({ role, cellType }: Pick<ColumnDefinition, 'role' | 'cellType'>) {
  return role ?? (cellType === 'planType' ? 'plan' : null);
}

/** Keys of the columns with a role that code asks for, in the order of the definitions. */
export interface Roles {
  readonly names: readonly string[];
  /** The first name that lists can be sorted by: in ours, that of the plan. */
  readonly sortedName: string | null;
  readonly plan: string | null;
  readonly history: string | null;
}

export function rolesOf(columns: readonly ColumnDefinition[]): Roles {
  const keysOf = (role: ColumnDefinition['role']) =>
    columns.filter((column) => column.role === role).map(({ key }) => key);
  const [sortedName = null] = keysOf('name').filter((key) =>
    columns.some((column) => column.key === key && column.sorting !== null),
  );
  const [[plan = null], [history = null]] = [keysOf('plan'), keysOf('history')];
  return { names: keysOf('name'), sortedName, plan, history };
}

function isValueKind(kind: string): kind is ColumnDefinition['valueKind'] {
  return (valueKinds as readonly string[]).includes(kind);
}

/**
 * A column of texts that no category has, and that nobody can filter or sort. Columns that no
 * columns.csv defines begin with it.
 */
export const plainColumn: Omit<ColumnDefinition, 'key' | 'label'> = {
  icon: null,
  description: null,
  filter: null,
  sorting: null,
  pinning: null,
  cellType: null,
  valueKind: 'string',
  states: null,
  unit: null,
  role: null,
  itemKind: null,
  nullable: true,
  trueMeans: null,
  categories: [],
  requiredIn: [],
  core: false,
};

/** Whether the column's texts are parsed into the numbers `<key>Min` and `<key>Max`. */
export function hasNumbers(column: ColumnDefinition): boolean {
  return (
    column.valueKind === 'string' &&
    (column.filter === 'range' || column.sorting === 'number' || isMoney(column))
  );
}

/** What is read from a column's quotas; null if it states none. */
export function quotaKind(column: ColumnDefinition): 'limits' | 'amount' | 'hours' | null {
  const { states } = column;
  if (states === 'limits') return states;
  return (states === 'amount' || states === 'hours') && !hasNumbers(column) ? states : null;
}

/** A column that no row has, made of another one; filters and sort orders name it. */
interface DerivedColumn extends ColumnDefinition {
  /** Key of the column whose texts state the numbers, and what they are. */
  readonly source: { readonly column: string; readonly kind: 'limits' | 'amount' | 'hours' };
}

/**
 * Quotas of a list of limits that can be filtered and sorted, with the unit that is compared by
 * default.
 */
const quotaUnits: ReadonlyMap<string, string> = new Map([
  ['Included', 'requests/month'],
  ['Rate', 'requests/second'],
]);

/** Quotas of a column as columns: `limitationsIncluded` and `limitationsRate`. */
export function quotaColumnsOf(column: ColumnDefinition): ColumnDefinition[] {
  if (quotaKind(column) !== 'limits') return [];
  return Array.from(
    quotaUnits,
    ([part, unit]): DerivedColumn => ({
      ...plainColumn,
      key: `${column.key}${part}`,
      label: `${column.label}: ${unit.replace('/', ' per ')}`,
      filter: 'range' as const,
      sorting: 'number' as const,
      unit,
      categories: column.categories,
      core: column.core,
      source: { column: column.key, kind: 'limits' },
    }),
  );
}

/** The column that a derived one is read from; null for others. */
export function sourceOf(column: ColumnDefinition): DerivedColumn['source'] | null {
  return (column as Partial<DerivedColumn>).source ?? null;
}

/** Unit that is compared by default of a column of `quotaColumnsOf`; null for others. */
export function quotaUnitOf(column: ColumnDefinition): string | null {
  return sourceOf(column)?.kind === 'limits' ? column.unit : null;
}

/** Keys of the columns that estimates read; null for those that a category lacks. */
export interface CostColumns {
  /** The price of the offer itself, and what use beyond its limits costs. */
  readonly fee: string | null;
  readonly use: string | null;
  readonly limits: string | null;
  readonly history: string | null;
}

export function costColumnsOf(columns: readonly ColumnDefinition[]): CostColumns {
  const keyOf = (isWanted: (column: ColumnDefinition) => boolean) =>
    columns.find(isWanted)?.key ?? null;
  return {
    fee: keyOf(isOfferPrice),
    use: keyOf((column) => isMoney(column) && !isOfferPrice(column)),
    limits: keyOf((column) => quotaKind(column) === 'limits'),
    history: rolesOf(columns).history,
  };
}

/**
 * Whether these columns say what a workload of calls costs. They do not if all prices of use are
 * for something else, such as `1K emails`.
 */
export function areEstimated(columns: readonly ColumnDefinition[]): boolean {
  const { fee, limits } = costColumnsOf(columns);
  const uses = columns.filter((column) => isMoney(column) && !isOfferPrice(column));
  const isCounted = uses.length === 0 || uses.some(isCallPrice);
  return fee !== null && limits !== null && isCounted;
}

/**
 * Figures of an offer that no cell states, as columns that filters name: what a workload costs a
 * month, where offers state what a plan includes; on how many networks the offer is; amounts of
 * tokens and times that cells state as texts.
 */
export function figureColumnsOf(
  columns: readonly ColumnDefinition[],
  terms: { readonly networks: string },
): readonly ColumnDefinition[] {
  return [
    ...(areEstimated(columns) ? [estimateFigure] : []),
    { ...networkFigure, label: `Number of ${terms.networks}` },
    ...columns.flatMap(statedFigureOf),
  ];
}

/** Ends of the keys of figures that texts state, by what they are. */
const statedFigures = { amount: 'Tokens', hours: 'Hours' } as const;

function statedFigureOf(column: ColumnDefinition): DerivedColumn[] {
  const kind = quotaKind(column);
  if (kind === null || kind === 'limits') return [];
  const label = kind === 'hours' ? `${column.label} in hours` : column.label;
  const key = `${column.key}${statedFigures[kind]}`;
  return [{ ...figure, key, label, source: { column: column.key, kind } }];
}

/** The column whose texts state a figure, and what it is; null for other figures. */
export function statedBy(column: ColumnDefinition) {
  const source = sourceOf(column);
  return source?.kind === 'limits' ? null : source;
}

const figure = { ...plainColumn, filter: 'range' } as const;
export const estimateFigure: ColumnDefinition = {
  ...figure,
  key: estimateKeys[0],
  label: 'Estimate a month',
  sorting: 'number',
};
/** Its label is in the words of the directory. */
export const networkFigure = { ...figure, key: 'networkCount' } as const;

/** All texts of a row, as a column that filters name. */
export const mentionsColumn: ColumnDefinition = {
  ...plainColumn,
  key: 'mentions',
  label: 'Mentions',
  filter: 'searchableMultiSelect',
};

/** Whether a column is a figure of an offer, which no row has. */
export function isFigure(column: ColumnDefinition): boolean {
  const { key } = column;
  return key === estimateFigure.key || key === networkFigure.key || statedBy(column) !== null;
}

/** True for columns of prices: their numbers have a currency, a unit and a bound. */
export function isMoney({ states }: Pick<ColumnDefinition, 'states'>): boolean {
  return states === 'price';
}

/** True for the price of an offer itself, without what a unit of use costs. */
export function isOfferPrice({ states, unit }: ColumnDefinition): boolean {
  return states === 'price' && unit === null;
}

/** A price of calls: of a million, or of a unit that providers count calls in. */
function isCallPrice({ states, unit }: ColumnDefinition): boolean {
  const { scale, roles = [] } = wordOf(unit?.split(' ').at(-1) ?? '') ?? {};
  return states === 'price' && (typeof scale === 'number' || roles.includes('use'));
}

/** True for columns of amounts, which tables align. */
export function isAmount({
  states,
  cellType,
}: Pick<ColumnDefinition, 'states' | 'cellType'>): boolean {
  return states === 'price' || cellType === 'numericRange';
}

/** True for columns of quotas, such as requests a second or tokens a day. */
export function isLimit({ states }: ColumnDefinition): boolean {
  return states === 'limits' || states === 'amount' || states === 'hours';
}

/** True for columns whose cells lead somewhere and state nothing else. */
export function isAddress({ cellType }: ColumnDefinition): boolean {
  return cellType === 'actionButtons' || cellType === 'address' || cellType === 'link';
}

/** Names of the number columns of a text column. */
export function numberKeys(key: string): readonly [min: string, max: string] {
  return [`${key}Min`, `${key}Max`];
}

/** Names of the columns that say what the numbers of a money column are. */
export function priceKeys(
  key: string,
): readonly [currency: string, unit: string, bound: string, first: string] {
  return [`${key}Currency`, `${key}Unit`, `${key}Bound`, `${key}First`];
}

/** Names of the columns that say a price as its text states it. */
export function wordKeys(
  key: string,
): readonly [stated: string, per: string, note: string, tiers: string, terms: string] {
  return [`${key}Stated`, `${key}Per`, `${key}Note`, `${key}Tiers`, `${key}Terms`];
}

/** Name of the column with further amounts that a list of limits states. */
export function furtherKey(key: string): string {
  return `${key}Further`;
}

/** Name of the column with what contradicts the limits of a plan. */
export function contradictsKey(key: string): string {
  return `${key}Contradicts`;
}

/** Names of the columns that say what is known of the amounts of a cell. */
export function stateKeys(key: string): readonly [state: string, unread: string] {
  return [`${key}State`, `${key}Unread`];
}

/** Whether the state of the amounts of a column is known: of prices, and of limits of plans. */
export function hasState(column: ColumnDefinition): boolean {
  return isMoney(column) || quotaKind(column) === 'limits';
}

/**
 * Name of the column that sorts a column with numbers: a list is sorted by the price that it shows
 * first.
 */
export function sortingNumber(column: ColumnDefinition): string {
  return isMoney(column) ? priceKeys(column.key)[3] : numberKeys(column.key)[0];
}

/** Name of the column that sorts a column of texts. No public key begins with `_`. */
export function orderKey({ key }: Pick<ColumnDefinition, 'key'>): string {
  return `_${key}Order`;
}

/**
 * The columns on the rows of a category, in the order of columns.csv: the core ones and its own.
 */
export function columnsOfCategory(
  columns: readonly ColumnDefinition[],
  category: string,
): ColumnDefinition[] {
  return columns.filter((column) => column.core || column.categories.includes(category));
}

/** Stands among the categories of a column for providers.csv; no category has this key. */
export const providersTable = 'providers';

/** The columns of providers.csv that columns.csv defines. */
export function columnsOfProviders(columns: readonly ColumnDefinition[]): ColumnDefinition[] {
  return columns.filter(({ categories }) => categories.includes(providersTable));
}

/** Categories whose listings name a chain of their network. */
export function chainedCategories(columns: readonly ColumnDefinition[]): ReadonlySet<string> {
  return new Set(columns.find((column) => column.key === 'chain')?.categories);
}
