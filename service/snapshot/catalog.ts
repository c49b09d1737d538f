/**
 * Catalog of a snapshot: categories, columns, networks and providers. All of them are data, unknown
 * to the code.
 */
import * as z from 'zod';
import { foldText } from '../../common/fold.ts';
import { foldNetworkName, networkNames } from '../../common/network-names.ts';
import { type ApplicationDefinition, applicationSchema } from '../../model/application.ts';
import { type CategoryDefinition, categorySchema } from '../../model/categories.ts';
import { type ChainDefinition, chainSchema } from '../../model/chains.ts';
import {
  areEstimated,
  type ColumnDefinition,
  columnSchema,
  columnsOfCategory,
  columnsOfProviders,
  isMoney,
  type Roles,
  rolesOf,
} from '../../model/columns.ts';
import { mcpCategory } from '../../model/connect.ts';
import { hasEndpoints, statedFactsOf } from '../../model/facts.ts';
import { networkColor } from '../../model/networks.ts';
import { type PricePeriod, withPeriod } from '../../model/price-period.ts';
import { type ProviderDefinition, providerSchemaWith } from '../../model/providers.ts';
import { type Rate, rateSchema } from '../../model/rates.ts';
import type { SourcePlace } from '../../model/rows.ts';
import { type SetDefinition, setSchema } from '../../model/sets.ts';
import { type Site, unnamedSite } from '../../model/site.ts';
import { type Fact, type Terms, termsOf } from '../../model/terms.ts';
import { isUnitCost, type UnitCost, unitCostSchema } from '../../model/unit-costs.ts';
import { type WordDefinition, withPrices, wordSchema } from '../../model/words.ts';
import { nearestName } from '../errors.ts';

const networkSchema = z
  .object({
    network: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    docs: z.string(),
    chains: z.array(z.string()).default([]),
    caip2: z.string().nullable().default(null),
    aliases: z.array(z.string()),
    color: z.string().regex(networkColor).nullable().default(null),
    /** Path of the logo below the images of the snapshot. */
    logoPath: z.string().nullable().default(null),
  })
  .readonly();

/** BIGINT is a text in DuckDB's JSON. */
const providerSourceSchema = z.object({
  slug: z.string(),
  sourceFile: z.string().nullable().default(null),
  sourceLine: z.coerce.number().default(0),
});

export type NetworkEntry = z.infer<typeof networkSchema>;

/** Cells of a row by column key, as its JSON has them: flags are 0 and 1. */
export type Row = Readonly<Record<string, string | number | readonly string[] | null>>;

type Name = 'categories' | 'columns' | 'networks' | 'providers' | 'sets' | 'words' | 'application';

/** Lines of the tables of definitions. */
export type Definitions = Readonly<Record<Name, readonly unknown[]>> & {
  readonly units?: readonly unknown[];
  readonly chains?: readonly unknown[];
  readonly rates?: readonly unknown[];
  readonly site?: Site | null;
};

export class Catalog {
  readonly categories: readonly CategoryDefinition[];
  readonly categoryKeys: readonly string[];
  /** By key. */
  readonly networks: ReadonlyMap<string, NetworkEntry>;
  /** By number. */
  readonly networkKeys: readonly string[];
  /** Columns of all categories, by key. */
  readonly columns: ReadonlyMap<string, ColumnDefinition>;
  /** Columns of providers that columns.csv defines. */
  readonly providerColumns: readonly ColumnDefinition[];
  /** Facts that offers state, as sentences list them. */
  readonly facts: readonly Fact[];
  /** Also what follows from several of them. */
  readonly has: ReadonlySet<Fact>;
  /** What networks are called. */
  readonly terms: Terms;
  /** What prices are compared by. */
  readonly pricePeriod: PricePeriod;
  readonly roles: Roles;
  /** By name, as rows name them. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>;
  readonly providerBySlug: ReadonlyMap<string, ProviderDefinition>;
  /** Ready sets of all categories, in display order. */
  readonly sets: readonly SetDefinition[];
  /** Words that searches understand. */
  readonly words: readonly WordDefinition[];
  /** Links into the signed-in application, in display order. */
  readonly application: readonly ApplicationDefinition[];
  /** Chains that the editors describe; a network may have others. */
  readonly chains: readonly ChainDefinition[];
  /** What calls cost in the units of providers. */
  readonly units: readonly UnitCost[];
  /** Of currencies; empty if the directory states none. */
  readonly rates: readonly Rate[];
  /** By slug; empty in snapshots of older builds. */
  readonly providerSources: ReadonlyMap<string, SourcePlace>;
  readonly #chains: ReadonlyMap<string, ChainDefinition>;
  readonly #networksByName: ReadonlyMap<string, string>;
  readonly #columns = new Map<string, readonly ColumnDefinition[]>();
  readonly #words = new Map<string, ReadonlySet<string>>();

