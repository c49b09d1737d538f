/** Index of the sources before an edit: values by column, sites by provider, hosts by network. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { countBy, groupBy } from '../../../common/group-by.ts';
import { trackingParameters } from '../../../common/tracking.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { isPlaceholder } from '../../../model/placeholders.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import type { Value, Values } from '../../../model/rows.ts';
import { type Fault, textsOf } from '../../check/rule.ts';
import type { CellFault, Sources } from '../../sources.ts';
import type { EditedLine } from '../edited-lines.ts';

export type Line = Pick<
  EditedLine,
  'kind' | 'category' | 'network' | 'values' | 'offer' | 'source'
>;

/** Occurrences of each value. */
export type Counts = ReadonlyMap<string, number>;

/** A fault of a text, which is a cell or an item of it. */
export type FaultInText = readonly [rule: CellFault['rule'], ...Fault];

/** A fault of a cell. `item`: the one that has it; absent if the whole cell has it. */
export type FaultInCell = readonly [...FaultInText, item?: string];

/** Least length of a name that is no word of every text. */
export const leastName = 4;

export function textOf(value: Value | undefined): string {
  return textsOf(value).join(', ');
}

/** Least occurrences of the values of a column that say how others are written. */
export const enough = 15;

export function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

export interface Known {
  readonly sources: Sources;
  readonly columns: ReadonlyMap<string, ColumnDefinition>;
  readonly lines: readonly Line[];
  /** Lines after the edit. */
  readonly after: readonly Line[];
  /** Those of providers. */
  readonly providerLines: readonly Line[];
  readonly byFile: ReadonlyMap<string, readonly Line[]>;
  readonly afterByFile: ReadonlyMap<string, readonly Line[]>;
  /** Lines of offers before the edit, by category. */
  readonly offers: ReadonlyMap<string, readonly Line[]>;
  /** Values and list items that lines of the category state in the column. */
  readonly countsOf: (category: string, column: string) => Counts;
  /** Lines after the edit by the values and list items that they state in the column. */
  readonly usesAfter: (category: string, column: string) => ReadonlyMap<string, readonly Line[]>;
  /** Slugs of providers. */
  readonly providers: ReadonlySet<string>;
  /** Labels of links. */
  readonly labels: Counts;
  /** Referral codes with the host of their links: `quicknode.com via=larry`. */
  readonly codes: () => ReadonlySet<string>;
  /** Providers by the site that is theirs alone. */
  readonly owners: ReadonlyMap<string, string>;
  /** Sites that the lines of a provider lead to. */
  readonly sitesOf: (provider: string) => ReadonlySet<string>;
  /** Networks whose listings lead to a host. */
  readonly networksOf: (host: string) => ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export function knowledgeOf(
  sources: Sources,
  lines: readonly Line[],
  after: readonly Line[],
): Known {
  const counts = new Map<string, Counts>();
  const uses = new Map<string, ReadonlyMap<string, readonly Line[]>>();
  let codes: ReadonlySet<string> | null = null;
  return {
    ...knownLinks(lines),
    codes: () => (codes ??= codesIn(lines, after)),
    sources,
    columns: new Map(sources.meta.columns.map((column) => [column.key, column])),
    lines,
    after,
    providerLines: after.filter(({ kind }) => kind === 'provider'),
    byFile: groupBy(lines, fileOf),
    afterByFile: groupBy(after, fileOf),
    offers: groupBy(
      lines.filter(({ kind }) => kind === 'offer'),
      ({ category }) => category,
    ),
    providers: new Set(sources.providers.map(({ value }) => value.slug)),
    owners: ownersOf(sources),
    countsOf: (category, column) =>
      getOrInsert(counts, `${category} ${column}`, () => countValues(lines, category, column)),
    usesAfter: (category, column) =>
      getOrInsert(uses, `${category} ${column}`, () => usesIn(after, category, column)),
  };
}

const fileOf = ({ source }: Line) => source.file;

function knownLinks(lines: readonly Line[]): Pick<Known, 'labels' | 'sitesOf' | 'networksOf'> {
  const labels = new Map<string, number>();
  const hosts = new Map<string, Set<string>>();
  const sites = new Map<string, Set<string>>();
  const add = ({ label, address }: Link, { values, offer, network }: Line) => {
    const host = hostOf(address);
    if (label !== null) labels.set(label, (labels.get(label) ?? 0) + 1);
    getOrInsert(sites, providerOf(values, offer), () => new Set<string>()).add(siteOf(address));
    if (network !== null) getOrInsert(hosts, host, () => new Set<string>()).add(network);
  };
  for (const line of lines) for (const found of linksOf(line.values, line.kind)) add(found, line);
  const inherited = new Map<Values, readonly string[]>();
  for (const { category, network, values, offer } of lines) {
    if (
      category !== 'explorers' ||
      network === null ||
      offer === null ||
      values.actionButtons != null
    )
      continue;
    const own = getOrInsert(inherited, offer, () =>
      linksOf(offer, 'offer').map(({ address }) => hostOf(address)),
    );
    for (const host of own) getOrInsert(hosts, host, () => new Set<string>()).add(network);
  }
  return {
    labels,
    sitesOf: (provider) => sites.get(provider) ?? none,
    networksOf: (host) => hosts.get(host) ?? none,
  };
}

/** Least lines of an edit with a code that nobody pasted by mistake. */
const leastCoded = 5;

/** Codes of the lines before, and those that an edit gives to several lines. */
function codesIn(before: readonly Line[], after: readonly Line[]): ReadonlySet<string> {
  const codesOf = ({ values, kind }: Line) =>
    linksOf(values, kind).flatMap(({ address }) =>
      address.includes('=')
        ? trackingParameters(address).referral.map((code) => `${hostOf(address)} ${code}`)
        : [],
    );
  const added = countBy(after.flatMap(codesOf), (code) => code);
  const several = [...added].flatMap(([code, count]) => (count >= leastCoded ? [code] : []));
  return new Set([...before.flatMap(codesOf), ...several]);
}

function usesIn(
  lines: readonly Line[],
  category: string,
  column: string,
): ReadonlyMap<string, readonly Line[]> {
  const uses = new Map<string, Line[]>();
  for (const line of lines)
    if (line.category === category)
      for (const text of new Set(textsOf(line.values[column])))
        getOrInsert(uses, text, () => []).push(line);
  return uses;
}

function countValues(lines: readonly Line[], category: string, column: string): Counts {
  const counts = new Map<string, number>();
  for (const { kind, category: own, values } of lines)
    if (kind !== 'provider' && own === category)
      for (const text of textsOf(values[column]))
        if (!isPlaceholder(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

export function providerOf(values: Values, offer: Values | null): string {
  return String(values.provider ?? offer?.provider ?? values.name ?? '');
}

/**
 * A site of several providers is nobody's, such as a host of code, and so is that of a network,
 * about which many lines are.
 */
function ownersOf({ providers, meta }: Sources): ReadonlyMap<string, string> {
  const ofNetworks = new Set(meta.networks.map(({ docs }) => siteOf(docs)));
  const owners = new Map<string, Set<string>>();
  for (const { value } of providers)
    for (const address of sitesOfProvider(value))
      if (address) getOrInsert(owners, siteOf(address), () => new Set<string>()).add(value.name);
  return new Map(
    [...owners].flatMap(([site, names]) =>
      names.size === 1 && site !== '' && !ofNetworks.has(site) ? [[site, [...names][0] ?? '']] : [],
    ),
  );
}

function sitesOfProvider({
  website,
  docs,
  github,
  x,
  telegram,
  discord,
}: ProviderDefinition): (string | null)[] {
  const accounts = [
    ...[
      github && `https://github.com/${github}`,
      x && `https://x.com/${x}`,
      telegram && `https://t.me/${telegram}`,
    ],
    discord && `https://discord.com/invite/${discord.replace(/^invite\//, '')}`,
  ];
  return [website, docs, ...accounts];
}

export interface Link {
  /** Null for an address that stands alone. */
  readonly label: string | null;
  readonly address: string;
}

const link = /(?:\[([^[\]]*)\]\()?(\bhttps?:\/\/[^\s)"'\]]+)/gi;

export function linksIn(text: string): Link[] {
  if (!text.includes('://')) return [];
  return Array.from(text.matchAll(link), ([, label, address = '']) => ({
    label: label ?? null,
    address,
  }));
}

/** With the item that each link stands in. */
export function linksOfCell(value: Value | undefined) {
  return textsOf(value).flatMap((text) => linksIn(text).map((link) => ({ text, ...link })));
}

function linksOf(values: Values, kind: EditedLine['kind']): Link[] {
  const columns = kind === 'provider' ? ['website', 'docs'] : Object.keys(values);
  return columns.flatMap((key) => textsOf(values[key]).flatMap(linksIn));
}

export function hostOf(address: string): string {
  const host = /^https?:\/\/(?:[^/@\s]*@)?([^/:?#\s]+)/i.exec(address)?.[1]?.toLowerCase() ?? '';
  return host.replace(/^www\./, '');
}

/**
 * Suffixes below which every name belongs to somebody else: of countries, and of services that host
 * pages.
 */
const shared =
  /(?:^|\.)((?:co|com|net|org|gov|ac|edu)\.[a-z]{2}|(?:github|gitlab|gitbook|vercel|netlify|pages|web|firebaseapp|herokuapp|onrender|readthedocs|notion|webflow|super|framer|azurewebsites|amazonaws|cloudfront|substack|mintlify|fly|surge|medium|workers|replit|mirror|lovable|glitch)\.(?:io|app|dev|com|site|sh|xyz|net|me|so))$/;

/** Sites on which each account has pages below its name. */
const accountSites: ReadonlySet<string> = new Set([
  'github.com',
  'gitlab.com',
  'x.com',
  'twitter.com',
  't.me',
  'medium.com',
]);

/**
 * The name that somebody registered: `docs.acme.co.uk` is `acme.co.uk`, and `github.com/Acme/api`
 * is `github.com/acme`.
 */
export function siteOf(address: string): string {
  const invitation = /^https?:\/\/(?:www\.)?discord\.(?:com\/invite|gg)\/([^/?#]+)/i.exec(
    address,
  )?.[1];
  if (invitation !== undefined) return `discord.com/invite/${invitation}`;
  const account = accountSites.has(hostOf(address))
    ? address.split('/')[3]?.toLowerCase()
    : undefined;
  if (account !== undefined) return `${hostOf(address)}/${account}`;
  const labels = hostOf(address).split('.');
  const kept = shared.test(labels.join('.')) ? 3 : 2;
  return labels.slice(-kept).join('.');
}

/** Equal for addresses that lead to the same page. */
export function plainAddress(value: unknown): string {
  const plain = String(value ?? '').toLowerCase();
  return plain.replace(/^https?:\/\/(?:www\.)?/, '').replace(/(?:\/index\.html?)?\/?[?#]?$/, '');
}
