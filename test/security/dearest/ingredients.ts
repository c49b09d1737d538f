/** Parameters and headers from which the search composes requests, with values taken from the snapshot that is served. */
import { largestScope } from '../support/build.ts';

/** Changes a request; the same ingredient with another random number gives another request. */
export interface Ingredient {
  readonly name: string;
  readonly apply: (request: Draft, random: () => number) => void;
}

export interface Draft {
  path: string;
  readonly parameters: [string, string][];
  /** Collected here because a request has one `filters` parameter. */
  readonly filters: { id: string; value: string[] }[];
  readonly headers: Map<string, string>;
}

export interface Surface {
  readonly route: string;
  readonly path: string;
  readonly ingredients: readonly Ingredient[];
}

interface Column {
  readonly key: string;
  readonly filter: string | null;
  readonly sorting: string | null;
}

interface Result {
  readonly result: {
    readonly columnsMeta: readonly Column[];
    readonly providers: readonly { readonly slug: string }[];
  };
}

const words = [
  'a',
  'e',
  'rpc',
  'node',
  'https',
  'ethereum',
  'mainnet',
  'api',
  '0',
  '.',
  ' ',
  '"',
  '\u{1f600}',
  'ﷺ',
  'ß',
];

export async function readSurfaces(port: number, build: string): Promise<Surface[]> {
  const { network, category } = await largestScope(build);
  const base = `/networks/${network}`;
  const api = `${base}/api/infrastructure-providers`;
  const get = async (target: string) => (await fetch(`http://127.0.0.1:${port}${target}`)).json() as Promise<Result>;
  const columns = (await get(`${api}/rows?category=${category}&pageSize=1`)).result.columnsMeta;
  const slugs = (await get(`${api}/providers`)).result.providers.map(({ slug }) => slug);
  const scope = fixed('category', category);
  const selection = [scope, ...searches('search'), ...filters(columns), ...conditional, ...encodings];
  const ordered = [...selection, sorting(columns), fixed('pageSize', '100'), page];
  return [
    { route: 'rows', path: `${api}/rows`, ingredients: ordered },
    { route: 'facets', path: `${api}/facets`, ingredients: selection },
    { route: 'export', path: `${api}/export`, ingredients: [...selection, sorting(columns), format] },
    { route: 'toolbox', path: `${base}/toolbox/${category}`, ingredients: [...ordered, ...toolbox(columns)] },
    { route: 'search', path: '/search', ingredients: [...searches('q'), scope, noise, ...encodings] },
    { route: 'search as JSON', path: '/api/search', ingredients: [...searches('q'), scope, ...encodings] },
    { route: 'suggest', path: '/api/suggest', ingredients: [...searches('q'), ...encodings] },
    { route: 'network suggest', path: `${api}/suggest`, ingredients: [...searches('q'), ...encodings] },
    { route: 'export of all networks', path: '/api/export', ingredients: [...selection, sorting(columns), format] },
    { route: 'network search', path: `${base}/search`, ingredients: [...searches('q'), scope, noise, ...encodings] },
    { route: 'providers page', path: `${base}/providers`, ingredients: [...searches('q'), page, noise, ...encodings] },
    { route: 'profile', path: `${base}/providers/x`, ingredients: [slugOf(slugs), noise, ...encodings] },
    { route: 'providers', path: `${api}/providers`, ingredients: [unused, ...encodings] },
    { route: 'provider', path: `${api}/providers/x`, ingredients: [slugOf(slugs), unused, ...encodings] },
    { route: 'compare', path: `${base}/compare`, ingredients: [scope, offers, noise, ...encodings] },
    ...plain(base),
    ...(await documented(port, '', slugs)),
    ...(await documented(port, base, slugs)),
  ];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type?: string; readonly enum?: readonly string[] };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
}

