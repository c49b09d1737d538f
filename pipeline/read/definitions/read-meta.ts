/**
 * meta/*.csv -> the definitions of categories, columns, networks, ready sets, words, links into the
 * application and units.
 */
import { NameFinder } from '../../../common/nearest-name.ts';
import { foldNetworkName, networkNames } from '../../../common/network-names.ts';
import { type ApplicationDefinition, applicationSchema } from '../../../model/application.ts';
import { categorySchema } from '../../../model/categories.ts';
import { chainSchema } from '../../../model/chains.ts';
import {
  type ColumnDefinition,
  columnReader,
  filteredKinds,
  filterKinds,
  ownName,
  providersTable,
  reservedNames,
  type WrittenColumn,
  writtenColumnSchema,
} from '../../../model/columns.ts';
import { companionsOf } from '../../../model/companions.ts';
import { type NetworkDefinition, networkSchema } from '../../../model/networks.ts';
import { withPeriod } from '../../../model/price-period.ts';
import { providerSchema } from '../../../model/providers.ts';
import { rateSchema } from '../../../model/rates.ts';
import { readingSchema } from '../../../model/readings.ts';
import { setSchema } from '../../../model/sets.ts';
import { siteSchema } from '../../../model/site.ts';
import { unitCostSchema } from '../../../model/unit-costs.ts';
import { wordSchema } from '../../../model/words.ts';
import { limits } from '../../limits.ts';
import {
  type AddProblem,
  bothPlaces,
  didYouMean,
  type NewProblem,
  oneOf,
  type ProblemPlace,
} from '../../problem.ts';
import { rules } from '../../rules.ts';
import { type Definition, type Meta, meaningPaths, sourcePaths } from '../../sources.ts';
import type { ReadContext } from '../tables/parse-table.ts';
import { readCaip2 } from './caip2.ts';
import { readChains } from './chains.ts';
import { type DefinitionShape, type ReadSource, readDefinitions } from './parse-definitions.ts';

/**
 * A source folder has its own definitions if it has a file of `meta/` besides site.csv, rates.csv,
 * and networks.csv with chains.csv, which may replace the project's alone.
 */
export function hasOwnMeta(paths: readonly string[]): boolean {
  const { networks, chains, site, rates } = sourcePaths;
  const single: readonly string[] = [networks, chains, site, rates];
  return paths.some((file) => file.startsWith('meta/') && !single.includes(file));
}

const chainShape = {
  schema: chainSchema,
  kinds: { aliases: 'list', testnet: 'boolean' },
  key: ['network', 'chain'],
} as const;

const wordShape = {
  schema: wordSchema,
  key: ['words', 'category', 'filters', 'sorting'],
  keyColumn: 'words',
} as const;

const readingShape = {
  schema: readingSchema,
  key: ['text', 'column', 'period'],
  keyColumn: 'text',
} as const;

const unitShape = {
  schema: unitCostSchema,
  key: ['provider', 'unit', 'technology', 'call'],
} as const;

const siteShape = { schema: siteSchema, key: [], keyColumn: 'name' } as const;

const rateShape = { schema: rateSchema, key: ['currency'] } as const;

/**
 * Faulty definitions of categories or columns count as unreadable, because the meaning of the
 * tables depends on them.
 */
export function readMeta(read: ReadSource, { add: report, unreadable }: ReadContext): Meta {
  const add: AddProblem = (problem) => {
    if (rules[problem.rule].severity === 'error' && meaningPaths.includes(problem.file))
      unreadable.addFile(problem.file, null);
    report(problem);
  };
  const context = { add, unreadable };
  const keyed = { key: ['key'], isRequired: true } as const;
  const categories = readFile(sourcePaths.categories, { ...keyed, schema: categorySchema });
  const written = readFile(sourcePaths.columns, {
    ...keyed,
    schema: writtenColumnSchema,
    kinds: {
      nullable: 'boolean',
      core: 'boolean',
      optional: 'boolean',
      categories: 'list',
      requiredIn: 'list',
    },
  });
  const columns = meantColumns(written);
  const identified = readFile(sourcePaths.networks, {
    ...keyed,
    schema: networkSchema,
    kinds: { chains: 'array', aliases: 'list' },
  }).map(readCaip2);
  const networks = identified.map(({ network }) => network);
  const keys = categories.map(({ value }) => value.key);
  const finder = new NameFinder(keys);
  const shared = checkNetworkNames(networks, report);
  for (const { network, problem } of identified)
    if (problem !== null && !shared.has(network)) report(problem);
  checkColumnDefinitions(columns, add);
  const tables = new NameFinder([...keys, providersTable]);
  // A category whose line could not be read was reported with that line.
  const areRead = !unreadable.hasFile(sourcePaths.categories);
  for (const { value, line } of areRead ? columns : [])
    checkCategories(value, line, tables, { add, report });
  const application = readFile(sourcePaths.application, {
    schema: applicationSchema,
    kinds: { categories: 'list' },
    key: ['key'],
  });
  const [site = null] = readFile(sourcePaths.site, siteShape);
  for (const { value, line } of application) checkLinkCategories(value, line, finder, context);
  return {
    categories: valuesOf(categories),
    optional: optionalKeys(written),
    columns: withPeriod(
      columns.map(({ value }) => inCategories(value, tables)),
      site?.value ?? null,
    ),
    networks: valuesOf(networks),
    chains: readChains(readFile(sourcePaths.chains, chainShape), valuesOf(networks), add),
    networkLines: new Map(networks.map(({ value, line }) => [value.key, line])),
    sets: readFile(sourcePaths.sets, { schema: setSchema, key: ['category', 'label'] }),
    words: readFile(sourcePaths.words, wordShape),
    application: valuesOf(application),
    units: valuesOf(readFile(sourcePaths.units, unitShape)),
    rates: valuesOf(readFile(sourcePaths.rates, rateShape)),
    readings: readFile(sourcePaths.readings, readingShape),
    site,
  };

  function readFile<T>(path: string, shape: DefinitionShape<T>): readonly Definition<T>[] {
    const definitions = readDefinitions(path, read, shape, context);
    if (path !== sourcePaths.networks) checkCount(path, definitions, add);
    return definitions;
  }
}

