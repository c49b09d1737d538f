/** What the sources state that can be probed, each target once, with the places that state it. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { replaceLinks } from '../../common/markdown-links.ts';
import type { RpcProtocol, StatedEndpoint } from '../../model/connect.ts';
import { type StatedLimit, statedLimits } from '../../model/measures.ts';
import type { ProbeTarget } from '../../model/probes.ts';
import type { SourcePlace } from '../../model/rows.ts';
import { listOf, textOf } from '../../model/rows.ts';
import { connectOf } from '../connect/connect.ts';
import { isPublicAddress } from '../connect/public-address.ts';
import type { Content, Resolved, Row, Sources, StatedNumbers } from '../sources.ts';
import { sourcePaths } from '../sources.ts';
import { targetKey } from './reading.ts';

/** Cell that states a target. */
export interface TargetPlace extends SourcePlace {
  readonly column: string;
}

interface Stated {
  /** In the order of the sources, each cell once. */
  readonly places: readonly TargetPlace[];
}

export interface EndpointTarget extends ProbeTarget, Stated {
  readonly kind: 'endpoint';
  readonly protocol: RpcProtocol;
  /** Endpoints of one group are compared: network and chain. */
  readonly group: string;
  readonly isArchive: boolean;
  /** The largest limits that offers of the address state. */
  readonly limits: Readonly<Record<StatedLimit, number | null>>;
  /** Whether this run asks what breaks programs. */
  readonly asksCapabilities?: boolean;
  /** Provider whose key takes the place of the placeholder in the address. */
  readonly keyOf?: string;
  /** The address with the key, for requests only: nothing logs or stores it. */
  readonly secretAddress?: string;
}

export interface McpTarget extends ProbeTarget, Stated {
  readonly kind: 'mcp';
  readonly transport: 'http' | 'sse';
}

export interface PageTarget extends ProbeTarget, Stated {
  readonly kind: 'link' | 'quotation';
}

export type Target = EndpointTarget | McpTarget | PageTarget;

/** Targets, and addresses that are not probed, by reason. */
export interface Targets {
  readonly targets: readonly Target[];
  readonly skipped: Readonly<
    Record<'needs a key' | 'unknown protocol' | 'not a public address', number>
  >;
  /** Rows that state an endpoint, a server or a link, by `targetKey`. */
  readonly contents: ReadonlyMap<string, ReadonlySet<Content>>;
}

const noQuote = { expected: null, category: null, slug: null, column: null } as const;

type ProbedSources = Pick<Sources, 'meta' | 'providers' | 'quotations'>;

export function collectTargets(
  sources: ProbedSources,
  { networks, numbers }: Pick<Resolved, 'networks' | 'numbers'>,
): Targets {
  const collector = new Collector();
  const expectedOf = chainFinder(sources.meta);
  // Rows repeat on networks: all but the endpoints of a line are added once.
  const sourceOf = new Map<Content, SourcePlace>();
  const distinct: Row[] = [];
  for (const { key, rows } of networks) {
    for (const row of rows) {
      addEndpoints(row, { network: key, expectedOf, numbers }, collector);
      if (sourceOf.get(row.content) === row.source) continue;
      sourceOf.set(row.content, row.source);
      distinct.push(row);
      addServer(row, collector);
    }
  }
  addDefinitions(sources, collector);
  const linkColumns = sources.meta.columns
    .filter(({ cellType }) => cellType === 'link')
    .map(({ key }) => key);
  const linked = new Set<Content>();
  for (const row of distinct) {
    if (linked.has(row.content) && !statesOwn(row.content, linkColumns)) continue;
    linked.add(row.content);
    addLinks(row, linkColumns, collector);
  }
  return { targets: collector.targets, skipped: collector.skipped, contents: collector.contents };
}

/** CAIP-2 identifier of a chain of a network; null if the sources do not state it. */
type ExpectedOf = (network: string, chain: string) => string | null;

