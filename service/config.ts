/**
 * Environment -> one frozen configuration. A bad value stops the start with the variable's name and
 * what is allowed.
 */
import path from 'node:path';
import * as z from 'zod';
import { typingErrors } from '../common/nearest-name.ts';
import { stripEnd } from '../common/strip.ts';
import { kebabCase } from '../model/networks.ts';
import { lacksFolder } from './text/source-links.ts';
import { normalizeHost } from './urls.ts';

/** Browsers read `https:example.org` and `\\` in their own way. */
const plainUrl = /^https?:\/\/[^\s\\/@<>"]+(?:\/[^\s\\<>"]*)?$/i;

const httpUrl = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} must be an absolute http or https address` })
    .refine((url) => !/[?#]/.test(url), `${name} may have no ? and no #`)
    .refine(
      (url) => plainUrl.test(url),
      `${name} must be an absolute http or https address, without user name and spaces`,
    )
    .transform((url) => stripEnd(url, '/'));

/**
 * Requests must name the address as it is written here, so nothing of it may have a second
 * spelling.
 */
function isPlain(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { host, pathname, username, password } = new URL(url);
  const [, path = ''] = /^https?:\/\/[^/]*(\/.*)?$/i.exec(url) ?? [];
  const isPath = /^(\/[\w.~-]+)*\/*$/.test(path) && (path || '/') === pathname;
  return isPath && username === '' && password === '' && normalizeHost(host) !== null;
}
const notPlain =
  'must be a plain address: host and path of letters, digits, ".", "_", "~" and "-", without user name';

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}

const noFolder =
  'must be the address of the folder with the sources, such as https://github.com/owner/name/blob/main/sources';

/** First segments of the site's own paths, without extensions. */
const siteSegments: readonly string[] = [
  'toolbox',
  ...[
    'about',
    'answer',
    'api',
    'assets',
    'card',
    'changes',
    'compare',
    'coverage',
    'data',
    'favicon',
    'healthz',
    'icons',
    'llms',
  ],
  ...[
    'llms-full',
    'logos',
    'mcp',
    'mcp-gateway',
    'metrics',
    'networks',
    'openapi',
    'opensearch',
    'providers',
  ],
  ...['readyz', 'robots', 'search', 'site', 'sitemap', 'sitemap-site', 'snapshots', '.well-known'],
  // `v0.1`, of which the end is left out as that of a file.
  'v0',
];

const wholeNumber = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/, `${name} must be a whole number`)
    .transform(Number)
    .pipe(
      z
        .int(`${name} must be a whole number`)
        .min(min, `${name} must be at least ${min}`)
        .max(max, `${name} must be at most ${max}`),
    );

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A collection of garbage may take a part of it. */
const minWatchdogMs = 500;

/** More answer no faster, and would hold all threads of Node, which files need too. */
const maxConnections = 4;

/** An address of IPv6 may stand in brackets, as in addresses of pages. */
const listenHost = z
  .string()
  .min(1)
  .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
  .default('127.0.0.1');

/** A variable without a default: null if it is not set. */
function unlessSet<S extends z.ZodType>(schema: S) {
  return schema.nullable().default(null);
}

/**
 * By the name of the setting: that of the variable in camel case. Addresses have no slash at the
 * end; paths are absolute.
 */