function valuesOf<T>(definitions: readonly Definition<T>[]): readonly T[] {
  return definitions.map(({ value }) => value);
}

function optionalKeys(written: readonly Definition<WrittenColumn>[]): ReadonlySet<string> {
  return new Set(written.flatMap(({ value }) => (value.optional === true ? [value.key] : [])));
}

/** With the categories that are meant. */
function inCategories(column: ColumnDefinition, tables: NameFinder): ColumnDefinition {
  return { ...column, categories: meantCategories(column.categories, tables) };
}

function meantColumns(
  written: readonly Definition<WrittenColumn>[],
): Definition<ColumnDefinition>[] {
  const columnOf = columnReader(written.map(({ value }) => value));
  return written.map(({ value, line }) => ({ value: columnOf(value), line }));
}

/** Every table may have all columns of columns.csv. */
function checkCount(
  file: string,
  definitions: readonly { readonly line: number }[],
  add: AddProblem,
): void {
  const surplus = definitions[limits.columns];
  if (surplus === undefined) return;
  const message = `the file has more than ${limits.columns} lines`;
  add({
    rule: 'limit-exceeded',
    file,
    line: surplus.line,
    column: null,
    message,
    suggestion: 'remove some',
  });
}

/**
 * A misspelt category is read as the one that was meant; another unknown one makes the meaning of
 * the tables unknown.
 */
function checkCategories(
  column: ColumnDefinition,
  line: number,
  keys: NameFinder,
  { add, report }: { readonly add: AddProblem; readonly report: AddProblem },
): void {
  const own = new NameFinder(meantCategories(column.categories, keys));
  const tell = (header: string, category: string, finder: NameFinder, message?: string) => {
    const place = { file: sourcePaths.columns, line, column: header, value: category };
    (finder.find(category) === null ? add : report)(unknownCategory(place, finder, message));
  };
  for (const category of new Set(column.categories))
    if (!keys.has(category)) tell('categories', category, keys);
  for (const category of new Set(column.requiredIn)) {
    // A category that is not there was reported as one of the column's categories.
    if (own.has(category) || column.categories.includes(category)) continue;
    tell(
      'requiredIn',
      category,
      own,
      `the column is required in "${category}", which is not among its categories`,
    );
  }
}

type CategoryPlace = Pick<NewProblem, 'file' | 'line' | 'column'> & { readonly value: string };

function unknownCategory(
  place: CategoryPlace,
  finder: NameFinder,
  message = `no category "${place.value}" in ${sourcePaths.categories}`,
): NewProblem {
  const suggestion = didYouMean(finder.find(place.value), oneOf(finder.names));
  return { ...place, rule: 'unknown-category', message, suggestion };
}

function meantCategories(categories: readonly string[], finder: NameFinder): string[] {
  return [
    ...new Set(
      categories.map((category) =>
        finder.has(category) ? category : (finder.find(category) ?? category),
      ),
    ),
  ];
}

/** A category whose line could not be read was reported with that line. */
function checkLinkCategories(
  { categories }: ApplicationDefinition,
  line: number,
  finder: NameFinder,
  { add, unreadable }: ReadContext,
): void {
  for (const category of new Set(categories)) {
    if (finder.has(category) || unreadable.mayHold(sourcePaths.categories, category)) continue;
    add(
      unknownCategory(
        { file: sourcePaths.application, line, column: 'categories', value: category },
        finder,
      ),
    );
  }
}

