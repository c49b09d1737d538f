/**
 * The dearest and the oddest requests: every parameter of every route of both OpenAPI documents
 * with its longest lists, most terms, deepest pages and misspellings, alone, all together and in
 * random choices, and every argument of every tool of /mcp. Each is answered with 2xx or 4xx in the
 * one shape, within a second of CPU, and in at most 2 MB unless it is a file or an export.
 * `BUILD_DIR=folder REQUESTS=10000 node --import tsx --test test/security/dearest.full.test.ts`
 * tries a build and prints the dearest requests of each route.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, describe, it } from 'node:test';
import * as z from 'zod';
import { groupBy } from '../../common/group-by.ts';
import { maxValues } from '../../service/errors.ts';
import { tools } from '../../service/mcp/call-tool.ts';
import { directory } from '../support/directory.ts';
import { type OpenApiDocument, readDocument } from '../support/interface-documents.ts';
import { unbounded } from '../support/lane.ts';
import { post } from '../support/mcp-client.ts';
import { corpusSlice } from '../support/paths.ts';
import { readFailure } from '../support/service-answers.ts';
import {
  openCurrent,
  startService,
  type TestService,
  useService,
} from '../support/service-server.ts';

/** A usual answer takes some milliseconds; the machine may be slow. */
const mostMs = 1000;
/** Larger answers have pages, or are files and exports, which are sent in pieces. */
const mostBytes = 2_000_000;
const isWhole = /\/(?:export|data|snapshots)\/?|\.(?:csv|parquet|xml|txt)$/;
const requests = Number(process.env.REQUESTS ?? 400);
const ownBuild = process.env.BUILD_DIR;

type Pair = readonly [name: string, value: string];
type Random = () => number;

interface Request {
  /** As OpenAPI writes it, or the name of a tool. */
  readonly route: string;
  /** Null for a call of the tool. */
  readonly path: string | null;
  readonly query: readonly Pair[];
  readonly headers: Readonly<Record<string, string>>;
}

/** Mulberry32: the same requests in each run. */
function makeRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] ?? assert.fail();
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const misspelt = (name: string) => `${name.slice(0, 2)}${name.slice(3)}x`;

/**
 * Texts to search for: most terms, terms that all rows have, that none has, and characters that
 * fold to many.
 */
const searches = [
  ...['a', 'rpc', 'free', 'etherum mainet archve', `"a" "e" ${'"rpc" '.repeat(20)}`],
  'free archive rpc on base under $50',
  times(100, (at) => String.fromCharCode(97 + (at % 26))).join(' '),
  ...['zz', 'ﷺ', 'ß', '\u{1f600}', '%', "'"].map((piece) => piece.repeat(200).slice(0, 200)),
  times(30, (at) => `etherm${at % 7}`)
    .join(' ')
    .slice(0, 200),
];
const odd = [
  ...'|0|-1|1e9|[]|{}|null|\u0000|__proto__|constructor|"|%'.split('|'),
  '\u{1f600}'.repeat(60),
];

