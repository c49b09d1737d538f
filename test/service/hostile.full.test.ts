/** Whatever is sent, the answer is a 4xx or a harmless 200, and the data stays as it was. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Statement } from '../../service/snapshot/database/database.ts';
import { directory } from '../support/directory.ts';
import { siteCategories } from '../support/interface-contract.ts';
import { hostileCases } from '../support/interface-hostile.ts';
import { hostileAddresses } from '../support/interface-hostile-addresses.ts';
import { payloads } from '../support/interface-hostile-payloads.ts';
import { rawRequests, sendRaw } from '../support/interface-hostile-raw.ts';
import { everyNth } from '../support/lane.ts';
import type { Answer } from '../support/service-get.ts';
import { unescapeHtml } from '../support/service-html.ts';
import { type Built, buildTree, openCurrent, startService, type TestService } from '../support/service-server.ts';
import { assertWhole } from '../support/snapshots.ts';

const api = '/networks/aria/api/infrastructure-providers';
const closers: (() => Promise<void>)[] = [];
/** Columns that lists are sorted by, because DuckDB sorts and does nothing else for a list. */
const sorted = [
  ...['provider', 'planName', 'planType', 'historicalData', 'apiType', 'technology', 'chain'],
  ...['trial', 'regions', 'tag', 'uptimeSla', 'supportSla', 'limitations', 'availableApis'],
];
/** Every text of SQL that ran. */
const statements = new Set<string>();
let built: Built;
let service: TestService;
const agent = new Agent({ keepAlive: true });
let contentsBefore = '';

before(async () => {
  built = await buildTree({ after: (work) => closers.push(work) }, directory);
  const snapshot = await openCurrent(built.build);
  const read = snapshot.query.bind(snapshot);
  snapshot.query = (statement: Statement) => {
    statements.add(statement.sql);
    return read(statement);
  };
  service = await startService({ snapshot });
  closers.unshift(service.close);
  contentsBefore = await readContents();
});
after(async () => {
  for (const close of closers) await close();
});

/** All rows of all categories, as they are served. */
async function readContents(): Promise<string> {
  const texts: string[] = [];
  for (const network of ['aria', 'bora']) {
    for (const category of siteCategories) {
      const path = `/networks/${network}/api/infrastructure-providers/export?category=${category}&format=ndjson`;
      // A parameter of no meaning to the service would be answered from its cache: another sorting is asked anew.
      const sorting = encodeURIComponent(JSON.stringify([{ id: 'provider', desc: texts.length % 2 === 0 }]));
      texts.push((await service.get(`${path}&sorting=${sorting}`)).text);
    }
  }
  return texts.join('');
}

/** Of files that nobody may read through the service. */
const secrets = /root:.*:0:0|"devDependencies"|\[core\]|"formatVersion"/;

function assertHarmless(answer: Answer, name: string): void {
  assert.ok(answer.status === 200 || (answer.status >= 400 && answer.status < 500), `${name}: ${answer.status}`);
  assert.equal(answer.headers.location, undefined, `${name}: leads nowhere`);
  assert.equal(answer.headers['set-cookie'], undefined, `${name}: sets nothing`);
  assert.equal(answer.headers['x-content-type-options'], 'nosniff', name);
  assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/, name);
  assert.doesNotMatch(answer.text, secrets, name);
  assert.doesNotMatch(answer.text, /\bat \S+ \(|node_modules|\.ts:\d+/, `${name}: no stack`);
  const type = String(answer.headers['content-type']);
  assert.match(
    type,
    /^(application\/(json|linkset\+json|xml)|text\/(html|plain|csv|css|javascript)|image\/svg\+xml)\b/,
    name,
  );
  if (!type.startsWith('application/json')) return;
  const body = answer.json() as object;
  assert.deepEqual(Object.keys(body), [answer.status === 200 ? 'result' : 'error'], name);
}

/** The page without its JSON-LD, which is one JSON text that cannot end its element. */
function withoutStructuredData(html: string, name: string): string {
  return html.replace(/<script type="application\/ld\+json">(.*?)<\/script>/s, (_, text: string) => {
    assert.doesNotMatch(text, /</, name);
    assert.doesNotThrow(() => JSON.parse(text), name);
    return '';
  });
}

