import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type Config, ConfigError, parseConfig } from '../../service/config.ts';
import { everyPath } from '../support/service-every-path.ts';

const defaults: Config = {
  port: 8080,
  host: '127.0.0.1',
  adminPort: null,
  adminHost: '127.0.0.1',
  clientHeader: null,
  buildDir: path.resolve('build'),
  siteUrl: 'http://localhost:8080',
  networkUrlTemplate: 'http://localhost:8080/networks/{network}',
  onlyNetwork: null,
  appUrl: null,
  publication: { publisher: null, sourceUrl: null },
  mcpOrigins: [],
  logLevel: 'info',
  pinMs: 600_000,
  queryTimeoutMs: 5000,
  queryConnections: 4,
  queryQueue: 500,
  watchdogMs: 10_000,
  stateDir: null,
  duckdbMemoryMb: 1024,
  answerCache: true,
  snapshotPollMs: 1000,
};

type Environment = Record<string, string | undefined>;

describe('parseConfig: values', () => {
  const cases: readonly { readonly given: Environment; readonly changes: Partial<Config> }[] = [
    { given: {}, changes: {} },
    { given: { PATH: '/bin', UNKNOWN: 'x' }, changes: {} },
    { given: { PORT: '', HOST: '', SITE_URL: '', ONLY_NETWORK: '' }, changes: {} },
    {
      given: { PORT: '9000' },
      changes: {
        port: 9000,
        siteUrl: 'http://localhost:9000',
        networkUrlTemplate: 'http://localhost:9000/networks/{network}',
      },
    },
    {
      given: {
        PUBLISHER_NAME: 'Acme',
        PUBLISHER_URL: 'https://acme.example/',
        SOURCE_URL: 'https://code.example/x',
      },
      changes: {
        publication: {
          publisher: { name: 'Acme', url: 'https://acme.example' },
          sourceUrl: 'https://code.example/x',
        },
      },
    },
    {
      given: { PUBLISHER_NAME: 'Acme' },
      changes: { publication: { publisher: { name: 'Acme', url: null }, sourceUrl: null } },
    },
    {
      given: { MCP_ORIGINS: 'https://a.example, http://b.example:81' },
      changes: { mcpOrigins: ['https://a.example', 'http://b.example:81'] },
    },
    { given: { HOST: '0.0.0.0' }, changes: { host: '0.0.0.0' } },
    {
      given: { HOST: '[::1]', ADMIN_HOST: '[::]', ADMIN_PORT: '9000' },
      changes: { host: '::1', adminHost: '::', adminPort: 9000 },
    },
    { given: { BUILD_DIR: '/srv/data' }, changes: { buildDir: '/srv/data' } },
    { given: { BUILD_DIR: 'out/here' }, changes: { buildDir: path.resolve('out/here') } },
    {
      given: { SITE_URL: 'https://example.org' },
      changes: {
        siteUrl: 'https://example.org',
        networkUrlTemplate: 'https://example.org/networks/{network}',
      },
    },
    {
      given: { SITE_URL: 'https://example.org/directory//' },
      changes: {
        siteUrl: 'https://example.org/directory',
        networkUrlTemplate: 'https://example.org/directory/networks/{network}',
      },
    },
    {
      given: { NETWORK_URL_TEMPLATE: 'https://{network}.example.org/' },
      changes: { networkUrlTemplate: 'https://{network}.example.org' },
    },
    {
      given: { NETWORK_URL_TEMPLATE: 'http://example.org/n/{network}/base' },
      changes: { networkUrlTemplate: 'http://example.org/n/{network}/base' },
    },
    { given: { ONLY_NETWORK: 'bitcoin-cash' }, changes: { onlyNetwork: 'bitcoin-cash' } },
    {
      given: { APP_URL: 'https://app.example.org/' },
      changes: { appUrl: 'https://app.example.org' },
    },
    { given: { LOG_LEVEL: 'silent' }, changes: { logLevel: 'silent' } },
    { given: { ANSWER_CACHE: 'off' }, changes: { answerCache: false } },
    { given: { QUERY_QUEUE: '0' }, changes: { queryQueue: 0 } },
    { given: { DUCKDB_MEMORY_MB: '128' }, changes: { duckdbMemoryMb: 128 } },
    {
      given: { QUERY_TIMEOUT_MS: '1', QUERY_CONNECTIONS: '1' },
      changes: { queryTimeoutMs: 1, queryConnections: 1 },
    },
  ];
  for (const { given, changes } of cases) {
    it(`reads ${JSON.stringify(given)}`, () => {
      assert.deepEqual(parseConfig(given), { ...defaults, ...changes });
    });
  }
});

