/**
 * What stands in two places although no table makes one from the other: each line that is missing
 * fails by its name.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from '@babel/parser';
import { parse as parseCsv } from 'csv-parse/sync';
import { filesBelow } from '../../common/files-below.ts';
import { rules } from '../../pipeline/rules.ts';
import { tools } from '../../service/mcp/call-tool.ts';
import { selectionSchema } from '../../service/mcp/offers.ts';
import { listed } from '../../service/routes.ts';
import { projectFolder } from '../support/paths.ts';

/** `name: reason`, or `name = other name`. */
function readLedger(text: string): Map<string, string> {
  const lines = text.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [, name = '', reason = ''] = /^ *(\S+)(?::| =) (.+)$/.exec(line) ?? [];
      return [name, reason];
    }),
  );
}

/** Lists that the API and a tool answer, with what only one of them takes. */
const surfaces = [
  [
    'listOffers',
    'find_offers',
    `page = offset
    pageSize = limit
    fields = columns
    provider: a filter says it
    slug: compare_offers and the resources name offers
    numbers: cells are as they were written
    meta: list_values tells the columns
    query: the route of the API is a search
    workload: estimate_cost tells costs of other calls
    archive: the filter historicalData says it
    has: the filter "*" of the API`,
  ],
  [
    'listAllProviders',
    'find_providers',
    `page = offset
    pageSize = limit
    sorting = sort
    fields: an answer has few columns`,
  ],
  [
    'listOfferFacets',
    'list_values',
    `provider: a filter says it
    slug: values of chosen offers are those of compare_offers
    requests: find_offers filters estimates
    workload: estimate_cost tells costs of other calls
    mix: estimate_cost tells costs of other calls
    peak: the filter limitationsRate says it
    archive: the filter historicalData says it
    offset: the API lists all values`,
  ],
  [
    'estimateCosts',
    'estimate_cost',
    `category: APIs are the only one with quotas
    page = offset
    pageSize = limit
    provider: find_offers tells offers of a provider
    slug: compare_offers names offers
    scope: find_offers filters
    confirmed: find_offers filters`,
  ],
  [
    'listChanges',
    'changes_since',
    `page = offset
    pageSize = limit
    until: an agent asks what is new
    slug: the column is told beside its slug
    kind: a fact says more
    fields: an answer has few columns`,
  ],
] as const;

describe('the parameters of a list', () => {
  const operations = new Map(
    listed.operations.site.map((operation) => [operation.operationId, operation]),
  );
  for (const [operationId, toolName, text] of surfaces)
    it(`of ${operationId} are arguments of ${toolName}, or have a reason`, () => {
      const ledger = readLedger(text);
      const operation = operations.get(operationId) ?? assert.fail(operationId);
      const { input } = tools.find(({ name }) => name === toolName) ?? assert.fail(toolName);
      const parameters = Object.keys(operation.parameters ?? {});
      const own = Object.keys(input.shape);
      const renamed = new Set([...ledger.values()].filter((name) => /^\w+$/.test(name)));
      const only = [
        ...parameters.filter((name) => !own.includes(name)),
        ...own.filter((name) => !parameters.includes(name) && !renamed.has(name)),
      ];
      assert.deepEqual(only.toSorted(), [...ledger.keys()].toSorted());
    });
});

describe('the arguments of a tool', () => {
  for (const { name, input } of tools)
    it(`that only ${name} describes are read by its module`, () => {
      const file = path.join(projectFolder, `service/mcp/tools/${name.replaceAll('_', '-')}.ts`);
      const code = readFileSync(file, 'utf8').replace(/'[^'\n]*'|\/\/.*/g, '');
      const isRead = (argument: string) =>
        new RegExp(`\\b${argument}\\b(?!: (?:z|bare|\\w+Schema)\\b)`).test(code);
      const own = Object.keys(input.shape).filter((argument) => !(argument in selectionSchema));
      assert.deepEqual(
        own.filter((argument) => !isRead(argument)),
        [],
      );
    });
});

/** Columns that the files of every directory have or may have: the format names them. */
const formatColumns =
  'slug provider offer actionButtons chain starred tag address description'.split(' ');

/**
 * Categories and columns of our own that code knows by name: without them it does the rest.
 */