/** Each operation with every query parameter that its OpenAPI document names, once and repeated. */
async function documented(port: number, base: string, slugs: readonly string[]): Promise<Surface[]> {
  const document = (await (await fetch(`http://127.0.0.1:${port}${base}/openapi.json`)).json()) as OpenApi;
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
    if (parameters.length === 0) return [];
    const ingredients = [...parameters.flatMap((parameter) => uses(parameter, slugs)), ...encodings];
    const filled = path
      .replace('{format}', 'md')
      .replace('{slug}', slugs[0] ?? 'x')
      .replace('{category}', 'apis');
    return [{ route: `${base === '' ? '' : '{network}'}${path}, documented`, path: base + filled, ingredients }];
  });
}

function uses({ name, schema }: Parameter, slugs: readonly string[]): Ingredient[] {
  const value = (random: () => number) =>
    name === 'category' ? 'apis' : (pick(schema.enum ?? [token(random), pick(slugs, random) ?? '', '1'], random) ?? '');
  const use = (count: number): Ingredient => ({
    name: `${count} times ${name}`,
    apply: ({ parameters }, random) => {
      for (let turn = 0; turn < count; turn++) parameters.push([name, value(random)]);
    },
  });
  return [use(1), use(50), use(600)];
}

/** Routes that have no parameters of their own. */
function plain(base: string): Surface[] {
  const targets = [
    ...['/', '/about', '/mcp-gateway', '/data', '/api/networks', '/openapi.json', '/llms.txt', '/llms-full.txt'],
    ...[
      '/.well-known/api-catalog',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap-site.xml',
      '/opensearch.xml',
      '/assets/icons.svg',
    ],
    ...['/assets/style.css', '/data/manifest.json', '/data/rows/apis.parquet', '/data/providers.parquet', '/nowhere'],
    ...['/healthz', '/readyz', '/metrics'],
    ...['/', '/openapi.json', '/sitemap-network.xml', '/api/infrastructure-providers/categories'].map(
      (to) => base + to,
    ),
  ];
  const ingredients = [noise, unused, range, ...conditional, ...encodings];
  return targets.map((path) => ({ route: path, path, ingredients }));
}

function fixed(name: string, value: string): Ingredient {
  return { name: `${name}=${value}`, apply: ({ parameters }) => parameters.push([name, value]) };
}

function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}

function token(random: () => number): string {
  return Math.floor(random() * 36 ** 8).toString(36);
}

function searches(name: string): Ingredient[] {
  const search = (what: string, write: (random: () => number) => string): Ingredient => ({
    name: `${name}: ${what}`,
    apply: ({ parameters }, random) => parameters.push([name, write(random)]),
  });
  const repeat = (count: number, write: () => string) => Array.from({ length: count }, write).join(' ').slice(0, 199);
  return [
    search('a frequent word', (random) => `${pick(words, random)}`),
    search('100 letters', (random) => repeat(100, () => String.fromCharCode(97 + Math.floor(random() * 26)))),
    search('nothing found', (random) => `zz${token(random)}`),
    search('200 characters, not found', (random) => token(random).repeat(40).slice(0, 199)),
    search('letters that decompose', (random) => repeat(60, () => pick(['ﷺ', 'ﬃ', 'Ǻ', '㎏'], random) ?? '')),
    search('quoted', (random) => `"${token(random)} a" "e e" ${pick(words, random)}`),
    search('a network and letters', (random) => `ethereum ${repeat(60, () => pick(words, random) ?? '')}`),
  ];
}

function filters(columns: readonly Column[]): Ingredient[] {
  const listed = columns.filter(({ filter }) => filter === 'searchableMultiSelect');
  const ranged = columns.filter(({ filter }) => filter === 'range');
  const many = (name: string, count: number, make: (random: () => number) => { id: string; value: string[] }) => ({
    name,
    apply: (draft: Draft, random: () => number) => {
      for (let turn = 0; turn < count; turn++) if (draft.filters.length < 20) draft.filters.push(make(random));
    },
  });
  const one = (random: () => number) => ({ id: pick(listed, random)?.key ?? '', value: [token(random)] });
  return [
    many('a filter', 1, one),
    many('10 filters', 10, one),
    many('20 filters', 20, one),
    many('20 open ranges', 20, (random) => ({ id: pick(ranged, random)?.key ?? '', value: ['', '999999999'] })),
    many('6 filters of 50 values', 6, (random) => ({
      id: pick(listed, random)?.key ?? '',
      value: Array.from({ length: 50 }, () => token(random).slice(0, 2) || 'x'),
    })),
    many('a filter of 900 values', 1, (random) => ({
      id: pick(listed, random)?.key ?? '',
      value: Array.from({ length: 900 }, () => token(random).slice(0, 2) || 'x'),
    })),
    many('a filter of 1,200 equal values', 1, (random) => ({
      id: pick(listed, random)?.key ?? '',
      value: new Array(1200).fill(token(random).slice(0, 1) || 'x'),
    })),
  ];
}