describe('parseConfig: refusals', () => {
  const cases: readonly (readonly [name: string, value: string, allowed: RegExp])[] = [
    ['PORT', 'http', /must be a whole number/],
    ['PORT', '80.5', /must be a whole number/],
    ['PORT', ' ', /must be a whole number/],
    ['PORT', '0x50', /must be a whole number/],
    ['PORT', '1e3', /must be a whole number/],
    ['PORT', '-1', /must be at least 0/],
    ['PORT', '65536', /must be at most 65535/],
    ['WATCHDOG_MS', '100', /must be 0 or at least 500/],
    ['WATCHDOG_MS', '600001', /must be at most 600000/],
    ['SITE_URL', 'example.org', /must be an absolute http or https address/],
    ['SITE_URL', 'ftp://example.org', /must be an absolute http or https address/],
    ['SITE_URL', 'https://example.org/?a=1', /may have no \? and no #/],
    ['SITE_URL', 'https://example.org/#top', /may have no \? and no #/],
    ['NETWORK_URL_TEMPLATE', 'https://example.org/networks', /must hold \{network\} once/],
    [
      'NETWORK_URL_TEMPLATE',
      'https://{network}.example.org/{network}',
      /must hold \{network\} once/,
    ],
    ['NETWORK_URL_TEMPLATE', '/networks/{network}', /must be an http\(s\) address/],
    ['NETWORK_URL_TEMPLATE', 'ftp://{network}.example.org', /must be an http\(s\) address/],
    ['NETWORK_URL_TEMPLATE', 'https://example.org/?network={network}', /in its host or its path/],
    ['ONLY_NETWORK', 'Filecoin', /lowercase letters, digits and hyphens/],
    ['ONLY_NETWORK', 'a/b', /lowercase letters, digits and hyphens/],
    ['ONLY_NETWORK', '__proto__', /ONLY_NETWORK/],
    ['ONLY_NETWORK', '-', /ONLY_NETWORK/],
    ...['a b', '/a', 'a/../b', '%61', '"onload=', 'api', 'networks'].map(
      (rest): [string, string, RegExp] => ['SITE_URL', `https://example.org/${rest}`, /SITE_URL/],
    ),
    ['SITE_URL', 'https://exa_mple..org', /SITE_URL/],
    ['NETWORK_URL_TEMPLATE', 'https://example.org/a b/{network}', /NETWORK_URL_TEMPLATE/],
    ['ADMIN_PORT', 'x', /must be a whole number/],
    ['ADMIN_PORT', '70000', /must be at most 65535/],
    ['CLIENT_HEADER', 'x real ip', /CLIENT_HEADER/],
    ['APP_URL', 'app', /must be an absolute http or https address/],
    ['APP_URL', 'javascript:alert(1)', /must be an absolute http or https address/],
    ['APP_URL', 'https:app.example', /must be an absolute http or https address/],
    ['APP_URL', 'https://app.example/a b', /without user name and spaces/],
    ['APP_URL', 'https://app.example\\evil', /without user name and spaces/],
    ['APP_URL', 'https://app.example/?next=x', /may have no \? and no #/],
    ['PUBLISHER_NAME', 'A\nB', /may have no line break/],
    ['PUBLISHER_NAME', 'A'.repeat(201), /at most 200 characters/],
    ['PUBLISHER_URL', 'data:text/html,x', /must be an absolute http or https address/],
    [
      'SOURCE_URL',
      'https://github.com/acme/data',
      /must be the address of the folder with the sources, such as/,
    ],
    [
      'SOURCE_URL',
      'https://gitlab.com/acme/data/',
      /must be the address of the folder with the sources, such as/,
    ],
    ['LOG_LEVEL', 'loud', /must be one of fatal, error, warn, info, debug, trace, silent/],
    ['QUERY_TIMEOUT_MS', '0', /must be at least 1/],
    ['QUERY_TIMEOUT_MS', '60001', /must be at most 60000/],
    ['QUERY_CONNECTIONS', '0', /must be at least 1/],
    ['QUERY_CONNECTIONS', '5', /must be at most 4/],
    ['PIN_MINUTES', '1441', /must be at most 1440/],
    ['SNAPSHOT_POLL_MS', '9', /must be at least 10/],
    ['QUERY_QUEUE', '-1', /must be at least 0/],
    ['QUERY_QUEUE', '100001', /must be at most 100000/],
    ['DUCKDB_MEMORY_MB', '127', /must be at least 128/],
    ['ANSWER_CACHE', 'maybe', /must be on or off/],
    ['QUERY_CONNECTIONS', 'many', /must be a whole number/],
  ];
  for (const [name, value, allowed] of cases) {
    it(`${name}="${value}" names the variable, the value and what is allowed`, () => {
      const message = refusal({ [name]: value });
      assert.ok(message.includes(`${name}="${value}"`), message);
      assert.match(message, allowed);
    });
  }

  it('tells every bad value at once, one on a line', () => {
    const lines = refusal({ PORT: 'x', LOG_LEVEL: 'y', HOST: 'fine' }).split('\n');
    assert.deepEqual(lines.map((line) => line.split('=')[0]).toSorted(), ['LOG_LEVEL', 'PORT']);
  });

  it('tells no password', () => {
    const message = refusal({ SITE_URL: 'https://user:secret@example.org' });
    assert.ok(message.includes('https://***@example.org') && !message.includes('secret'), message);
    const template = refusal({ NETWORK_URL_TEMPLATE: 'https://user:secret@{network}.example.org' });
    assert.ok(template.includes('NETWORK_URL_TEMPLATE') && !template.includes('secret'), template);
  });

  it('tells of an ADMIN_PORT that is the PORT', () => {
    assert.match(refusal({ PORT: '8080', ADMIN_PORT: '8080' }), /ADMIN_PORT.*PORT/);
  });

  it('tells the first fault of a value that has several', () => {
    const template = 'https://{network}.{network}.org';
    const expected = `NETWORK_URL_TEMPLATE="${template}": NETWORK_URL_TEMPLATE must hold {network} once`;
    assert.equal(refusal({ NETWORK_URL_TEMPLATE: template }), expected);
  });
});

function refusal(environment: Environment): string {
  try {
    parseConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail(`${JSON.stringify(environment)} is accepted`);
}

describe('SITE_URL', () => {
  it('does not begin its path like an address of the site', () => {
    const paths = everyPath().flatMap((route) => /^\/([^/?]+)/.exec(route)?.[1] ?? []);
    assert.ok(paths.length > 30);
    for (const segment of paths)
      assert.throws(
        () => parseConfig({ SITE_URL: `https://example.org/${segment}` }),
        /may not begin its path/,
        segment,
      );
  });
});
