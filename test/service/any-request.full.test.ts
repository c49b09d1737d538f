/** Any path, headers and JSON: 2xx or 4xx, never 5xx, and failures of JSON in the one shape. test/security/dearest has any parameters, hostile.full any texts. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { directory } from '../support/directory.ts';
import { runs } from '../support/lane.ts';
import { readFailure } from '../support/service-answers.ts';
import { everyPath } from '../support/service-every-path.ts';
import { type Answer, asBrowser } from '../support/service-get.ts';
import { queryOf, rowsOf } from '../support/service-paths.ts';
import { useService } from '../support/service-server.ts';

const parameters = { numRuns: runs(200, 60) };

describe('any request', () => {
  const { get, service } = useService(directory);
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());

  async function ask(path: string, options = {}): Promise<Answer> {
    const answer = await get(path, { ...options, agent });
    assert.ok(answer.status >= 200 && answer.status < 500, `${answer.status} ${answer.text.slice(0, 200)}`);
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
    const isAnswered = fc.asyncProperty(headers, fc.constantFrom(...everyPath()), async (given, path) => {
      const { status } = await ask(path, { headers: given });
      assert.ok([200, 206, 304, 400, 406, 416].includes(status), `${path}: ${status}`);
    });
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
      else assert.match(readFailure(answer, answer.status).parameter ?? '', /^(?:filters|sorting)$/);
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
/** Paths: pieces of real ones in any order, dots, empty parts, percent signs that decode to anything or nothing. */
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
    fc.array(fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('', '1', 'true', 'x')), { maxLength: 3 }),
    fc.jsonValue(),
  ),
});

const anySort = fc.record({
  id: fc.oneof(fc.constantFrom('provider', 'trial', 'accessPrice', 'slug'), fc.string({ maxLength: 6 })),
  desc: fc.oneof(fc.boolean(), fc.jsonValue()),
});