interface Catalog {
  /** The one with most rows. */
  readonly network: string;
  /** The largest first. */
  readonly categories: readonly string[];
  /** Names of the build, by the parameters that take them. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly columns: readonly Readonly<{
    key: string;
    filter: string | null;
    sorting: string | null;
  }>[];
}

type Item = Readonly<Record<string, string>>;

async function readCatalog({ get }: TestService): Promise<Catalog> {
  const read = async (path: string) =>
    ((await get(path)).json() as { result: Record<string, readonly Item[]> }).result;
  const { coverage = [] } = await read('/api/coverage');
  const rows = (key: string) => {
    const sums = new Map<string, number>();
    for (const { [key]: name = '', rowCount } of coverage)
      sums.set(name, (sums.get(name) ?? 0) + Number(rowCount));
    return [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  };
  const [networks, categories] = [rows('network'), rows('category')];
  const { offers = [], columnsMeta = [] } = await read(
    `/api/offers?category=${categories[0]}&pageSize=100`,
  );
  const { providers = [] } = await read('/api/providers?pageSize=100');
  const slugs = offers.map(({ slug = '' }) => slug);
  const names = {
    network: networks,
    provider: providers.map(({ name = '' }) => name),
    slug: slugs,
    offer: slugs,
  };
  const picked = { compare: slugs, cols: columnsMeta.map(({ key = '' }) => key), text: searches };
  return {
    ...{
      network: networks[0] ?? '',
      categories,
      columns: columnsMeta as unknown as Catalog['columns'],
    },
    names: new Map(Object.entries({ ...names, ...picked })),
  };
}

const json = (value: unknown) => JSON.stringify(value);

/** The values of a parameter that cost most, each a list of repetitions. */
function dearValues(
  name: string,
  allowed: readonly string[],
  { names, columns, categories }: Catalog,
): string[][] {
  const known = names.get(name);
  if (known !== undefined) {
    const many = times(maxValues, (at) => known[at % known.length] ?? '');
    return [many, many.map(misspelt), many.slice(0, 6), many.slice(0, 1)];
  }
  const listed = columns.filter(({ filter }) => filter !== null);
  const filters = (count: number, value: (at: number) => string[]) =>
    json(times(count, (at) => ({ id: listed[at % listed.length]?.key, value: value(at) })));
  const sorted = columns.filter(({ sorting }) => sorting !== null).map(({ key }) => key);
  const values: Readonly<Record<string, () => readonly string[]>> = {
    category: () => [...categories.slice(0, 2), 'apis'],
    search: () => searches,
    q: () => searches,
    filters: () => [
      filters(20, (at) => [`v${at}`]),
      filters(listed.length, () => ['', '9e9']),
      filters(2, () => times(maxValues, (at) => 'abcdefghij'.charAt(at % 10))),
    ],
    sorting: () =>
      times(sorted.length, (at) =>
        json(
          [0, 1, 2].map((more) => ({ id: sorted[(at + more) % sorted.length], desc: at % 2 > 0 })),
        ),
      ),
    page: () => ['1', '2', '50', '999999999'],
    pageSize: () => ['100'],
    fields: () => [columns.map(({ key }) => key).join()],
    column: () => listed.map(({ key }) => key),
    facet: () => listed.map(({ key }) => key),
    requests: () => ['1', '1000000', '999999999999'],
    peak: () => ['1', '1000000'],
    since: () => ['2000-01-01'],
  };
  return (values[name]?.() ?? allowed).map((value) => [value]);
}

/** Form fields of a toolbox page, which the document leaves out. */
const formFields =
  'filters sort page pageSize cols compare facet scope confirmed requests workload peak archive chart'.split(
    ' ',
  );
const formValues = new Map([
  ['workload', ['wallet', 'indexer', 'archive']],
  ['chart', ['prices']],
  ['sort', ['accessPrice', 'provider', 'estimate']],
  ...['archive', 'confirmed'].map((name): [string, string[]] => [name, ['1']]),
  ['scope', ['network']],
]);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly values: readonly (readonly string[])[];
}
interface Surface {
  /** As OpenAPI writes it. Of a tool: its name. */
  readonly path: string;
  readonly isTool?: boolean;
  readonly parameters: readonly Parameter[];
}

function surfacesOf(base: string, { paths }: OpenApiDocument, catalog: Catalog): Surface[] {
  return Object.entries(paths).map(([path, { get }]) => {
    const parameters = get.parameters.map(
      ({ name, in: place, required = false, example, schema }): Parameter => {
        const { enum: allowed, items } = schema as { enum?: string[]; items?: { enum?: string[] } };
        const dear = dearValues(name, allowed ?? items?.enum ?? [], catalog);
        const given = example === undefined ? [] : [[example].flat().map(String)];
        return { name, in: place, required, values: [...dear, ...given] };
      },
    );
    const more = !path.startsWith('/toolbox/') ? [] : formFields;
    const fields = more.map((name) => ({
      ...{ name, in: 'query', required: false },
      values: dearValues(name, formValues.get(name) ?? [], catalog),
    }));
    return {
      path: base + path,
      parameters: [...parameters, ...fields].filter(({ values }) => values.length > 0),
    };
  });
}

