/** docs/reference/api.md: the OpenAPI documents of the site and of a network, as Markdown. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly additionalProperties?: Schema | boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>
  >;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

/** Rows of a category have the columns of its table, which docs/reference/tables.md lists. */
const isOfData = (name: string) => /^Row(_|$)/.test(name);

type Entry = readonly [path: string, operation: Operation];

/** Every JSON object of the API has these beside its own keys; the introduction names them. */
const ofAll = ['version', 'generatedAt'];

export function formatApi(site: OpenApi, network: OpenApi): string {
  const operations: Entry[] = [
    ...Object.entries(site.paths).map(([path, { get }]) => [path, get] as const),
    ...Object.entries(network.paths).map(
      ([path, { get }]) => [`/networks/{network}${path}`, get] as const,
    ),
  ];
  const objects = { ...network.components.schemas, ...site.components.schemas };
  const described = new Map<string, string>();
  return [
    '# API operations',
    '',
    'For developers of a client: every operation with its parameters and the keys of its JSON. `npm run references` writes this page from the OpenAPI documents of the service.',
    '[Call the API](../api.md) is the guide.',
    '',
    'Answers of the API are `{"result": {...}}`. Every result of a list has `version`, which a breaking change raises, and `generatedAt`, the time of the snapshot. Every operation of the API takes `snapshot`.',
    '',
    '## Operations',
    '',
    ...operations.filter(isJson).flatMap((entry) => formatOperation(entry, described)),
    '## Texts, pages and files',
    '',
    '| address | response |',
    '|---|---|',
    ...operations.filter((entry) => !isJson(entry)).map(formatOther),
    '',
    '## Parameters',
    '',
    '| parameter | default | meaning |',
    '|---|---|---|',
    ...formatParameters(operations),
    '',
    '## Objects',
    '',
    ...Object.entries(objects).flatMap(([name, schema]) =>
      isOfData(name) ? [] : formatObject(name, schema),
    ),
    '## Statuses of errors',
    '',
    '| error | when |',
    '|---|---|',
    ...Object.entries(site.components.responses)
      .filter(([name]) => !/^(Page|Markdown)/.test(name))
      .map(([name, { description }]) => `| ${name} | ${toCell(description)} |`),
    '',
  ].join('\n');
}

const contentOf = ({ responses }: Operation) => responses['200']?.content ?? {};
const isJson = ([, operation]: Entry) => 'application/json' in contentOf(operation);
const parametersOf = ({ parameters }: Operation) =>
  parameters.filter((given) => given.in !== 'header' && given.name !== 'snapshot');

/** The keys of a response are listed at its first operation. */
function formatOperation([path, operation]: Entry, described: Map<string, string>): string[] {
  const names = parametersOf(operation).map(
    ({ name, required }) => `\`${name}\`${required === true ? ' (required)' : ''}`,
  );
  const content = contentOf(operation);
  const body = content['application/json']?.schema ?? {};
  const [answer = body, ...forms] = body.anyOf ?? [];
  const keys = formatKeys(answer.properties?.result ?? answer);
  const text = keys.join('\n');
  const first = described.get(text);
  described.set(text, first ?? path);
  const types = Object.keys(content).filter((type) => type !== 'application/json');
  const others = [...forms.map(describeType), ...types];
  return [
    `### \`${path}\``,
    '',
    operation.summary,
    '',
    ...(names.length > 0 ? [`Parameters: ${names.join(', ')}.`, ''] : []),
    ...(others.length > 0 ? [`Also as ${others.join(', ')}.`, ''] : []),
    ...(first === undefined ? keys : [`The keys are those of \`${first}\`.`]),
    '',
  ];
}

function formatOther([path, operation]: Entry): string {
  const names = parametersOf(operation).map(({ name }) => `\`${name}\``);
  const taken = names.length > 0 ? ` Takes ${names.join(', ')}.` : '';
  return `| \`${path}\` | ${Object.keys(contentOf(operation)).join(', ')}: ${toCell(operation.summary)}${taken} |`;
}

/**
 * A parameter with several meanings has a line for each, with the operations that give it this one.
 */
function formatParameters(operations: readonly Entry[]): string[] {
  const all = readMeanings(operations);
  return [...all.keys()]
    .toSorted((left, right) => left.localeCompare(right, 'en'))
    .flatMap((name) => {
      const meanings = [...(all.get(name) ?? [])];
      return meanings.map(([cells, paths]) => {
        const where = meanings.length > 1 ? ` (${[...paths].join(', ')})` : '';
        return `| \`${name}\`${where} | ${cells} |`;
      });
    });
}

/** Default and meaning of each parameter, with the operations for which they hold. */
function readMeanings(operations: readonly Entry[]): Map<string, Map<string, Set<string>>> {
  const all = new Map<string, Map<string, Set<string>>>();
  for (const [path, { parameters }] of operations) {
    for (const parameter of parameters) {
      const meanings = all.get(parameter.name) ?? new Map<string, Set<string>>();
      const cells = formatMeaning(parameter);
      const paths = meanings.get(cells) ?? new Set<string>();
      all.set(parameter.name, meanings.set(cells, paths.add(lastOf(path))));
    }
  }
  return all;
}

function formatMeaning({ description = '', schema }: Parameter): string {
  const values = schema.enum ?? [];
  const isTold = values.every((value) => description.includes(value));
  const meaning = isTold ? description : `${description} Values: ${listOf(values)}.`;
  return `${schema.default === undefined ? '' : `\`${schema.default}\``} | ${toCell(meaning)}`;
}

const lastOf = (path: string) =>
  path.replace(/^.*\/(?=[^/]+)/, '').replace(/^\{slug\}$/, 'profile');
const listOf = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

function formatObject(name: string, schema: Schema): string[] {
  const keys = formatKeys(schema);
  const text = [schema.description, keys.length === 0 ? describeType(schema) : '']
    .filter(Boolean)
    .join(' ');
  return [
    `### ${name}`,
    '',
    ...(text === '' ? [] : [text, '']),
    ...(keys.length === 0 ? [] : [...keys, '']),
  ];
}

/** Keys of an object and of the objects in it, as nested items. */
function formatKeys(schema: Schema, depth = 0): string[] {
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([key]) => depth > 0 || !ofAll.includes(key),
  );
  return entries.flatMap(([key, value]) => {
    const meaning =
      value.description === undefined ? '' : `: ${value.description.replaceAll('\n', ' ')}`;
    const inner = value.items ?? value;
    return [
      `${'  '.repeat(depth)}- \`${key}\` (${describeType(value)})${meaning}`,
      ...formatKeys(inner, depth + 1),
    ];
  });
}

function describeType(schema: Schema): string {
  const { $ref, type, items, anyOf } = schema;
  if ($ref !== undefined) return linkOf($ref);
  if (anyOf) return [...new Set(anyOf.map(describeType))].join(' or ');
  if (items) return `list of ${describeType(items)}`;
  if (schema.enum && typeof type === 'string')
    return schema.enum.map((value) => `\`${value}\``).join(' or ');
  return [type ?? 'any'].flat().join(' or ');
}

function linkOf(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  return isOfData(name) ? '[row](tables.md)' : `[${name}](#${name.toLowerCase()})`;
}

const toCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