const namesInCode = `
  active: a cell of the table of logos, too
  announced: builds fill it in from periods.csv
  apiType: titles put it before the category, and endpoints are those of RPC
  apis: requests, quotas and endpoints are those of APIs
  availableApis: titles say "with" before it
  availability: builds fill it in, and a plan outside of its days has no estimate
  batchSize: probes ask for what is stated, and find what is answered
  coverage: an address of the site, too
  custodial: titles say "Custodial" for Yes
  evm: a namespace of chain ids, too
  explorers: a page of a network links its explorers, and edits know their addresses
  hardware: titles say "Hardware" for Yes
  historicalData: probes ask for past states where it says Archive
  hostingType: titles put it before the category, and a server that is hosted has an address
  image: a file of a launch, too
  license: a cell of meta/site.csv, too
  logRange: probes ask for what is stated, and find what is answered
  logResults: probes ask for what is stated, and find what is answered
  mcpEndpoint: configurations and probes of MCP servers
  mcpservers: configurations are those of MCP servers
  name: a cell of providers, too
  onChainWrite: the gateway warns of servers that send transactions
  openSource: titles say "Open-source" for Yes
  planName: a member of answers of the API, too
  planType: a type of cells and a member of answers of the API, too
  price: a fact of changes, too
  pricing: a word of searchers for prices, too
  programmingLanguage: titles say "in" before it
  selfHostedArgs: start commands of MCP servers
  selfHostedCommand: start commands of MCP servers
  selfHostedRequiredEnvVars: start commands of MCP servers
  serverType: titles put it before the category
  support: a link of a profile, too
  supportedChains: titles say "to" before it
  supportedPlatforms: titles say "for" before it
  technology: a cell of units.csv, too, and endpoints are those of a technology
  transportType: configurations of MCP servers
  trial: a word of prices, too
  uptimeSla: probes compare it with the uptime that they find
  verifiedBatchSize: builds fill it from what probes found
  verifiedBlocksBehindAvg: builds fill it from what probes found
  verifiedLatency: builds fill it from what probes found
  verifiedLogRange: builds fill it from what probes found
  verifiedLogResults: builds fill it from what probes found
  verifiedUptime: builds fill it from what probes found
`;

interface Named {
  readonly name?: string;
}

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly id?: Named | null;
  readonly key?: Named;
  readonly property?: Named;
}

/** What a node says itself: a text in quotes, or names of members. */
function* namesOf({
  type,
  value,
  key,
  property,
}: Node): Iterable<[text: string, isMember: boolean]> {
  if (type === 'StringLiteral') yield [String(value), false];
  for (const member of [key?.name, property?.name]) if (member !== undefined) yield [member, true];
}

/**
 * Texts of a program and names of members, without imports and types. What the columns of version
 * 1.0.0 stated is no use of a name.
 */
function* textsIn(node: unknown): Iterable<[text: string, isMember: boolean]> {
  if (Array.isArray(node)) for (const each of node) yield* textsIn(each);
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  const { type, id } = node as Node;
  if (/^(?:ImportDeclaration|TSLiteralType)$/.test(type) || id?.name === 'statedBefore') return;
  yield* namesOf(node as Node);
  for (const [key, child] of Object.entries(node))
    if (key !== 'loc' && !key.endsWith('Comments')) yield* textsIn(child);
}

interface Line {
  readonly key: string;
  readonly core?: string;
}

describe('code', () => {
  const linesOf = (name: string): Line[] =>
    parseCsv(readFileSync(path.join(projectFolder, 'test/fixtures/directory/meta', name)), {
      columns: true,
    });

  it('writes no category and no column of its own directory without a reason', () => {
    const columns = linesOf('columns.csv').filter(({ key }) => !formatColumns.includes(key));
    const keys = new Set([...linesOf('categories.csv'), ...columns].map(({ key }) => key));
    // Members of the others have names of the field, such as `price`.
    const core = new Set(columns.flatMap((line) => (line.core === 'true' ? line.key : [])));
    const written = ['common', 'model', 'pipeline', 'service']
      .flatMap((folder) =>
        filesBelow(path.join(projectFolder, folder)).map((file) => `${folder}/${file}`),
      )
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const text = readFileSync(path.join(projectFolder, file), 'utf8');
        const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
        return Array.from(textsIn(program))
          .filter(([word, isMember]) => (isMember ? core : keys).has(word))
          .map(([word]) => word);
      });
    assert.deepEqual(
      [...new Set(written)].toSorted(),
      [...readLedger(namesInCode).keys()].toSorted(),
    );
  });
});

describe('a rule of check', () => {
  it('has a case that it must be reported for', () => {
    const files = filesBelow(path.join(projectFolder, 'test')).filter((file) =>
      /\.(?:ts|txt|tsv)$/.test(file),
    );
    const texts = files
      .filter((file) => file !== 'docs/ledgers.test.ts')
      .map((file) => readFileSync(path.join(projectFolder, 'test', file), 'utf8'))
      .join('\n');
    // `[rule]` at the end of a problem, also in a pattern, or the name alone.
    const told = new Set(
      Array.from(texts.matchAll(/['[]([a-z][a-z0-9-]+)(?:\\*\]|')/g), ([, rule]) => rule),
    );
    const without = Object.keys(rules).filter((rule) => !told.has(rule));
    assert.deepEqual(without, []);
  });
});