const settingsSchema = z.object({
  port: wholeNumber('PORT', 0, 65535).default(8080),
  host: listenHost,
  /** Port of the routes for operators; null to serve them on `port`. */
  adminPort: unlessSet(wholeNumber('ADMIN_PORT', 1, 65535)),
  adminHost: listenHost,
  /** Header in which a trusted proxy states the client's address, in lowercase. */
  clientHeader: unlessSet(
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, 'CLIENT_HEADER must be the name of a header')
      .transform((name) => name.toLowerCase()),
  ),
  buildDir: z
    .string()
    .min(1)
    .default('build')
    .transform((folder) => path.resolve(folder)),
  siteUrl: unlessSet(
    httpUrl('SITE_URL')
      .refine(isPlain, `SITE_URL ${notPlain}`)
      .refine((url) => !siteSegments.includes(url.split('/')[3]?.replace(/\.\w+$/, '') ?? ''), {
        error: ({ input }) =>
          `SITE_URL may not begin its path with /${String(input).split('/')[3]}, which is an address of the site itself`,
      }),
  ),
  networkUrlTemplate: unlessSet(
    z
      .string()
      .refine(
        (text) => text.split('{network}').length === 2,
        'NETWORK_URL_TEMPLATE must hold {network} once',
      )
      .refine(
        isNetworkTemplate,
        'NETWORK_URL_TEMPLATE must be an http(s) address with {network} in its host or its path',
      )
      .refine(
        (text) => isPlain(text.replace('{network}', 'network')),
        `NETWORK_URL_TEMPLATE ${notPlain}`,
      )
      .transform((text) => stripEnd(text, '/')),
  ),
  onlyNetwork: unlessSet(
    z
      .string()
      .regex(
        kebabCase,
        'ONLY_NETWORK must be a network key: lowercase letters, digits and hyphens',
      ),
  ),
  /** Where the signed-in application lives. */
  appUrl: unlessSet(httpUrl('APP_URL')),
  publisherName: unlessSet(
    z
      .string()
      .trim()
      .min(1, 'PUBLISHER_NAME must be a name')
      .max(200, 'PUBLISHER_NAME may have at most 200 characters')
      .regex(/^\P{Cc}+$/u, 'PUBLISHER_NAME may have no line break and no other control character'),
  ),
  publisherUrl: unlessSet(httpUrl('PUBLISHER_URL')),
  sourceUrl: unlessSet(
    httpUrl('SOURCE_URL').refine((url) => !lacksFolder(url), `SOURCE_URL ${noFolder}`),
  ),
  /** Origins of other sites whose pages may call the MCP server; `*` for all. */
  mcpOrigins: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
    .refine(
      (origins) => origins.every((origin) => origin === '*' || isOrigin(origin)),
      'MCP_ORIGINS must be origins such as https://app.example.org, separated by commas, or *',
    )
    .default([]),
  logLevel: z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}`).default('info'),
  /** Off for measuring what answers cost. */
  answerCache: z
    .enum(['on', 'off'], 'ANSWER_CACHE must be on or off')
    .default('on')
    .transform((text) => text === 'on'),
  /** How often to look whether `current` points to another snapshot. */
  snapshotPollMs: wholeNumber('SNAPSHOT_POLL_MS', 10, 60_000).default(1000),
  /** How long the replaced snapshot can be asked for by its id. */
  pinMinutes: wholeNumber('PIN_MINUTES', 0, 1440).default(10),
  queryTimeoutMs: wholeNumber('QUERY_TIMEOUT_MS', 1, 60_000).default(5000),
  queryConnections: wholeNumber('QUERY_CONNECTIONS', 1, maxConnections).default(maxConnections),
  /** Requests that may wait for their turn. */
  queryQueue: wholeNumber('QUERY_QUEUE', 0, 100_000).default(500),
  /** How long the event loop may be blocked before the process is ended; 0 for any time. */
  watchdogMs: wholeNumber('WATCHDOG_MS', 0, 600_000)
    .refine(
      (ms) => ms === 0 || ms >= minWatchdogMs,
      `WATCHDOG_MS must be 0 or at least ${minWatchdogMs}`,
    )
    .default(10_000),
  /** Folder in which the watchdog counts restarts; null to keep no count. */
  stateDir: unlessSet(
    z
      .string()
      .min(1)
      .transform((folder) => path.resolve(folder)),
  ),
  duckdbMemoryMb: wholeNumber('DUCKDB_MEMORY_MB', 128, 1_000_000).default(1024),
});

type Settings = z.infer<typeof settingsSchema>;

/** `siteUrl` -> `SITE_URL` */
function variableOf(setting: string): string {
  return setting.replace(/[A-Z]/g, '_$&').toUpperCase();
}

/** The variables that the service reads, for the README and its test. */
export const configVariables: readonly string[] = Object.keys(settingsSchema.shape).map(variableOf);

/** What pages and documents say of the publisher and the sources. */
export interface Publication {
  /** Person or organisation that publishes this directory; null if not configured. */
  readonly publisher: { readonly name: string; readonly url: string | null } | null;
  /** Address of the folder with the source files; null if not configured. */
  readonly sourceUrl: string | null;
}

export type Config = Readonly<ReturnType<typeof toConfig>>;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const settings = readSettings(environment);
  const siteUrl = settings.siteUrl ?? `http://localhost:${settings.port}`;
  const networkUrlTemplate = settings.networkUrlTemplate ?? `${siteUrl}/networks/{network}`;
  if (networkUrlTemplate.startsWith(`${siteUrl}/{network}`)) {
    const advice =
      "must have a part of its own before {network}, or a network would be asked for by the site's own paths";
    throw new ConfigError(`NETWORK_URL_TEMPLATE="${networkUrlTemplate}": ${advice}`);
  }
  checkTogether(settings);
  return Object.freeze(toConfig(settings, { siteUrl, networkUrlTemplate }));
}

