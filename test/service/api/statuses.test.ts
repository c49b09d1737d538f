/** Each status that the OpenAPI documents declare occurs, and no other one does. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import {
  exampleRequests,
  type OpenApiDocument,
  type Operation,
  readDocument,
} from '../../support/interface-documents.ts';
import { readFailure } from '../../support/service-answers.ts';
import { type Answer, asBrowser, type GetOptions } from '../../support/service-get.ts';
import {
  builtAt,
  startService,
  type TestService,
  useService,
} from '../../support/service-server.ts';

interface Described {
  /** Of the base address. */
  readonly base: string;
  readonly path: string;
  readonly operation: Operation;
  readonly document: OpenApiDocument;
  /** An address that answers 200. */
  readonly address: string;
}

describe('the OpenAPI documents', () => {
  const { get } = useService();
  let empty: TestService;
  before(async () => {
    empty = await startService({ snapshot: null });
  });
  after(() => empty.close());

  async function all(): Promise<Described[]> {
    const documents = await Promise.all(
      ['', '/networks/aria'].map(async (base) => ({
        base,
        document: await readDocument(get, base),
      })),
    );
    return documents.flatMap(({ base, document }) =>
      Object.entries(document.paths).map(([path, { get: operation }]) => {
        const required = {
          ...operation,
          parameters: operation.parameters.filter((given) => given.required),
        };
        const [request] = exampleRequests(path, required);
        return { base, document, operation, path, address: `${base}${request}` };
      }),
    );
  }

  it('declares the content and the headers of a success, and 304 to whoever has it', async () => {
    for (const described of await all()) {
      const whole = await ask(described, described.address);
      assert.equal(whole.status, 200, described.address);
      for (const name of Object.keys(responseOf(described, '200').headers ?? {})) {
        if (name !== 'Link')
          assert.ok(whole.headers[name.toLowerCase()], `${name} of ${described.address}`);
      }
      const stored = { headers: { 'if-none-match': whole.headers.etag ?? '' } };
      const { status, text } = await get(described.address, stored);
      assert.deepEqual([status, text], [304, ''], described.address);
    }
  });

  it('declares 400 where a query can be wrong', async () => {
    for (const described of await all()) {
      const { address, operation } = described;
      const queries = ['nonsense=1', `search=${'x'.repeat(201)}`, 'include_deleted=maybe'];
      const wrong = queries.map((query) => withQuery(address, query));
      const statuses = await Promise.all(
        wrong.map(async (each) => (await ask(described, each)).status),
      );
      assert.equal(statuses.includes(400), '400' in operation.responses, address);
    }
  });

  it('declares 404 where a part of the address or a single offer can name nothing', async () => {
    for (const described of await all()) {
      const { address, operation } = described;
      const unknown = unknownThings(described);
      assert.equal(unknown.length > 0, '404' in operation.responses, address);
      for (const each of unknown) assert.equal((await ask(described, each)).status, 404, each);
    }
  });

  it('declares 405 and 414 everywhere', async () => {
    for (const described of await all()) {
      const { address } = described;
      assert.equal((await ask(described, address, { method: 'POST' })).status, 405, address);
      assert.equal(
        (await ask(described, withQuery(address, `x=${'x'.repeat(8000)}`))).status,
        414,
        address,
      );
    }
  });

  it('declares 410 where a snapshot can be chosen', async () => {
    for (const described of await all()) {
      const { address, operation } = described;
      const isGone =
        (await get(withQuery(address, 'snapshot=20200101T000000000Z-00000000'))).status === 410;
      // test/service/files/kept-files.test.ts removes a snapshot.
      assert.equal(
        isGone || /^\/snapshots\/\d/.test(address),
        '410' in operation.responses,
        address,
      );
    }
  });

  it('declares ranges and conditions of files', async () => {
    for (const described of await all()) {
      const { address, operation } = described;
      const range = operation.parameters.find(({ name }) => name === 'Range');
      assert.equal(range !== undefined, '416' in operation.responses, address);
      if (range === undefined) {
        assert.equal(
          (await get(address, { headers: { range: 'bytes=0-9' } })).status,
          200,
          address,
        );
        continue;
      }
      const part = await ask(described, address, { headers: { range: String(range.example) } });
      assert.deepEqual([part.status, part.bytes.length], [206, 100], address);
      const exposed = part.headers['access-control-expose-headers']?.split(',') ?? [];
      for (const name of ['ETag', 'Link', 'X-Total-Count', 'Content-Range'])
        assert.ok(exposed.includes(name), name);
      assert.equal(part.headers.vary, (await get(address)).headers.vary);
      assert.equal(
        (await ask(described, address, { headers: { range: 'bytes=99999999-' } })).status,
        416,
        address,
      );
      assert.equal(
        (await ask(described, address, { headers: { 'if-match': '"other"' } })).status,
        412,
        address,
      );
    }
  });

  it('declares 503 before there is a snapshot', async () => {
    for (const described of await all()) {
      const answer = await empty.get(described.address, asBrowser);
      assert.equal(answer.status, 503, described.address);
      assertDeclared(described, answer);
    }
  });

  /** The answer to a browser, which has a declared status, media type and headers. */
  async function ask(
    described: Described,
    address: string,
    options: GetOptions = {},
  ): Promise<Answer> {
    const headers = { ...asBrowser.headers, ...options.headers };
    const answer = await get(address, { ...options, headers });
    assertDeclared(described, answer);
    return answer;
  }
});

