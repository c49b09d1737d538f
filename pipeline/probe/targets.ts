/** What the sources state that can be probed, each target once, with the places that state it. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { replaceLinks } from '../../common/markdown-links.ts';
import type { Connect, RpcProtocol, StatedEndpoint } from '../../model/connect.ts';
import type { ProbeTarget } from '../../model/probes.ts';
import { listOf } from '../../model/rows.ts';
import { connectOf } from '../connect/connect.ts';
import { isPublicAddress } from '../connect/public-address.ts';
import type { Content, Place, Resolved, Row, Sources } from '../sources.ts';
import { sourcePaths } from '../sources.ts';
import { targetKey } from './reading.ts';

/** Cell that states a target. */
export interface TargetPlace extends Place {
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
  readonly skipped: Readonly<Record<'needs a key' | 'unknown protocol' | 'not a public address', number>>;
  /** Rows that state an endpoint, a server or a link, by `targetKey`. */
  readonly contents: ReadonlyMap<string, ReadonlySet<Content>>;
}

const noQuote = { expected: null, category: null, slug: null, column: null } as const;

type ProbedSources = Pick<Sources, 'meta' | 'providers' | 'quotations'>;

export function collectTargets(sources: ProbedSources, { networks }: Pick<Resolved, 'networks'>): Targets {
  const collector = new Collector();
  const caip2 = new Map(sources.meta.networks.map(({ key, caip2: id }) => [key, id]));
  // Rows repeat on networks: all but the endpoints of a line are added once.
  const sourceOf = new Map<Content, Place>();
  const distinct: Row[] = [];
  for (const { key, rows } of networks) {
    const network = { network: key, caip2: caip2.get(key) ?? null };
    for (const row of rows) {
      const isRepeated = sourceOf.get(row.content) === row.source;
      if (!isRepeated) distinct.push(row);
      sourceOf.set(row.content, row.source);
      addConnections(row, { ...network, isRepeated }, collector);
    }
  }
  addDefinitions(sources, collector);
  const linkColumns = sources.meta.columns.filter(({ cellType }) => cellType === 'link').map(({ key }) => key);
  const linked = new Set<Content>();
  for (const row of distinct) {
    if (linked.has(row.content) && !statesOwn(row.content, linkColumns)) continue;
    linked.add(row.content);
    addLinks(row, linkColumns, collector);
  }
  return { targets: collector.targets, skipped: collector.skipped, contents: collector.contents };
}

function addDefinitions({ meta, providers, quotations }: ProbedSources, collector: Collector): void {
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
  return offer === null || overrides.some((column) => column === 'actionButtons' || linkColumns.includes(column));
}

class Collector {
  readonly #targets = new Map<string, Target & { readonly places: TargetPlace[] }>();
  readonly #skipped = new Map<string, keyof Targets['skipped']>();
  /** Targets with the cells that state them: rows of many networks repeat them. */
  readonly #seen = new Set<string>();
  readonly contents = new Map<string, Set<Content>>();
  /** By address, because most are stated many times. */
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

  /** Adds an endpoint, a server or a link of a row. */
  addOfRow(target: WithoutPlaces<Target>, row: Row, column: string): void {
    const key = targetKey(target);
    getOrInsert(this.contents, key, () => new Set<Content>()).add(row.content);
    this.add(target, placeOf(row, column));
  }

  /** Null for an address of no page. */
  linkTo(address: string): WithoutPlaces<PageTarget> | null {
    return getOrInsert(this.#links, address, () => this.#readLink(address));
  }

  #readLink(address: string): WithoutPlaces<PageTarget> | null {
    if (!/^https?:\/\//i.test(address)) return null;
    const [page = ''] = address.split('#');
    if (isPublicAddress(page, ['http', 'https'])) return { kind: 'link', address: page, ...noQuote };
    this.skip(address, 'not a public address');
    return null;
  }

  addLink(address: string | null, place: TargetPlace): void {
    const link = this.linkTo(address ?? '');
    if (link !== null) this.add(link, place);
  }

  addLinkOfRow(address: string, row: Row, column: string): void {
    const link = this.linkTo(address);
    if (link !== null) this.addOfRow(link, row, column);
  }

  add(target: WithoutPlaces<Target>, place: TargetPlace): void {
    const key = targetKey(target);
    const stated = this.#targets.get(key);
    const cell = `${key} ${place.file}:${place.line} ${place.column}`;
    if (stated === undefined) this.#targets.set(key, { ...target, places: [place] });
    else if (!this.#seen.has(cell)) stated.places.push(place);
    this.#seen.add(cell);
    // An archive that one offer claims is asked for, whatever other offers of the address say.
    if (stated?.kind === 'endpoint' && target.kind === 'endpoint' && target.isArchive)
      this.#targets.set(key, { ...stated, isArchive: true });
  }
}

type WithoutPlaces<T> = T extends Target ? Omit<T, 'places'> : never;

interface NetworkOfRow {
  readonly network: string;
  readonly caip2: string | null;
  /** Whether another network has the row from the same line. */
  readonly isRepeated: boolean;
}

function addConnections(row: Row, network: NetworkOfRow, collector: Collector): void {
  const connect = connectOf(row.content);
  if (connect === null) return;
  if ('endpoints' in connect) for (const endpoint of connect.endpoints) addEndpoint(endpoint, row, network, collector);
  else if (!network.isRepeated) addServer(row, connect.server.ways, collector);
}

function addEndpoint(
  { url, protocol, placeholders }: StatedEndpoint,
  row: Row,
  { network, caip2 }: NetworkOfRow,
  collector: Collector,
): void {
  const { chain, historicalData, address } = row.content.values;
  if (placeholders.length > 0) collector.skip(url, 'needs a key');
  else if (protocol === null) collector.skip(url, 'unknown protocol');
  else {
    const column = address === url ? 'address' : 'actionButtons';
    // The definition of a network has the identifier of its main chain only.
    const expected = chain === 'mainnet' ? caip2 : null;
    const target = { ...noQuote, kind: 'endpoint', address: url, expected, protocol } as const;
    const isArchive = historicalData === 'Archive';
    collector.addOfRow({ ...target, group: `${network} ${String(chain)}`, isArchive }, row, column);
  }
}

type Ways = Extract<Connect, { readonly server: unknown }>['server']['ways'];

function addServer(row: Row, ways: Ways, collector: Collector): void {
  for (const way of ways) {
    if (way.kind !== 'hosted') continue;
    if (way.url.includes('<')) collector.skip(way.url, 'needs a key');
    else
      collector.addOfRow({ ...noQuote, kind: 'mcp', address: way.url, transport: way.transport }, row, 'mcpEndpoint');
  }
}

function addLinks(row: Row, columns: readonly string[], collector: Collector): void {
  const { actionButtons, ...values } = row.content.values;
  for (const text of listOf(actionButtons)) {
    replaceLinks(text, (label, address) => {
      if (!/^send requests?$/i.test(label.trim())) collector.addLinkOfRow(address.trim(), row, 'actionButtons');
      return '';
    });
  }
  for (const column of columns) {
    const value = values[column];
    if (typeof value === 'string') collector.addLinkOfRow(value, row, column);
  }
}

/** The line of the listing if it states the cell, otherwise that of its offer. */
function placeOf({ content, source }: Row, column: string): TargetPlace {
  const { file, line } = content.offer === null || content.overrides.includes(column) ? source : content.offer;
  return { file, line, column };
}