/** Returns the networks that were reported. */
function checkNetworkNames(
  networks: readonly Definition<NetworkDefinition>[],
  add: AddProblem,
): ReadonlySet<Definition<NetworkDefinition>> {
  const reported = new Set<Definition<NetworkDefinition>>();
  const owners = new Map<string, Definition<NetworkDefinition>>();
  for (const network of networks) {
    const { value } = network;
    const names = networkNames(value);
    // One problem for each line: a shared CAIP-2 identifier also shares its number.
    const shared = names.find((name) => owners.has(name)) ?? '';
    const other = owners.get(shared);
    if (other !== undefined) {
      reported.add(network);
      const places = [network, other].map((each) => placeOf(each, shared));
      const message = `"${shared}" stands for both networks "${other.value.key}" and "${value.key}"`;
      const suggestion = 'remove the name from one of the networks';
      add({
        rule: 'duplicate-key',
        ...placeOf(network, shared),
        value: shared,
        message,
        suggestion,
        places,
      });
    }
    for (const name of names) if (!owners.has(name)) owners.set(name, network);
  }
  return reported;
}

function placeOf({ value, line }: Definition<NetworkDefinition>, shared: string): ProblemPlace {
  return { file: sourcePaths.networks, line, column: columnOf(value, shared) };
}

/** Column whose text is the folded name. */
function columnOf({ key, name, caip2 }: NetworkDefinition, shared: string): string {
  if (foldNetworkName(key) === shared) return 'key';
  if (foldNetworkName(name) === shared) return 'name';
  return caip2 !== null && foldNetworkName(caip2).endsWith(shared) ? 'caip2' : 'aliases';
}

type Column = Definition<ColumnDefinition>;

function checkColumnDefinitions(columns: readonly Column[], add: AddProblem): void {
  checkNames(columns, add);
  for (const column of columns) {
    checkFilter(column, add);
    checkProviderColumn(column, add);
  }
}

function checkFilter({ value: { filter, valueKind }, line }: Column, add: AddProblem): void {
  const allowed = filterKinds.filter((kind) => filteredKinds[kind].includes(valueKind));
  if (filter === null || allowed.includes(filter)) return;
  const message = `"${filter}" is no filter of a column of the kind ${valueKind}`;
  const place = { file: sourcePaths.columns, line, column: 'filter', value: filter };
  add({ ...place, rule: 'bad-definition', message, suggestion: `${oneOf(allowed)}, or blank` });
}

/** Columns that every providers.csv has, and what snapshots and answers add. */
const ofProviders = new Map(
  [...Object.keys(providerSchema.unwrap().shape), 'sourceFile', 'sourceLine', 'links'].map(
    (key) => [key.toLowerCase(), key] as const,
  ),
);

function checkProviderColumn({ value: { key, categories }, line }: Column, add: AddProblem): void {
  const taken = ofProviders.get(key.toLowerCase());
  if (taken === undefined || !categories.includes(providersTable)) return;
  const message = `every provider has a column "${taken}" already`;
  const place = { file: sourcePaths.columns, line, column: 'key', value: key };
  add({
    ...place,
    rule: 'duplicate-key',
    message,
    suggestion: `rename it, such as to "${ownName(key)}", or remove "${providersTable}"`,
  });
}

/**
 * Names of columns count without case in DuckDB. Equal keys were reported when the file was read.
 */
function checkNames(columns: readonly Column[], add: AddProblem): void {
  const taken = new Map<string, { readonly name: string; readonly line: number | null }>(
    reservedNames.map((name) => [name.toLowerCase(), { name, line: null }]),
  );
  const named = columns.flatMap(({ value, line }) => [{ name: value.key, line }]);
  const numbers = columns.flatMap(({ value, line }) =>
    companionsOf(value).map(({ key: name }) => ({ name, line })),
  );
  for (const own of [...numbers, ...named]) {
    const other = taken.get(own.name.toLowerCase());
    if (other === undefined) taken.set(own.name.toLowerCase(), own);
    else report(own, other, add);
  }
}

function report(
  { name, line }: { readonly name: string; readonly line: number },
  other: { readonly name: string; readonly line: number | null },
  add: AddProblem,
): void {
  const place = { file: sourcePaths.columns, line };
  const places =
    other.line === null ? undefined : bothPlaces(place, { ...place, line: other.line }, 'key');
  const message = `"${name}" differs only in case from the column "${other.name}"`;
  const suggestion = `rename it, such as to "${ownName(name)}"`;
  const described = { ...place, column: 'key', value: name, message, suggestion };
  add({ rule: 'duplicate-key', ...described, ...(places ? { places } : {}) });
}