  constructor(definitions: Definitions) {
    const site = definitions.site ?? unnamedSite;
    this.terms = termsOf(site);
    this.pricePeriod = site.pricePeriod ?? 'month';
    this.categories = z.array(categorySchema).parse(definitions.categories);
    const columns = withPeriod(z.array(columnSchema).parse(definitions.columns), site);
    const networks = z.array(networkSchema).parse(definitions.networks);
    this.categoryKeys = this.categories.map(({ key }) => key);
    this.networks = new Map(networks.map((network) => [network.network, network]));
    this.networkKeys = [...this.networks.keys()];
    const names = networks.flatMap(({ network: key, ...entry }) =>
      networkNames({ key, ...entry }).map((name) => [name, key] as const),
    );
    this.#networksByName = new Map([
      ...names,
      ...networks.map(({ network }) => [foldNetworkName(network), network] as const),
    ]);
    this.providerColumns = columnsOfProviders(columns);
    const providers = z.array(providerSchemaWith(columns)).parse(definitions.providers);
    this.providers = new Map(providers.map((provider) => [provider.name, provider]));
    this.providerBySlug = new Map(providers.map((provider) => [provider.slug, provider]));
    this.sets = z.array(setSchema).parse(definitions.sets);
    this.application = z.array(applicationSchema).parse(definitions.application);
    this.chains = z.array(chainSchema).parse(definitions.chains ?? []);
    this.#chains = new Map(this.chains.map((chain) => [`${chain.network} ${chain.chain}`, chain]));
    this.units = z
      .array(unitCostSchema)
      .parse(definitions.units ?? [])
      .filter(isUnitCost);
    this.rates = z.array(rateSchema).parse(definitions.rates ?? []);
    const placed = z.array(providerSourceSchema).parse(definitions.providers);
    this.providerSources = new Map(
      placed.flatMap(({ slug, sourceFile: file, sourceLine: line }) =>
        file === null ? [] : [[slug, { file, line }]],
      ),
    );
    for (const { key, label } of this.categories) {
      this.#words.set(key, nameWords(`${key} ${label}`));
      this.#columns.set(key, columnsOfCategory(columns, key));
    }
    const used = this.categoryKeys.flatMap((category) => this.columnsOf(category));
    this.columns = new Map(used.map((column) => [column.key, column]));
    this.roles = rolesOf([...this.columns.values()]);
    this.facts = statedFactsOf(used);
    const prices = this.categoryKeys.flatMap(
      (key) => this.usedColumnsOf(key).find(isMoney)?.key ?? [],
    );
    this.words = withPrices(z.array(wordSchema).parse(definitions.words), [...new Set(prices)]);
    const isEstimated = this.categoryKeys.some((key) => areEstimated(this.usedColumnsOf(key)));
    this.has = new Set([
      ...this.facts,
      ...(isEstimated ? (['estimates'] as const) : []),
      ...(hasEndpoints(this.categoryKeys) ? (['endpoints'] as const) : []),
    ]);
  }

  /**
   * Whether there is a category of MCP servers: without it, pages and documents name no gateway.
   */
  get hasGateway(): boolean {
    return this.categoryKeys.includes(mcpCategory);
  }

  /**
   * Key of the network with a name: its key, name, an alias, CAIP-2 identifier or chain number.
   * Null if there is none.
   */
  networkNamed(name: string): string | null {
    // Folding ignores control characters, and no name has any.
    if (/\p{Cc}/u.test(name)) return null;
    return this.#networksByName.get(foldNetworkName(name)) ?? null;
  }

  /** Key of the network whose names are closest to a misspelt one. */
  nearestNetwork(name: string): { suggestion?: string } {
    const { suggestion } = nearestName(foldNetworkName(name), [...this.#networksByName.keys()]);
    const key = suggestion === undefined ? undefined : this.#networksByName.get(suggestion);
    return key === undefined ? {} : { suggestion: key };
  }

  /** Null for a chain that the editors do not describe. */
  chain(network: string, chain: string | null): ChainDefinition | null {
    return this.#chains.get(`${network} ${chain}`) ?? null;
  }

  /** Name of a network for people; the key if the snapshot does not have the network. */
  networkName(key: string): string {
    return this.networks.get(key)?.name ?? key;
  }

  /** Label of a category; the key if the snapshot does not have the category. */
  categoryLabel(key: string): string {
    return this.categories.find((category) => category.key === key)?.label ?? key;
  }

  /** Folded words of a category's key and label, in the singular and plural. */
  wordsOfCategory(category: string): ReadonlySet<string> {
    return this.#words.get(category) ?? new Set();
  }

  /** Columns of a category's rows: the core columns, then the category's own. */
  columnsOf(category: string): readonly ColumnDefinition[] {
    return this.#columns.get(category) ?? [];
  }

  /** The columns that a category uses. Cells of the others are blank in its rows. */
  usedColumnsOf(category: string): readonly ColumnDefinition[] {
    return this.columnsOf(category).filter(({ categories }) => categories.includes(category));
  }

  /**
   * Public JSON of the columns of categories, each once, in the order of `fields` if given: an
   * array.
   */
  columnsJson(categories: readonly string[], fields: readonly string[] | null = null): string {
    const columns = new Map(
      categories
        .flatMap((category) => this.columnsOf(category))
        .map((column) => [column.key, column]),
    );
    const keys = fields ?? [...columns.keys()];
    return JSON.stringify(
      keys.flatMap((key) => columns.get(key) ?? []),
      publicMembers,
    );
  }

  /**
   * Number of a listing, a category of a network: in the order of networks, then of categories.
   * Throws if the snapshot has no such network or category.
   */
  listingOf(network: string, category: string): number {
    const at = this.categoryKeys.indexOf(category);
    if (at < 0) throw new Error(`no ${category} in this snapshot`);
    return this.numberOf(network) * this.categories.length + at;
  }

  /** Number of the network of a listing. */
  networkOfListing(listing: number): number {
    return Math.floor(listing / this.categories.length);
  }

  /** Key of a network, by its number. */
  networkKey(number: number): string {
    return this.networkKeys[number] ?? '';
  }

  /** Number of a network in listings and in the table of rows. */
  numberOf(network: string): number {
    const number = this.networkKeys.indexOf(network);
    if (number < 0) throw new Error(`no network ${network} in this snapshot`);
    return number;
  }
}

/** `MCP servers` -> mcp, servers, server; `On/off ramps` has `on/off` too. */
function nameWords(text: string): ReadonlySet<string> {
  const words = foldText(text).split(/\s+/);
  const all = [...words, ...words.flatMap((word) => word.split('/'))];
  const singulars = all.flatMap((word) =>
    word.length > 3 && word.endsWith('s') ? [word.slice(0, -1)] : [],
  );
  return new Set([...all, ...singulars]);
}

/** Members of a column as the API describes it: not the categories that use and require it. */
const publicMembers = [
  'key',
  'label',
  'icon',
  'description',
  'filter',
  'sorting',
  'pinning',
  'cellType',
  'valueKind',
  'itemKind',
  'nullable',
] satisfies readonly (keyof ColumnDefinition)[];
