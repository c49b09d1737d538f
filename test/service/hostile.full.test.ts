/**
 * Whatever is sent, the answer is a 4xx or a harmless 200, no text of a client becomes SQL or
 * markup, and the data stays as it was.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Statement } from '../../service/snapshot/database/database.ts';
import { directory } from '../support/directory.ts';
import { everyNth, runs } from '../support/lane.ts';
import { projectFolder } from '../support/paths.ts';
import { readFailure } from '../support/service-answers.ts';
import { everyPath } from '../support/service-every-path.ts';
import { type Answer, asBrowser } from '../support/service-get.ts';
import { unescapeHtml } from '../support/service-html.ts';
import { queryOf, rowsOf } from '../support/service-paths.ts';
import {
  openCurrent,
  replaceMethods,
  startService,
  type TestService,
  useService,
} from '../support/service-server.ts';

/** SQL, HTML and templates, paths, names that every object has; a text in each line. */
const lines = readFileSync(path.join(projectFolder, 'test/fixtures/hostile/requests.txt'), 'utf8');
const breaks = [
  'x\r\nSet-Cookie: stolen=1',
  'x\nLocation: https://evil.example/',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f',
  '\ufeff',
  '\u202egnp',
  '\u2028',
];
const payloads = [...lines.trim().split('\n'), ...breaks, 'a'.repeat(201)];

const api = '/networks/aria/api/infrastructure-providers';
const filter = (id: string, value: unknown) =>
  `filters=${encodeURIComponent(JSON.stringify([{ id, value: [value, ''] }]))}`;
const encode = encodeURIComponent;

/** Every place that takes something from a client. */
const places: Readonly<Record<string, (payload: string) => string>> = {
  category: (text) => `${api}/rows?category=${encode(text)}`,
  search: (text) => `${api}/rows?category=apis&search=${encode(text)}`,
  'search on the page': (text) => `/networks/aria/toolbox/apis?search=${encode(text)}`,
  'search of everything': (text) => `/search?q=${encode(text)}`,
  filters: (text) => `${api}/rows?category=apis&filters=${encode(text)}`,
  'filter id': (text) => `${api}/rows?category=apis&${filter(text, 'x')}`,
  'filter value': (text) => `${api}/facets?category=apis&${filter('provider', text)}`,
  'range value': (text) => `${api}/rows?category=apis&${filter('accessPrice', text)}`,
  'chosen value': (text) => `/networks/aria/toolbox/apis?f.provider=${encode(text)}`,
  sorting: (text) => `${api}/rows?category=apis&sorting=${encode(JSON.stringify([{ id: text }]))}`,
  page: (text) => `/networks/aria/toolbox/apis?page=${encode(text)}`,
  format: (text) => `${api}/export?category=apis&format=${encode(text)}`,
  'parameter name': (text) => `${api}/rows?category=apis&${encode(text)}=1`,
  provider: (text) => `/providers/${encode(text)}`,
  'provider of changes': (text) => `/changes?provider=${encode(text)}`,
  'offer of a comparison': (text) => `/compare?category=apis&offer=${encode(text)}`,
  'category of a page': (text) => `/networks/aria/toolbox/${encode(text)}`,
  network: (text) => `/networks/${encode(text)}/`,
  asset: (text) => `/assets/${encode(text)}`,
  icon: (text) => `/icons/${encode(text)}.svg`,
  'any path': (text) => `/${encode(text)}`,
};

/** Of files that nobody may read through the service. */
const secrets = /root:.*:0:0|"devDependencies"|\[core\]|"formatVersion"/;

function assertHarmless(answer: Answer, name: string): void {
  assert.ok(
    answer.status === 200 || (answer.status >= 400 && answer.status < 500),
    `${name}: ${answer.status}`,
  );
  for (const header of ['location', 'set-cookie'])
    assert.equal(answer.headers[header], undefined, `${name}: ${header}`);
  assert.equal(answer.headers['x-content-type-options'], 'nosniff', name);
  assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/, name);
  assert.doesNotMatch(answer.text, secrets, name);
  assert.doesNotMatch(answer.text, /\bat \S+ \(|node_modules|\.ts:\d+/, `${name}: no stack`);
}

/** The page without its JSON-LD, which is one JSON text that cannot end its element. */
function withoutStructuredData(html: string, name: string): string {
  return html.replace(
    /<script type="application\/ld\+json">(.*?)<\/script>/s,
    (_, text: string) => {
      assert.doesNotMatch(text, /</, name);
      assert.doesNotThrow(() => JSON.parse(text), name);
      return '';
    },
  );
}