/** Addresses of the operation that name something that is not there. */
function unknownThings({ base, path, address }: Described): string[] {
  return [
    ...(path.includes('{') ? [`${base}${path.replace(/\{\w+\}/, 'nonsense')}`] : []),
    ...(base === '' ? [] : [address.replace(base, '/networks/nonsense')]),
    ...(/mcp-config|rpc-endpoint/.test(path) ? [`${base}${path}?offer=nonsense`] : []),
  ];
}

function assertDeclared(described: Described, answer: Answer): void {
  const { content = {}, headers = {} } = responseOf(described, String(answer.status));
  const type = answer.headers['content-type']?.split(';')[0] ?? '';
  const why = `${answer.status} of ${described.address}`;
  assert.ok(type in content, `${why}: ${type} is not one of ${Object.keys(content)}`);
  if (answer.status < 400) return;
  for (const name of Object.keys(headers))
    assert.ok(answer.headers[name.toLowerCase()], `${why}: ${name}`);
  const isPage = 'text/html' in (described.operation.responses['200']?.content ?? {});
  assert.equal(type, isPage ? 'text/html' : 'application/json', why);
}

interface DeclaredResponse {
  readonly content?: object | undefined;
  readonly headers?: object | undefined;
}

function responseOf({ document, operation, address }: Described, status: string): DeclaredResponse {
  const declared =
    operation.responses[status] ?? assert.fail(`${status} of ${address} is not declared`);
  if (declared.$ref === undefined) return declared;
  const { responses } = document.components as {
    responses: Readonly<Record<string, DeclaredResponse>>;
  };
  return responses[declared.$ref.split('/').at(-1) ?? ''] ?? assert.fail(declared.$ref);
}

function withQuery(address: string, query: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

describe('GET /healthz and /readyz', () => {
  const { get, built } = useService(directory);

  it('say that the process lives', async () => {
    const answer = await get('/healthz');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json(), { result: { status: 'alive' } });
  });

  it('say which snapshot is served, how old it is and how many rows a query finds in it', async () => {
    const answer = await get('/readyz');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json(), {
      result: {
        status: 'ready',
        snapshot: built().manifest?.id,
        generatedAt: builtAt.toISOString(),
        ageSeconds: 90,
        rows: built().checked.resolved.networks.reduce((sum, { rows }) => sum + rows.length, 0),
      },
    });
  });

  it('are never kept', async () => {
    for (const path of ['/healthz', '/readyz']) {
      assert.equal((await get(path)).headers['cache-control'], 'no-store');
    }
  });
});

describe('a service without a snapshot', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ snapshot: null });
  });
  after(() => service.close());

  it('lives, but is not ready', async () => {
    assert.equal((await service.get('/healthz')).status, 200);
    const answer = await service.get('/readyz');
    assert.equal(readFailure(answer, 503).code, 'no-snapshot');
    assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
  });

  it('has the style sheet of those pages, and knows what it never has', async () => {
    assert.equal((await service.get('/assets/style.css')).status, 200);
    assert.equal((await service.get('/nowhere')).status, 404);
    assert.equal((await service.get('/healthz', { method: 'POST' })).status, 405);
  });
});