function sorting(columns: readonly Column[]): Ingredient {
  const keys = columns.filter((column) => column.sorting !== null).map(({ key }) => key);
  const order = (random: () => number) => ({ id: pick(keys, random), desc: random() < 0.5 });
  return {
    name: 'three orders',
    apply: ({ parameters }, random) =>
      parameters.push(['sorting', JSON.stringify(Array.from({ length: 3 }, () => order(random)))]),
  };
}

function toolbox(columns: readonly Column[]): Ingredient[] {
  const each = (name: string, write: (column: Column, random: () => number) => [string, string]): Ingredient => ({
    name,
    apply: ({ parameters }, random) => parameters.push(...columns.map((column) => write(column, random))),
  });
  return [
    each('all columns', ({ key }) => ['cols', key]),
    each('a value of each filter', ({ key }, random) => [`f.${key}`, token(random).slice(0, 2)]),
    { name: 'facet', apply: ({ parameters }, random) => parameters.push(['facet', pick(columns, random)?.key ?? '']) },
    { name: '300 values of a form', apply: formValues(columns) },
    offersAs('compare'),
    noise,
  ];
}

function formValues(columns: readonly Column[]) {
  return ({ parameters }: Draft, random: () => number) => {
    const key = pick(columns, random)?.key ?? '';
    for (let turn = 0; turn < 300; turn++) parameters.push([`f.${key}`, token(random).slice(0, 3)]);
  };
}

const page: Ingredient = {
  name: 'a page',
  apply: ({ parameters }, random) => parameters.push(['page', String(1 + Math.floor(random() * 30))]),
};
const format: Ingredient = {
  name: 'a format',
  apply: ({ parameters }, random) => parameters.push(['format', pick(['csv', 'ndjson', 'parquet'], random) ?? 'csv']),
};
const noise: Ingredient = {
  name: 'an unknown parameter',
  apply: ({ parameters }, random) => parameters.push([`p${token(random)}`, token(random)]),
};
const unused: Ingredient = {
  name: 'an ignored parameter',
  apply: ({ parameters }, random) => parameters.push(['_', token(random)]),
};
const range: Ingredient = {
  name: 'a range',
  apply: ({ headers }, random) => headers.set('Range', `bytes=${Math.floor(random() * 100)}-${token(random).length}`),
};
const conditional: readonly Ingredient[] = [
  {
    name: '1,000 entity tags',
    apply: ({ headers }, random) =>
      headers.set('If-None-Match', Array.from({ length: 1000 }, () => `"${token(random).slice(0, 4)}"`).join(', ')),
  },
];
const encodings: readonly Ingredient[] = [
  { name: 'br', apply: ({ headers }) => headers.set('Accept-Encoding', 'br') },
  { name: 'gzip', apply: ({ headers }) => headers.set('Accept-Encoding', 'gzip') },
  {
    name: '1,500 encodings',
    apply: ({ headers }) => headers.set('Accept-Encoding', `${'x;q=0.1,'.repeat(1500)}br`),
  },
];
const offers = offersAs('offer');

function offersAs(name: string): Ingredient {
  return {
    name: `200 of ${name}`,
    apply: ({ parameters }, random) => {
      for (let turn = 0; turn < 200; turn++) parameters.push([name, token(random)]);
    },
  };
}

function slugOf(slugs: readonly string[]): Ingredient {
  return {
    name: 'a provider',
    apply: (draft, random) => {
      draft.path = draft.path.replace(/\/[^/]*$/, `/${random() < 0.1 ? token(random) : (pick(slugs, random) ?? '')}`);
    },
  };
}