/**
 * A payload that could be markup must have been written as text; the page has our own scripts and
 * links.
 */
function assertEscaped({ headers, text: html }: Answer, payload: string, name: string): void {
  if (!/^text\/html/.test(headers['content-type'] ?? '')) return;
  const text = withoutStructuredData(html, name);
  if (/[<>]/.test(payload) || /^["'] on/.test(payload))
    assert.ok(!text.includes(payload), `${name}: comes back as markup`);
  const tags = text.replace(/="[^"]*"/g, '').match(/<[^>]*>/g) ?? [];
  const wrong = tags.filter((tag) => /^<(iframe|base|object|embed)|\son\w+|["'=`]/i.test(tag));
  assert.deepEqual(wrong, [], name);
  for (const [, attributes = '', content = ''] of text.matchAll(
    /<script\b([^>]*)>(.*?)<\/script>/gis,
  )) {
    assert.match(unescapeHtml(attributes), / src="\/(?!\/)/, `${name}: a script of our own`);
    assert.equal(content, '', `${name}: an empty script`);
  }
  for (const [, target = ''] of text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)) {
    const expected = /^(javascript|data):|^[/\\]{2}|^\w+:\/*(?:\w+@)?evil/i;
    assert.doesNotMatch(unescapeHtml(target), expected, `${name}: leads to another host`);
  }
}

describe('hostile texts', () => {
  const { built } = useService();
  const agent = new Agent({ keepAlive: true });
  /** Every text of SQL that ran. */
  const statements = new Set<string>();
  let service: TestService;
  let contentsBefore = '';
  // All rows, in an order that DuckDB makes.
  const contents = async () =>
    (await service.get(`${api}/export?category=apis&format=ndjson&sorting=[{"id":"provider"}]`))
      .text;
  before(async () => {
    const opened = await openCurrent(built().build);
    const query = (statement: Statement) => {
      statements.add(statement.sql);
      return opened.query(statement);
    };
    service = await startService({ snapshot: replaceMethods(opened, { query }) });
    contentsBefore = await contents();
  });
  after(() => service.close());

  for (const [place, at] of Object.entries(places))
    it(`do no harm as ${place}`, async () => {
      for (const payload of everyNth(2, payloads)) {
        const name = `${payload} as ${place}`;
        // Pages are asked for as pages: there a text could become markup.
        const answer = await service.get(at(payload), { agent, headers: { accept: 'text/html' } });
        assertHarmless(answer, name);
        assertEscaped(answer, payload, name);
      }
    });

  it('do no harm in headers', async () => {
    const names =
      'accept accept-encoding accept-language if-none-match if-modified-since range origin referer cookie user-agent x-forwarded-host x-forwarded-proto x-http-method-override forwarded host';
    for (const header of names.split(' '))
      for (const payload of everyNth(
        3,
        payloads.filter((text) => /^[\x20-\x7e]+$/.test(text)),
      )) {
        const answer = await service.get('/networks/aria/', {
          agent,
          headers: { [header]: payload },
        });
        if (answer.status === 304) continue;
        assertHarmless(answer, `${payload} as ${header}`);
        assertEscaped(answer, payload, `${payload} as ${header}`);
        assert.doesNotMatch(answer.text, /evil\.example/, header);
      }
  });

  it('leave the data and the log as they were, and have not become SQL', async () => {
    assert.equal(await contents(), contentsBefore);
    const faults = service.logLines.filter(({ level }) => Number(level) >= 50);
    assert.deepEqual(faults, []);
    assert.ok(statements.size > 10, `${statements.size} statements`);
    const words =
      /^(SELECT|FROM|WHERE|AND|OR|IN|ORDER|BY|DESC|ASC|NULLS|LAST|IS|NOT|NULL|BETWEEN|INTEGER|BIGINT|DOUBLE|CASE|WHEN|THEN|ELSE|END|AS|TRUE|true|count|lower|len|contains|get_bit|list_contains|list_has_any|list_position|rows|_id|_category|_networks|_text|_provider)$/;
    for (const sql of statements) {
      assert.doesNotMatch(sql, /[`;]|--|\/\*/, sql);
      // Names in quotes, and price groups of the snapshot.
      const names = sql.replace(/"\w+"|'[^']*'/g, '').match(/[A-Za-z_]{2,}/g) ?? [];
      const others = names.filter((name) => !words.test(name));
      assert.deepEqual(others, [], sql);
    }
  });
});

// Any path, headers and JSON: 2xx or 4xx, never 5xx, and failures of JSON in the one shape.
// test/security/dearest.full.test.ts has any parameters.

const parameters = { numRuns: runs(200, 60) };

describe('any request', () => {
  const { get, service } = useService(directory);
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());

  async function ask(path: string, options = {}): Promise<Answer> {
    const answer = await get(path, { ...options, agent });
    assert.ok(
      answer.status >= 200 && answer.status < 500,
      `${answer.status} ${answer.text.slice(0, 200)}`,
    );
    return answer;
  }

  it('on any path is answered or refused', async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, fc.boolean(), async (path, browser) => {
        await ask(path, browser ? asBrowser : {});
      }),
      parameters,
    );
  });

  it('with any headers is answered', async () => {
    const value = fc.stringMatching(/^[\x21-\x7e]([\x20-\x7e]{0,40}[\x21-\x7e])?$/);
    const names =
      'accept accept-encoding if-none-match if-modified-since range origin host x-forwarded-host accept-language cookie x-request-id';
    const headers = fc.dictionary(fc.constantFrom(...names.split(' ')), value, { maxKeys: 4 });
    const isAnswered = fc.asyncProperty(
      headers,
      fc.constantFrom(...everyPath()),
      async (given, path) => {
        const { status } = await ask(path, { headers: given });
        assert.ok([200, 206, 304, 400, 406, 416].includes(status), `${path}: ${status}`);
      },
    );
    await fc.assert(isAnswered, parameters);
  });

  it('with JSON of any shape as filters and sorting is answered or refused, naming the parameter', async () => {
    const listOf = (item: fc.Arbitrary<object>, maxLength: number) =>
      fc.oneof(
        fc.json(),
        fc.array(item, { maxLength }).map((list) => JSON.stringify(list)),
      );
    const given = fc.record({
      category: fc.constantFrom('apis', 'wallets', 'ramps'),
      filters: fc.option(listOf(anyFilter, 25), { nil: undefined }),
      sorting: fc.option(listOf(anySort, 5), { nil: undefined }),
    });
    const isNamed = fc.asyncProperty(given, async (query) => {
      const answer = await ask(`${rowsOf('aria', {})}${queryOf(query)}`);
      if (answer.status === 200) answer.json();
      else
        assert.match(readFailure(answer, answer.status).parameter ?? '', /^(?:filters|sorting)$/);
    });
    await fc.assert(isNamed, parameters);
  });

  it('leaves the log without a fault of ours', () => {
    const wrong = service().logLines.filter(({ level }) => Number(level) >= 40);
    assert.deepEqual(wrong, []);
  });
});

const percents = fc.array(
  fc.oneof(
    fc.stringMatching(/^%[0-9a-fA-F]{2}$/),
    fc.stringMatching(/^%.?$/),
    fc.constantFrom('&', '=', '+', 'a', '[', '\\', '|', '^', '`'),
  ),
  { maxLength: 12 },
);
/**
 * Paths: pieces of real ones in any order, dots, empty parts, percent signs that decode to anything
 * or nothing.
 */
const pieces =
  'networks aria nope toolbox apis api infrastructure-providers rows categories providers alchemy assets style.css icons aria.svg healthz . .. openapi.json __proto__ constructor :80 * {network} $&';
const part = fc.oneof(
  fc.constantFrom('', ...pieces.split(' ')),
  percents.map((parts) => parts.join('').replace(/[^\x21-\x7e]|[?#]/g, '')),
  fc.stringMatching(/^[\x21-\x7e]{0,8}$/).map((text) => text.replace(/[?#]/g, '')),
);
const anyPath = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);

const anyFilter = fc.record({
  id: fc.oneof(
    fc.constantFrom('provider', 'trial', 'accessPrice', 'regions', 'slug', 'supportSla'),
    fc.string({ maxLength: 6 }),
  ),
  value: fc.oneof(
    fc.array(fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('', '1', 'true', 'x')), {
      maxLength: 3,
    }),
    fc.jsonValue(),
  ),
});

const anySort = fc.record({
  id: fc.oneof(
    fc.constantFrom('provider', 'trial', 'accessPrice', 'slug'),
    fc.string({ maxLength: 6 }),
  ),
  desc: fc.oneof(fc.boolean(), fc.jsonValue()),
});