/** Arguments that are lists or objects are JSON. */
function toolSurfaces(catalog: Catalog): Surface[] {
  const isRequired = new Set(['category', 'slug', 'query']);
  return tools.map(({ name, input }) => {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
    const parameters = Object.entries(properties).map(([argument, schema]) => {
      const { type, enum: allowed = [] } = schema as { type?: string; enum?: string[] };
      const dear = dearValues(argument === 'query' ? 'q' : argument, allowed, catalog);
      const values = dear.map((list) => (type === 'array' ? [json(list)] : list.slice(0, 1)));
      return { name: argument, in: 'query', required: isRequired.has(argument), values };
    });
    return {
      ...{ path: name, isTool: true },
      parameters: parameters.filter(({ values }) => values.length > 0),
    };
  });
}

const headers: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br' },
  { 'accept-encoding': `${'x;q=0.1,'.repeat(1500)}br` },
  { 'if-none-match': times(1000, (at) => `"${at}"`).join() },
  { range: `bytes=${'0-1,'.repeat(1000)}2-3` },
  { accept: `${'a/b;q=0.1,'.repeat(1000)}text/html` },
];

/** `choose`: the value of a parameter, null to leave it out. */
function request(
  { path, parameters, isTool = false }: Surface,
  choose: (parameter: Parameter) => readonly string[] | null,
): Request {
  const query: Pair[] = [];
  let filled = path;
  for (const parameter of parameters) {
    const values = choose(parameter);
    if (parameter.in === 'path')
      filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(values?.[0] ?? 'x'));
    else if (parameter.in === 'query')
      for (const value of values ?? []) query.push([parameter.name, value]);
  }
  return { route: path, path: isTool ? null : filled, query, headers: {} };
}

/**
 * Each dear value of each parameter alone, beside the required ones, and all parameters at their
 * first.
 */
function* systematic(surface: Surface): Iterable<Request> {
  const first = ({ values }: Parameter) => values[0] ?? null;
  yield request(surface, first);
  for (const parameter of surface.parameters)
    for (const values of parameter.values)
      yield request(surface, (each) =>
        each === parameter
          ? values
          : each.required || each.name === 'category'
            ? first(each)
            : null,
      );
}

function random(surfaces: readonly Surface[], next: Random): Request {
  const share = next();
  const made = request(pick(next, surfaces), ({ required, values }) => {
    if (!required && next() > share) return null;
    return next() < 0.04 ? [pick(next, odd)] : pick(next, values);
  });
  const query = made.query.map(
    ([name, value]): Pair => (next() < 0.02 ? [misspelt(name), value] : [name, value]),
  );
  return { ...made, query, headers: pick(next, headers) };
}

interface Cost {
  readonly route: string;
  /** Of CPU, with that of the client. */
  readonly ms: number;
  /** The longest that the event loop did not turn. */
  readonly pieceMs: number;
  readonly status: number;
  readonly bytes: number;
  readonly target: string;
}

const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

async function measure(service: TestService, made: Request): Promise<Cost> {
  delay.reset();
  const begun = process.cpuUsage();
  const { target, status, bytes } = await send(service, made);
  const { user, system } = process.cpuUsage(begun);
  const ms = (user + system) / 1000;
  const cost = { route: made.route, ms, pieceMs: delay.max / 1e6, status, bytes, target };
  assert.ok(status >= 200 && status < 500, json(cost));
  return cost;
}

async function send(
  service: TestService,
  made: Request,
): Promise<Pick<Cost, 'target' | 'status' | 'bytes'>> {
  if (made.path === null) return callTool(service, made);
  const { path, query, headers } = made;
  // A target is at most 8 kB.
  const given = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
  const target = `${path}${query.length === 0 ? '' : '?'}${given}`.slice(0, 7900);
  const answer = await service.get(target, { headers, agent });
  // Node answers headers beyond its limit, without a body.
  const isTold = answer.status >= 400 && answer.status !== 431;
  if (path.includes('/api/') && isTold) readFailure(answer, answer.status);
  return { target, status: answer.status, bytes: answer.bytes.length };
}