function toConfig(
  { pinMinutes, publisherName, publisherUrl, sourceUrl, ...settings }: Settings,
  addresses: { readonly siteUrl: string; readonly networkUrlTemplate: string },
) {
  const publisher = publisherName === null ? null : { name: publisherName, url: publisherUrl };
  const publication: Publication = { publisher, sourceUrl };
  return { ...settings, ...addresses, pinMs: pinMinutes * 60_000, publication };
}

function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const textOf = (setting: string) => environment[variableOf(setting)] || undefined;
  const variables = Object.fromEntries(
    Object.keys(settingsSchema.shape).map((name) => [name, textOf(name)]),
  );
  const result = settingsSchema.safeParse(variables);
  if (result.success) return result.data;
  // One line for each variable: what else is wrong with a value often follows from the first fault.
  const faults = new Map(
    result.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
  );
  const lines = [...faults].map(
    ([name, message]) =>
      `${variableOf(name)}="${withoutCredentials(textOf(name) ?? '')}": ${message}`,
  );
  throw new ConfigError(lines.toReversed().join('\n'));
}

/** Rules about two variables. */
function checkTogether({ port, adminPort, publisherName, publisherUrl }: Settings): void {
  if (adminPort === port) throw new ConfigError(`ADMIN_PORT="${port}": must differ from PORT`);
  if (publisherUrl !== null && publisherName === null)
    throw new ConfigError(`PUBLISHER_URL="${publisherUrl}": set PUBLISHER_NAME too`);
}

function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//***@');
}

function isNetworkTemplate(template: string): boolean {
  const address = template.replace('{network}', 'network');
  return URL.canParse(address) && /^https?:\/\/[^?#]+$/.test(address);
}

/** Settings of earlier versions. */
const removed: ReadonlySet<string> = new Set(['DUCKDB_THREADS', 'MAX_ROWS']);

/**
 * A sentence for each variable that looks like a setting and is none: misspelled, or removed.
 * Values may be secrets and are not repeated.
 */
export function describeUnknownSettings(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (configVariables.includes(name)) return [];
    if (removed.has(name)) return [`${name} is no setting any more and has no effect: remove it`];
    const resembled = configVariables.find((known) => resembles(name, known));
    return resembled === undefined
      ? []
      : [`${name} is no setting and has no effect: ${resembled} is one`];
  });
}

/** Another case or separator, or one typing error. */
function resembles(name: string, known: string): boolean {
  return bare(name) === bare(known) || typingErrors(name, known, 1) === 1;
}

function bare(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
