/**
 * Columns that every snapshot has: those of the tables of definitions, and the ones that a build
 * adds to rows.
 */

import { benchmarkColumns } from './benchmarks.ts';
import { describedChanges } from './changes.ts';
import type { reservedColumnKeys } from './columns.ts';
import { daysType, measureType } from './measures.ts';
import { capabilitiesType, probeKinds } from './probes.ts';
import type { Fact } from './terms.ts';

/** DuckDB types. */
const text = 'VARCHAR';
const list = 'VARCHAR[]';
const flag = 'BOOLEAN';
const count = 'BIGINT';

/** `about`: only snapshots of directories that have it have the column. */
type Entry = readonly [type: string, description: string, about?: Fact];
export type FixedColumns = Readonly<Record<string, Entry>>;

const network = [text, '{{Network}} key.'] as const;
const category = [text, 'Category key.'] as const;
const content = ['INTEGER', 'Number of the distinct row content.'] as const;

/** The columns of rows that are not in columns.csv. */
export const rowColumns: Readonly<Record<(typeof reservedColumnKeys)[number], Entry>> = {
  network,
  category,
  scope: [
    text,
    '`network` if the listing is one of the {{network}}, `all-networks` if it is one of all {{networks}}.',
  ],
  sourceFile: [text, 'File of the listing.'],
  sourceLine: ['BIGINT', 'Line of the listing.'],
  offerSlug: [text, 'Slug of the offer that the listing refers to, null without one.'],
  offerFile: [text, 'File of the offer, null without one.'],
  offerLine: ['BIGINT', 'Line of the offer, null without one.'],
  overrides: [
    list,
    'Columns that the listing states itself instead of taking them from its offer.',
  ],
};

/**
 * Columns of days beside columns whose texts state one, by the key of the text. Rows have both,
 * because a text may be no day.
 */
export const dayColumns = {
  latestKnownReleaseDate: [
    'DATE',
    'Day that `latestKnownReleaseDate` states; null if it states none.',
  ],
} as const satisfies FixedColumns;

export const dayKey = (key: string) => `${key}AsDate`;

export const membershipColumns = { network, category, _content: content } as const;

export const confirmationColumns = {
  _content: content,
  confirmedAt: ['TIMESTAMP', 'When a fact or an address of the row was last confirmed, in UTC.'],
} as const satisfies FixedColumns;

/**
 * Columns of the service's tables that are not in columns.csv. Internal ones begin with `_`, which
 * no public key does.
 */
export const contentColumns = {
  _content: content,
  scope: rowColumns.scope,
  _offer: [
    text,
    'Slug of the offer; of the listing if it refers to none{{#chains}}, without the chain of a copy{{/chains}}.',
  ],
  _connect: [text, 'RPC endpoints or MCP server of the row as JSON; null if it has neither.'],
} as const satisfies FixedColumns;

const link = 'absolute address, null if unknown.';

const measuredFigures = {
  measure: [
    measureType,
    'Figures of an endpoint from the readings of the 30 days before the last reading of all.',
    'endpoints',
  ],
  byPlace: [`${measureType}[]`, 'The same by place, if there are several.', 'endpoints'],
  daily: [
    daysType,
    'Readings, answers and median latency of each of these days, in UTC.',
    'endpoints',
  ],
} as const satisfies FixedColumns;

export const measurementColumns = {
  _content: content,
  filled: [list, 'Columns whose cells are filled from readings.'],
  ...measuredFigures,
} as const satisfies FixedColumns;