async function callTool(
  { port }: TestService,
  { route, query }: Request,
): Promise<Pick<Cost, 'target' | 'status' | 'bytes'>> {
  const given = Object.fromEntries(query.map(([name, text]) => [name, readArgument(text)]));
  const params = { name: route, arguments: given };
  const body = json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const { status, text } = await post(port, body);
  return { target: `${route} ${json(given)}`, status, bytes: Buffer.byteLength(text) };
}

function readArgument(text: string): unknown {
  if (!/^(?:\[|\{|\d+$)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Lines of a Markdown table: of each route the dearest, the longest piece and the largest. */
function* tableOf(costs: readonly Cost[]): Iterable<string> {
  yield '| route | requests | CPU, ms | piece, ms | kB | dearest |';
  yield '|---|---|---|---|---|---|';
  for (const [route, own] of groupBy(costs, (cost) => cost.route)) {
    const most = (of: (cost: Cost) => number) => Math.max(...own.map(of)).toFixed(0);
    const { target = '' } = own.toSorted((a, b) => b.ms - a.ms)[0] ?? {};
    const cells = [most(({ ms }) => ms), most(({ pieceMs }) => pieceMs)];
    const size = most(({ bytes }) => bytes / 1000);
    yield `| ${[route, own.length, ...cells, size, target.slice(0, 150)].join(' | ')} |`;
  }
}

async function tryAll(service: TestService, tell: (line: string) => void): Promise<void> {
  const catalog = await readCatalog(service);
  const surfaces: Surface[] = [];
  for (const base of ['', `/networks/${catalog.network}`])
    surfaces.push(...surfacesOf(base, await readDocument(service.get, base), catalog));
  const pictured = surfaces.filter(({ path }) => path.includes('/toolbox/'));
  surfaces.push(...pictured.map((surface) => ({ ...surface, path: `${surface.path}.png` })));
  surfaces.push(...toolSurfaces(catalog));
  const costs: Cost[] = [];
  const next = makeRandom(53);
  for (const surface of surfaces)
    for (const each of systematic(surface)) costs.push(await measure(service, each));
  for (let count = 0; count < requests; count++)
    costs.push(await measure(service, random(surfaces, next)));
  const dearest = costs.toSorted((a, b) => b.ms - a.ms);
  const answered = costs.filter(({ status }) => status < 400).length;
  tell(`${costs.length} requests, ${answered} answered`);
  for (const { ms, pieceMs, status, bytes, target } of dearest.slice(0, 10))
    tell(
      `${ms.toFixed(0)} ms, ${pieceMs.toFixed(0)} in a piece ${status} ${bytes} bytes ${target.slice(0, 400)}`,
    );
  if (ownBuild !== undefined) for (const line of tableOf(costs)) tell(line);
  assert.ok(answered > costs.length / 3, `${answered} of ${costs.length} are answered`);
  const wrong = dearest.filter(({ ms }) => ms > mostMs);
  assert.deepEqual(wrong, []);
  const large = costs.filter(({ bytes, route }) => bytes > mostBytes && !isWhole.test(route));
  assert.deepEqual(large, []);
}

describe('any request is answered within a second of CPU', () => {
  if (ownBuild !== undefined) {
    it(`on ${ownBuild}`, async (t) => {
      const service = await startService({ snapshot: await openCurrent(ownBuild) });
      t.after(() => service.close());
      await tryAll(service, (line) => t.diagnostic(line));
    });
    return;
  }
  const sources = {
    directory,
    ...(unbounded && existsSync(corpusSlice) ? { 'the slice of the corpus': corpusSlice } : {}),
  };
  for (const [name, source] of Object.entries(sources)) {
    const used = useService(source);
    it(`on ${name}`, (t) => tryAll(used.service(), (line) => t.diagnostic(line)));
  }
});