function chainFinder({ networks, chains }: ProbedSources['meta']): ExpectedOf {
  const ofNetworks = networks.map(({ key, caip2 }) => [`${key} mainnet`, caip2] as const);
  const ofChains = chains.flatMap(({ network, chain, caip2 }) =>
    caip2 === null ? [] : [[`${network} ${chain}`, caip2] as const],
  );
  const known = new Map([...ofNetworks, ...ofChains]);
  return (network, chain) => known.get(`${network} ${chain}`) ?? null;
}

function addDefinitions(
  { meta, providers, quotations }: ProbedSources,
  collector: Collector,
): void {
  for (const { value, line } of providers)
    for (const column of ['website', 'docs'] as const)
      collector.addLink(value[column], { file: sourcePaths.providers, line, column });
  for (const { key, docs } of meta.networks) {
    const line = meta.networkLines.get(key) ?? 1;
    collector.addLink(docs, { file: sourcePaths.networks, line, column: 'docs' });
  }
  for (const { value, line } of quotations) {
    const { category, slug, column, address, words: expected } = value;
    const target = { kind: 'quotation', address, expected, category, slug, column } as const;
    collector.add(target, { file: sourcePaths.quotations, line, column: 'words' });
  }
}

function statesOwn({ offer, overrides }: Content, linkColumns: readonly string[]): boolean {
  return (
    offer === null ||
    overrides.some((column) => column === 'actionButtons' || linkColumns.includes(column))
  );
}

type WithoutPlaces<T> = T extends Target ? Omit<T, 'places'> : never;

class Collector {
  readonly #targets = new Map<string, Target & { readonly places: TargetPlace[] }>();
  readonly #skipped = new Map<string, keyof Targets['skipped']>();
  /** Targets with the cells that state them: rows of many networks repeat them. */
  readonly #seen = new Set<string>();
  readonly contents = new Map<string, Set<Content>>();
  /** By address, because most are stated many times. Null for an address of no page. */
  readonly #links = new Map<string, WithoutPlaces<PageTarget> | null>();