export const definitionColumns = {
  application: {
    key: [text, 'Key of the link.'],
    label: [text, 'Name of the link for people.'],
    description: [text, 'What can be done there.'],
    path: [text, 'Path below the address of the application.'],
    categories: [list, 'Categories that the link is about.'],
  },
  benchmarks: {
    ...benchmarkColumns,
    endpoint: [...benchmarkColumns.endpoint, 'endpoints'],
    chain: [...benchmarkColumns.chain, 'chains'],
    blocksBehind: [...benchmarkColumns.blocksBehind, 'endpoints'],
  },
  categories: {
    key: category,
    label: [text, 'Name of the category for people.'],
    icon: [text, 'Icon, null without one.'],
    description: [text, 'Kinds of offers in the category.'],
  },
  changes: describedChanges,
  columns: {
    key: [text, 'Name of the column.'],
    label: [text, 'Name of the column for people; null for fixed columns.'],
    icon: [text, 'Icon, null without one.'],
    description: [text, 'Meaning of the column.'],
    filter: [text, 'Kind of filter in the API and on pages, null if there is none.'],
    sorting: [text, 'Order by which the API sorts the column, null if it does not.'],
    pinning: [text, '`left` if pages keep the column in view.'],
    cellType: [text, 'Form in which pages show a cell, null for plain text.'],
    valueKind: [text, '`string`, `boolean`, `array` or `number`; null for fixed columns.'],
    states: [
      text,
      'What the texts state: `price`, `limits`, `amount`, `hours`, `percent` or `dataRate`; null for other texts.',
    ],
    unit: [
      text,
      'What a price is for, such as `million`; null for the price of an offer itself, and for other columns.',
    ],
    role: [
      text,
      '`name`: names offers{{#plans}}; `plan`: the kind of plan{{/plans}}; `history`: how far back the data goes; `lead`: a fact that leads a row; null for the others.',
    ],
    itemKind: [text, '`string` for lists, otherwise null.'],
    nullable: [
      flag,
      'Whether the API may answer null in a category that uses the column; null for fixed columns.',
    ],
    trueMeans: [text, '`good` or `bad`: whether Yes is an advantage; null if it is neither.'],
    categories: [list, 'Categories that use the column.'],
    requiredIn: [list, 'Categories in whose rows the column must not be blank.'],
    core: [flag, 'Whether rows of all categories have the column.'],
    companionOf: [
      text,
      'Text column from which the pipeline reads this companion; null for other columns.',
    ],
    kind: [
      text,
      '`defined` in `meta/columns.csv`, `companion` of such a column, or `fixed`: the same in every snapshot.',
    ],
    type: [text, 'Type of the column in DuckDB.'],
    files: [list, 'Parquet files of the snapshot that have the column.'],
  },
  metrics: {
    network: [text, '{{Network}} key; null for the whole site.'],
    category: [text, 'Category key; null for all categories.'],
    provider: [text, 'Provider, in the category `apis` of {{networks}}; null for all providers.'],
    rows: [count, 'Rows.'],
    providers: [count, 'Distinct providers; null in rows of a provider.'],
    activeCategories: [count, 'Categories with rows; null in rows of a category.'],
    providerCategoryEntries: [
      count,
      'Distinct pairs of provider and category, of the site and of {{networks}}.',
    ],
  },
  networks: {
    network,
    name: [text, 'Name of the {{network}} for people.'],
    icon: [text, 'Address of a picture, null without one.'],
    docs: [text, `Documentation: ${link}`],
    chains: [list, 'Chains of the {{network}} that listings name, sorted.', 'chains'],
    caip2: [text, 'CAIP-2 identifier of the main chain, null if none is known.', 'chains'],
    aliases: [list, 'Other names of the {{network}}.'],
    color: [text, 'Background of the monogram, such as `#566fce`; null if the key determines it.'],
    logoPath: [text, 'Logo below `images/`, null without one.'],
  },
  chains: {
    network,
    chain: [text, 'Name of the chain, as in the column `chain` of rows.'],
    name: [text, 'Name of the chain for people.'],
    caip2: [text, 'CAIP-2 identifier of the chain, null if none is known.'],
    aliases: [list, 'Other names of the chain.'],
    testnet: [flag, 'Whether its currency has no value.'],
    currency: [text, 'Name of the native currency.'],
    symbol: [text, 'Symbol of the native currency.'],
    decimals: [count, 'Decimals of the native currency.'],
    explorer: [text, 'Address of an explorer whose paths are those of EIP-3091.'],
    status: [text, '`deprecated` if the chain is not used any more, otherwise null.'],
  },
  probes: {
    kind: [text, `One of ${probeKinds.map((kind) => `\`${kind}\``).join(', ')}.`],
    address: [text, 'Address that the sources state.'],
    expected: [
      text,
      '{{#chains}}CAIP-2 identifier of the chain, or {{/chains}}quoted words; null if the sources state none.',
    ],
    category: [text, 'Category of a quotation, otherwise null.'],
    slug: [text, 'Slug of the offer of a quotation, otherwise null.'],
    column: [text, 'Column of a quotation, otherwise null.'],
    result: [text, 'Last result; null if the address was never read.'],
    detail: [text, 'Status or error of the last result.'],
    finalAddress: [text, 'Address after redirects, if it is another one.'],
    firstRead: ['TIMESTAMP', 'First reading in UTC.'],
    lastRead: ['TIMESTAMP', 'Last reading in UTC.'],
    lastConfirmed: ['TIMESTAMP', 'Last good answer in UTC.'],
    readings: [count, 'Readings of the 30 days before the last reading of all, with a judgement.'],
    goodShare: ['DOUBLE', 'Share of good answers in these readings, from 0 to 1.'],
    latencyP50Ms: ['DOUBLE', 'Median latency of good answers of these 30 days, in milliseconds.'],
    latencyP95Ms: ['DOUBLE', '95th percentile of the same.'],
    latencies: ['STRUCT("day" DATE, latencyMs DOUBLE)[]', 'Median latency of each of these days.'],
    failures: [count, 'Answers that are not good since the last good one.'],
    failingDays: [count, 'Days of these answers.'],
    stopped: [flag, 'Whether it stopped answering: three failures on two days.'],
    chainId: [text, 'Identifier that the endpoint stated, by CAIP-2.', 'chains'],
    blocksBehind: [
      count,
      'Blocks that the endpoint was behind another one, at least.',
      'endpoints',
    ],
    archive: [
      flag,
      'Whether the endpoint answered for an old block; null if the offer does not claim to.',
      'endpoints',
    ],
    protocolVersion: [text, 'Version of the protocol that the MCP server chose.', 'endpoints'],
    tools: [list, 'Names of the tools of the MCP server.', 'endpoints'],
    capabilities: [
      capabilitiesType,
      'What an endpoint{{#chains}} of an EVM chain{{/chains}} does for programs, with the day on which it was asked.',
      'endpoints',
    ],
    ...measuredFigures,
  },
  providers: {
    slug: [text, 'Key of the provider.'],
    name: [text, 'Name of the provider, as in the column `provider` of rows.'],
    logoPath: [text, 'Logo below `images/`, null without one.'],
    description: [text, 'What the provider does, in one or two sentences.'],
    website: [text, `Website: ${link}`],
    docs: [text, `Documentation: ${link}`],
    x: [text, 'Handle on X.'],
    github: [text, 'Path on GitHub.'],
    discord: [text, 'Invitation to Discord.'],
    telegram: [text, 'Handle on Telegram.'],
    linkedin: [text, 'Path on LinkedIn.'],
    supportEmail: [text, 'Address of the support.'],
    starred: [flag, 'Picked out by the editors of the directory.'],
    tag: [list, 'Keywords for finding similar providers.'],
    sourceFile: [text, 'File of the provider.'],
    sourceLine: ['BIGINT', 'Line of the provider.'],
  },
  snapshot: {
    id: [text, 'Id of the snapshot.'],
    generatedAt: ['TIMESTAMP', 'Time of the build in UTC.'],
    formatVersion: [count, 'Version of the format.'],
    revision: [text, 'Git revision of the sources, null if they were no clean checkout.'],
    fingerprint: [text, 'Hash of the sources and of the program that read them.'],
    rows: [count, 'Rows of all categories.'],
    networks: [count, '{{Networks}}.'],
    categories: [count, 'Categories with rows.'],
    providers: [count, 'Providers with rows.'],
  },
  sets: {
    category,
    label: [text, 'Name of the ready set for people.'],
    description: [text, 'What the set contains.'],
    filters: [text, "The API's parameter `filters` as JSON, null for none."],
    sorting: [text, "The API's parameter `sorting` as JSON, null for the default order."],
  },
  quotations: {
    category,
    slug: [text, 'Slug of the offer in the sources: `offerSlug` of rows.'],
    column: [text, 'Key of the column whose cell was read there.'],
    address: [text, 'Page that has the words.'],
    words: [text, 'As the page has them.'],
    readOn: [text, 'Day on which they were read; blank if it is not known.'],
  },
  units: {
    provider: [text, 'Provider name; null for a name of units of the directory.'],
    unit: [text, 'Unit that the provider counts, as in quotas and prices.'],
    technology: [text, 'Technology of the rows that the cost is for, or `*` for all.'],
    call: [
      text,
      'Name of the call, `archive` for any call of past states, or `*` for any other; the name of units of the directory, such as `Mtok`.',
    ],
    cost: ['DOUBLE', 'Units that a call costs.'],
    source: [text, 'Address of the documentation.'],
    readOn: [text, 'Day on which the cost was known to be documented.'],
    readOnAsDate: ['DATE', 'The same as a date.'],
  },
  rates: {
    currency: [text, 'ISO 4217 code or token ticker.'],
    perUsd: ['DOUBLE', 'Units of the currency for one dollar.'],
    day: [text, 'Day of the rate.'],
    dayAsDate: ['DATE', 'The same as a date.'],
    source: [text, 'Address of whoever published the rate.'],
  },
  words: {
    words: [text, 'Words that users type.'],
    category: [text, 'Category that they name, null for none.'],
    filters: [
      text,
      "Filters that they mean: the API's parameter `filters` as JSON, null for none.",
    ],
    sorting: [
      text,
      "Sort order that they mean: the API's parameter `sorting` as JSON, null for none.",
    ],
  },
} as const satisfies Readonly<Record<string, FixedColumns>>;