/** A payload that could be markup must have been written as text; the page has our own scripts and links. */
function assertEscaped({ headers, text: html }: Answer, payload: string, name: string): void {
  if (!/^text\/html/.test(headers['content-type'] ?? '')) return;
  const text = withoutStructuredData(html, name);
  if (/[<>]/.test(payload) || /^["'] on/.test(payload))
    assert.ok(!text.includes(payload), `${name}: comes back as markup`);
  const tags = text.replace(/="[^"]*"/g, '').match(/<[^>]*>/g) ?? [];
  assert.deepEqual(
    tags.filter((tag) => /^<(iframe|base|object|embed)|\son\w+|["'=`]/i.test(tag)),
    [],
    name,
  );
  for (const [, attributes = '', content = ''] of text.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gis)) {
    assert.match(unescapeHtml(attributes), / src="\/(?!\/)/, `${name}: a script of our own`);
    assert.equal(content, '', `${name}: an empty script`);
  }
  for (const [, target = ''] of text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)) {
    assert.doesNotMatch(
      unescapeHtml(target),
      /^(javascript|data):|^[/\\]{2}|^\w+:\/*(?:\w+@)?evil/i,
      `${name}: leads to another host`,
    );
  }
}

describe('hostile texts', () => {
  it('are many', () => {
    assert.ok(payloads.length >= 90 && hostileCases().length >= 2000 && hostileAddresses.length >= 130);
  });

  const places = byPlace(hostileCases());
  for (const [place, cases] of places) {
    it(`do no harm as ${place}`, async () => {
      for (const { name, path, payload, headers = {} } of everyNth(2, cases)) {
        // Pages are asked for as pages: there a text could become markup.
        const answer = await service.get(path, { agent, headers: { accept: 'text/html', ...headers } });
        assertHarmless(answer, name);
        assertEscaped(answer, payload, name);
      }
    });
  }

  it('do no harm in headers', async () => {
    const names = [
      'accept',
      'accept-encoding',
      'accept-language',
      'if-none-match',
      'if-modified-since',
      'range',
      'origin',
      'referer',
      'cookie',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-http-method-override',
      'forwarded',
      'host',
    ];
    const plain = payloads.filter((payload) => /^[\x20-\x7e]+$/.test(payload));
    for (const name of names) {
      for (const payload of everyNth(3, plain)) {
        const answer = await service.get('/networks/aria/', { agent, headers: { [name]: payload } });
        if (answer.status === 304) continue;
        assertHarmless(answer, `${payload} as ${name}`);
        assertEscaped(answer, payload, `${payload} as ${name}`);
        assert.doesNotMatch(answer.text, /evil\.example/, name);
      }
    }
  });
});

function byPlace(cases: ReturnType<typeof hostileCases>): Map<string, typeof cases> {
  const groups = new Map<string, typeof cases>();
  for (const item of cases) {
    const place = item.name.split(' as ').at(-1) ?? '';
    groups.set(place, [...(groups.get(place) ?? []), item]);
  }
  return groups;
}

describe('hostile addresses', () => {
  it('do no harm', async () => {
    for (const path of hostileAddresses) {
      for (const accept of ['application/json', 'text/html']) {
        const answer = await service.get(path, { headers: { accept } });
        assertHarmless(answer, path.slice(0, 200));
        assertEscaped(answer, '<<', path.slice(0, 200));
        assert.ok(answer.bytes.length < 200_000, `${path.slice(0, 100)}: an answer in proportion`);
      }
    }
  });

  it('are 414 where they are longer than 8,000 characters', async () => {
    for (const length of [8001, 9000, 15_000]) {
      const path = `${api}/rows?category=apis&search=`.padEnd(length, 'x');
      assert.equal((await service.get(path)).status, 414, String(length));
      assert.notEqual((await service.get(path.slice(0, 8000))).status, 414);
    }
  });
});

describe('requests that are none', () => {
  for (const request of rawRequests) {
    it(`are refused or answered: ${JSON.stringify(request).slice(0, 70)}`, async () => {
      const text = await sendRaw(service.port, request);
      if (text === '') return;
      assert.match(text, /^HTTP\/1\.1 (100|200|204|4\d\d) /);
      assert.doesNotMatch(text, /evil\.example|\bat \S+ \(|<script>/);
    });
  }
});

describe('after all of it', () => {
  it('no request was a fault of ours', () => {
    assert.deepEqual(
      service.logLines.filter(({ level }) => Number(level) >= 50),
      [],
    );
  });

  it('no text of a client has become SQL', async () => {
    for (const [at, search] of payloads.slice(0, sorted.length).entries()) {
      const sorting = JSON.stringify([{ id: sorted[at], desc: at % 2 === 0 }]);
      const query = new URLSearchParams({ category: 'apis', sorting, search });
      assert.ok((await service.get(`${api}/rows?${query}`)).status < 500, search);
      query.delete('search');
      assert.equal((await service.get(`${api}/rows?${query}`)).status, 200);
    }
    assert.ok(statements.size > 10, `${statements.size} statements`);
    const words =
      /^(SELECT|FROM|WHERE|AND|OR|IN|ORDER|BY|DESC|ASC|NULLS|LAST|IS|NOT|NULL|BETWEEN|INTEGER|BIGINT|DOUBLE|CASE|WHEN|THEN|ELSE|END|AS|TRUE|true|count|lower|len|contains|get_bit|list_contains|list_has_any|list_position)$/;
    for (const sql of statements) {
      assert.doesNotMatch(sql, /['`;]|--|\/\*/, sql);
      const names = sql.replace(/"\w+"/g, '').match(/[A-Za-z_]{2,}/g) ?? [];
      const unknown = names.filter(
        (name) => !words.test(name) && !/^(rows|_id|_category|_networks|_text|_provider)$/.test(name),
      );
      assert.deepEqual(unknown, [], sql);
    }
  });

  it('the data is what it was, in memory and on disk', async () => {
    assert.equal(await readContents(), contentsBefore);
    await assertWhole(built.build, built.manifest?.id ?? '');
    assert.equal((await service.get('/readyz')).status, 200);
  });
});