  get targets(): readonly Target[] {
    return [...this.#targets.values()];
  }

  get skipped(): Targets['skipped'] {
    const counts = { 'needs a key': 0, 'unknown protocol': 0, 'not a public address': 0 };
    for (const reason of this.#skipped.values()) counts[reason]++;
    return counts;
  }

  skip(address: string, reason: keyof Targets['skipped']): void {
    this.#skipped.set(address, reason);
  }

  /** `content`: of a row that states the address. */
  addLink(address: string | null, place: TargetPlace, content: Content | null = null): void {
    const link = getOrInsert(this.#links, address ?? '', () => this.#readLink(address ?? ''));
    if (link !== null) this.add(link, place, content);
  }

  #readLink(address: string): WithoutPlaces<PageTarget> | null {
    if (!/^https?:\/\//i.test(address)) return null;
    const [page = ''] = address.split('#');
    if (isPublicAddress(page, ['http', 'https']))
      return { kind: 'link', address: page, ...noQuote };
    this.skip(address, 'not a public address');
    return null;
  }

  add(target: WithoutPlaces<Target>, place: TargetPlace, content: Content | null = null): void {
    const key = targetKey(target);
    if (content !== null) getOrInsert(this.contents, key, () => new Set<Content>()).add(content);
    const stated = this.#targets.get(key);
    const cell = `${key} ${place.file}:${place.line} ${place.column}`;
    if (stated === undefined) this.#targets.set(key, { ...target, places: [place] });
    else if (!this.#seen.has(cell)) stated.places.push(place);
    this.#seen.add(cell);
    if (stated?.kind === 'endpoint' && target.kind === 'endpoint')
      this.#targets.set(key, { ...stated, ...mergeClaims(stated, target) });
  }
}

type Claims = Pick<EndpointTarget, 'isArchive' | 'limits'>;

/** What one offer claims is asked for, whatever other offers of the address say. */
function mergeClaims(one: Claims, other: Claims): Claims {
  const largest = (column: StatedLimit) => {
    const stated = [one, other].flatMap(({ limits }) => limits[column] ?? []);
    return [column, stated.length === 0 ? null : Math.max(...stated)];
  };
  const limits = Object.fromEntries(statedLimits.map(largest)) as Claims['limits'];
  return { isArchive: one.isArchive || other.isArchive, limits };
}

interface EndpointPlace {
  readonly network: string;
  readonly expectedOf: ExpectedOf;
  readonly numbers: StatedNumbers;
}

function addEndpoints(
  row: Row,
  { network, expectedOf, numbers }: EndpointPlace,
  collector: Collector,
): void {
  const connect = connectOf(row.content);
  if (connect === null || !('endpoints' in connect)) return;
  const { chain, historicalData, address } = row.content.values;
  const stated = {
    ...noQuote,
    kind: 'endpoint',
    expected: expectedOf(network, textOf(chain)),
    isArchive: historicalData === 'Archive',
    limits: limitsOf(row.content, numbers),
  } as const;
  const group = `${network} ${chain}`;
  for (const endpoint of connect.endpoints) {
    const column = address === endpoint.url ? 'address' : 'actionButtons';
    const target = targetOf(endpoint, textOf(row.content.values.provider), collector);
    if (target !== null)
      collector.add({ ...stated, ...target, group }, placeOf(row, column), row.content);
  }
}

function limitsOf({ values }: Content, numbers: StatedNumbers): EndpointTarget['limits'] {
  return Object.fromEntries(
    statedLimits.map((column) => [column, statedNumber(column, values, numbers)]),
  ) as EndpointTarget['limits'];
}

/** The largest number that a cell states; null if it states none. */
export function statedNumber(
  column: string,
  values: Content['values'],
  numbers: StatedNumbers,
): number | null {
  const stated = numbers.get(column)?.get(textOf(values[column]))?.stated ?? null;
  return stated !== null && 'max' in stated ? stated.max : null;
}

/** Null for an endpoint that nothing can read. One that needs a key can be read with one. */
function targetOf(
  { url: address, protocol, placeholders }: StatedEndpoint,
  keyOf: string,
  collector: Collector,
): Pick<EndpointTarget, 'address' | 'protocol' | 'keyOf'> | null {
  if (placeholders.length > 0) collector.skip(address, 'needs a key');
  else if (protocol === null) collector.skip(address, 'unknown protocol');
  // Of several placeholders nobody knows which one a key is for.
  if (protocol === null || placeholders.length > 1) return null;
  return { address, protocol, ...(placeholders.length > 0 ? { keyOf } : {}) };
}

function addServer(row: Row, collector: Collector): void {
  const connect = connectOf(row.content);
  for (const way of connect !== null && 'server' in connect ? connect.server.ways : []) {
    if (way.kind !== 'hosted') continue;
    const target = { ...noQuote, kind: 'mcp', address: way.url, transport: way.transport } as const;
    if (way.url.includes('<')) collector.skip(way.url, 'needs a key');
    else collector.add(target, placeOf(row, 'mcpEndpoint'), row.content);
  }
}

function addLinks(row: Row, columns: readonly string[], collector: Collector): void {
  const { values } = row.content;
  const add = (address: string, column: string) =>
    collector.addLink(address, placeOf(row, column), row.content);
  for (const text of listOf(values.actionButtons)) {
    replaceLinks(text, (label, address) => {
      if (!/^send requests?$/i.test(label.trim())) add(address.trim(), 'actionButtons');
      return '';
    });
  }
  for (const column of columns) add(textOf(values[column]), column);
}

/** The line of the listing if it states the cell, otherwise that of its offer. */
export function placeOf({ content, source }: Row, column: string): TargetPlace {
  const { file, line } =
    content.offer === null || content.overrides.includes(column) ? source : content.offer;
  return { file, line, column };
}
