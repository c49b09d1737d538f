/** Environment -> one frozen configuration. A bad value stops the start with the variable's name and what is allowed. */
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

/** Requests must name the address as it is written here, so nothing of it may have a second spelling. */
function isPlain(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { host, pathname, username, password } = new URL(url);
  const [, path = ''] = /^https?:\/\/[^/]*(\/.*)?$/i.exec(url) ?? [];
  const isPath = /^(\/[\w.~-]+)*\/*$/.test(path) && (path || '/') === pathname;
  return isPath && username === '' && password === '' && normalizeHost(host) !== null;
}
const notPlain = 'must be a plain address: host and path of letters, digits, ".", "_", "~" and "-", without user name';

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}

const noFolder =
  'must be the address of the folder with the sources, such as https://github.com/owner/name/blob/main/sources';

/** First segments of the site's own paths, without extensions. */
const siteSegments: readonly string[] = [
  ...['about', 'api', 'assets', 'card', 'changes', 'compare', 'data', 'favicon', 'healthz', 'icons', 'llms'],
  ...['llms-full', 'logos', 'mcp', 'mcp-gateway', 'metrics', 'networks', 'openapi', 'opensearch', 'providers'],
  ...['readyz', 'robots', 'search', 'sitemap', 'sitemap-site', 'snapshots', '.well-known'],
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

const environmentSchema = z.object({
  PORT: wholeNumber('PORT', 0, 65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  ADMIN_PORT: wholeNumber('ADMIN_PORT', 1, 65535).optional(),
  ADMIN_HOST: z.string().min(1).default('127.0.0.1'),
  CLIENT_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'CLIENT_HEADER must be the name of a header')
    .transform((name) => name.toLowerCase())
    .optional(),
  BUILD_DIR: z.string().min(1).default('build'),
  SITE_URL: httpUrl('SITE_URL')
    .refine(isPlain, `SITE_URL ${notPlain}`)
    .refine((url) => !siteSegments.includes(url.split('/')[3]?.replace(/\.\w+$/, '') ?? ''), {
      error: ({ input }) =>
        `SITE_URL may not begin its path with /${String(input).split('/')[3]}, which is an address of the site itself`,
    })
    .optional(),
  NETWORK_URL_TEMPLATE: z
    .string()
    .refine((text) => text.split('{network}').length === 2, 'NETWORK_URL_TEMPLATE must hold {network} once')
    .refine(isNetworkTemplate, 'NETWORK_URL_TEMPLATE must be an http(s) address with {network} in its host or its path')
    .refine((text) => isPlain(text.replace('{network}', 'network')), `NETWORK_URL_TEMPLATE ${notPlain}`)
    .transform((text) => stripEnd(text, '/'))
    .optional(),
  ONLY_NETWORK: z
    .string()
    .regex(kebabCase, 'ONLY_NETWORK must be a network key: lowercase letters, digits and hyphens')
    .optional(),
  APP_URL: httpUrl('APP_URL').optional(),
  PUBLISHER_NAME: z
    .string()
    .trim()
    .min(1, 'PUBLISHER_NAME must be a name')
    .max(200, 'PUBLISHER_NAME may have at most 200 characters')
    .regex(/^\P{Cc}+$/u, 'PUBLISHER_NAME may have no line break and no other control character')
    .optional(),
  PUBLISHER_URL: httpUrl('PUBLISHER_URL').optional(),
  SOURCE_URL: httpUrl('SOURCE_URL')
    .refine((url) => !lacksFolder(url), `SOURCE_URL ${noFolder}`)
    .optional(),
  MCP_ORIGINS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
    .refine(
      (origins) => origins.every((origin) => origin === '*' || isOrigin(origin)),
      'MCP_ORIGINS must be origins such as https://app.example.org, separated by commas, or *',
    )
    .default([]),
  LOG_LEVEL: z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}`).default('info'),
  ANSWER_CACHE: z
    .enum(['on', 'off'], 'ANSWER_CACHE must be on or off')
    .default('on')
    .transform((text) => text === 'on'),
  SNAPSHOT_POLL_MS: wholeNumber('SNAPSHOT_POLL_MS', 10, 60_000).default(1000),
  PIN_MINUTES: wholeNumber('PIN_MINUTES', 0, 1440).default(10),
  QUERY_TIMEOUT_MS: wholeNumber('QUERY_TIMEOUT_MS', 1, 60_000).default(5000),
  QUERY_CONNECTIONS: wholeNumber('QUERY_CONNECTIONS', 1, maxConnections).default(maxConnections),
  QUERY_QUEUE: wholeNumber('QUERY_QUEUE', 0, 100_000).default(500),
  WATCHDOG_MS: wholeNumber('WATCHDOG_MS', 0, 600_000)
    .refine((ms) => ms === 0 || ms >= minWatchdogMs, `WATCHDOG_MS must be 0 or at least ${minWatchdogMs}`)
    .default(10_000),
  STATE_DIR: z.string().min(1).optional(),
  DUCKDB_MEMORY_MB: wholeNumber('DUCKDB_MEMORY_MB', 128, 1_000_000).default(1024),
});

/** The variables that the service reads, for the README and its test. */
export const configVariables: readonly string[] = Object.keys(environmentSchema.shape);

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
  const env = readEnvironment(environment);
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  const networkUrlTemplate = env.NETWORK_URL_TEMPLATE ?? `${siteUrl}/networks/{network}`;
  if (networkUrlTemplate.startsWith(`${siteUrl}/{network}`)) {
    const advice =
      "must have a part of its own before {network}, or a network would be asked for by the site's own paths";
    throw new ConfigError(`NETWORK_URL_TEMPLATE="${networkUrlTemplate}": ${advice}`);
  }
  checkTogether(env);
  return Object.freeze(toConfig(env, { siteUrl, networkUrlTemplate }));
}

/** Addresses have no slash at the end; paths are absolute. What is not configured is null. */
function toConfig(env: Environment, addresses: { readonly siteUrl: string; readonly networkUrlTemplate: string }) {
  return {
    ...addresses,
    port: env.PORT,
    host: env.HOST,
    /** Port of the routes for operators; null to serve them on `port`. */
    adminPort: env.ADMIN_PORT ?? null,
    adminHost: env.ADMIN_HOST,
    /** Header in which a trusted proxy states the client's address, in lowercase. */
    clientHeader: env.CLIENT_HEADER ?? null,
    buildDir: path.resolve(env.BUILD_DIR),
    onlyNetwork: env.ONLY_NETWORK ?? null,
    /** Where the signed-in application lives. */
    appUrl: env.APP_URL ?? null,
    publication: publicationOf(env),
    /** Origins of other sites whose pages may call the MCP server; `*` for all. */
    mcpOrigins: env.MCP_ORIGINS,
    logLevel: env.LOG_LEVEL,
    /** Off for measuring what answers cost. */
    answerCache: env.ANSWER_CACHE,
    /** How often to look whether `current` points to another snapshot. */
    snapshotPollMs: env.SNAPSHOT_POLL_MS,
    /** How long the replaced snapshot can be asked for by its id. */
    pinMs: env.PIN_MINUTES * 60_000,
    queryTimeoutMs: env.QUERY_TIMEOUT_MS,
    queryConnections: env.QUERY_CONNECTIONS,
    /** Requests that may wait for their turn. */
    queryQueue: env.QUERY_QUEUE,
    /** How long the event loop may be blocked before the process is ended; 0 for any time. */
    watchdogMs: env.WATCHDOG_MS,
    /** Folder in which the watchdog counts restarts; null to keep no count. */
    stateDir: env.STATE_DIR === undefined ? null : path.resolve(env.STATE_DIR),
    duckdbMemoryMb: env.DUCKDB_MEMORY_MB,
  };
}

type Environment = z.infer<typeof environmentSchema>;

function readEnvironment(environment: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  // One line for each variable: what else is wrong with a value often follows from the first fault.
  const faults = new Map(result.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]));
  const lines = [...faults].map(([name, message]) => `${name}="${withoutCredentials(given[name] ?? '')}": ${message}`);
  throw new ConfigError(lines.toReversed().join('\n'));
}

/** Rules about two variables. */
function checkTogether(env: Environment): void {
  const { PORT, ADMIN_PORT, PUBLISHER_NAME, PUBLISHER_URL } = env;
  if (ADMIN_PORT === PORT) throw new ConfigError(`ADMIN_PORT="${PORT}": must differ from PORT`);
  if (PUBLISHER_URL !== undefined && PUBLISHER_NAME === undefined)
    throw new ConfigError(`PUBLISHER_URL="${PUBLISHER_URL}": set PUBLISHER_NAME too`);
}

function publicationOf({ PUBLISHER_NAME, PUBLISHER_URL, SOURCE_URL }: Environment): Publication {
  const publisher = PUBLISHER_NAME === undefined ? null : { name: PUBLISHER_NAME, url: PUBLISHER_URL ?? null };
  return { publisher, sourceUrl: SOURCE_URL ?? null };
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

/** A sentence for each variable that looks like a setting and is none: misspelled, or removed. Values may be secrets and are not repeated. */
export function describeUnknownSettings(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (configVariables.includes(name)) return [];
    if (removed.has(name)) return [`${name} is no setting any more and has no effect: remove it`];
    const meant = configVariables.find((known) => resembles(name, known));
    return meant === undefined ? [] : [`${name} is no setting and has no effect: ${meant} is one`];
  });
}

/** Another case or separator, or one typing error. */
function resembles(name: string, known: string): boolean {
  return bare(name) === bare(known) || typingErrors(name, known, 1) === 1;
}

function bare(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
