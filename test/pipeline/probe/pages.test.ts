import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { before, describe, it } from 'node:test';
import {
  fakeClock,
  link,
  probeWorld,
  quotation,
  resolverOf,
  serve,
  timeoutMs,
} from '../../support/probe-world.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const page =
  '<html><head><title>$99/mo</title></head><body><p>Growth:&nbsp;<b>$49</b>/mo</p><script>"$77"</script></body></html>';

let clock: ReturnType<typeof fakeClock>;

/** Paths of the server, and what they answer. */
const answers: Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse) => void>
> = {
  '/page': (_request, response) => html(response, page),
  '/plain': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('<b>$49</b> & more'),
  '/json': (_request, response) =>
    response.writeHead(200, { 'content-type': 'Application/JSON' }).end('{"price":"$49"}'),
  '/untyped': (_request, response) => response.writeHead(200).end('$49'),
  '/picture': (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg>$49</svg>'),
  '/accepted': (_request, response) =>
    response.writeHead(202, { 'content-type': 'text/html' }).end('$49'),
  '/cells': (_request, response) =>
    html(response, '<table><tr><td>$4</td><td>9</td></tr></table>Pro<br>plan<em>s</em> &amp; ﬁles'),
  '/drawn': (_request, response) =>
    html(response, '<svg><text>$7</text></svg><template>$8</template><noscript>$9</noscript>$49'),
  '/signs': (_request, response) => html(response, '“Pay‐as‑you—go” isn’t $5–9'),
  '/moved': (_request, response) => redirect(response, 301, '/page'),
  '/elsewhere': (_request, response) => redirect(response, 302, '/page'),
  '/mixed': (_request, response) => redirect(response, 302, '/moved'),
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, hop) => [
      `/hop${hop + 1}`,
      (_request: IncomingMessage, response: ServerResponse) =>
        redirect(response, 308, hop === 0 ? '/page' : `/hop${hop}`),
    ]),
  ),
  '/loop': (_request, response) => redirect(response, 301, '/loop'),
  '/local': (request, response) =>
    redirect(response, 302, `http://private.world.dev:${request.socket.localPort}/page`),
  '/literal': (request, response) =>
    redirect(response, 302, `http://10.0.0.1:${request.socket.localPort}/`),
  '/metadata': (_request, response) =>
    redirect(response, 302, 'http://169.254.169.254/latest/meta-data/'),
  '/file': (_request, response) => redirect(response, 302, 'file:///etc/passwd'),
  '/port': (_request, response) => redirect(response, 302, 'http://pages.world.dev:22/'),
  '/gone': (_request, response) => response.writeHead(410).end(),
  '/nowhere': (_request, response) => response.writeHead(302).end(),
  '/broken': (_request, response) => response.writeHead(500).end(),
  '/key': (_request, response) => response.writeHead(403).end(),
  '/sold': (_request, response) => html(response, '<h1>This domain is for sale!</h1>'),
  '/sale': (_request, response) => html(response, '<p>BUY THIS DOMAIN</p>'),
  '/sold-news': (_request, response) => response.writeHead(404).end('this domain is for sale'),
  '/broker': (request, response) =>
    redirect(response, 302, `http://www.hugedomains.com:${request.socket.localPort}/page`),
  '/no-broker': (request, response) =>
    redirect(response, 302, `http://notdan.com:${request.socket.localPort}/page`),
  '/paid': (_request, response) => response.writeHead(402).end(),
  '/busy': (_request, response) => response.writeHead(429).end(),
  '/moved-away': (_request, response) => redirect(response, 301, '/missing'),
  '/endless': (_request, response) => endless(response),
  '/drip': (_request, response) => drip(response),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
    response.write('begin', () => setImmediate(() => response.destroy()));
  },
  '/packed': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(page),
  '/robots.txt': (_request, response) => response.end('User-agent: *\nDisallow: /secret\n'),
  '/secret': (_request, response) => html(response, page),
  '/hang': () => clock.pass(timeoutMs),
  '/deep': (_request, response) => html(response, `${'<a>'.repeat(50_000)}$49`),
};

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { location }).end();
}

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', write);
  write();
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write('.', () => void clock.passSoon(timeoutMs));
}

describe('probePage', () => {
  const cleanUp = afterAll();
  const asked: string[] = [];
  let port = 0;
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.headers.host?.split(':')[0]} ${request.url}`);
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  };
  before(async () => {
    clock = fakeClock(cleanUp);
    port = await serve(listener, cleanUp);
  });
  const at = (path: string) => `http://pages.world.dev:${port}${path}`;
  const read = async (path: string) => {
    const names = { 'private.world.dev': ['10.0.0.7'] };
    const { readings } = await probeWorld([link(at(path))], { resolve: resolverOf(names) });
    return readings.map(({ result, detail, finalAddress }) => ({
      result,
      detail,
      to: finalAddress,
    }));
  };

  const cases = [
    ['/page', 'answered', 'status 200'],
    ['/page#prices', 'answered', 'status 200'],
    ['/moved', 'moved', 'status 200', '/page'],
    ['/elsewhere', 'answered', 'status 200', '/page'],
    ['/mixed', 'answered', 'status 200', '/page'],
    ['/loop', 'error', 'too many redirects'],
    ['/hop5', 'moved', 'status 200', '/page'],
    ['/hop6', 'error', 'too many redirects'],
    ['/local', 'unsafe', 'address is not public'],
    ['/literal', 'unsafe', 'address is not public'],
    ['/metadata', 'unsafe', 'address is not public'],
    ['/file', 'unsafe', 'scheme'],
    ['/port', 'unsafe', 'redirect to another port'],
    ['/missing', 'dead', 'status 404'],
    ['/gone', 'dead', 'status 410'],
    ['/broken', 'error', 'status 500'],
    ['/nowhere', 'error', 'status 302'],
    ['/key', 'needs-key', 'status 403'],
    ['/sold', 'parked', 'status 200'],
    ['/sale', 'parked', 'status 200'],
    ['/sold-news', 'dead', 'status 404'],
    ['/broker', 'parked', 'status 200', 'http://www.hugedomains.com:0/page'],
    ['/no-broker', 'answered', 'status 200', 'http://notdan.com:0/page'],
    ['/paid', 'needs-key', 'status 402'],
    ['/busy', 'limited', 'status 429'],
    ['/accepted', 'answered', 'status 202'],
    ['/moved-away', 'dead', 'status 404', '/missing'],
    ['/moved#a', 'moved', 'status 200', '/page'],
    ['/endless', 'answered', 'status 200'],
    ['/drip', 'answered', 'status 200'],
    ['/cut', 'answered', 'status 200'],
    ['/hang', 'unreachable', 'timeout'],
    ['/secret', 'disallowed', 'robots.txt'],
  ] as const;
  for (const [path, result, detail, to] of cases)
    it(`finds ${result} for ${path}`, async () => {
      assert.deepEqual(await read(path), [
        {
          result,
          detail,
          to: to === undefined ? null : new URL(to.replace(':0', `:${port}`), at('/')).href,
        },
      ]);
    });

  it('reads robots.txt and the page, with GET, and nothing that robots.txt excludes', () => {
    const hosts = /^GET (?:pages\.world\.dev|www\.hugedomains\.com|notdan\.com) /;
    const found = asked.every((line) => hosts.test(line));
    assert.ok(found, asked.join('\n'));
    assert.ok(!asked.includes('GET pages.world.dev /secret'));
  });

  const quotations = [
    ['/page', 'Growth: $49/mo', 'confirmed'],
    ['/page', 'growth:  $49/MO', 'confirmed'],
    ['/signs', '"Pay-as-you-go" isn\'t $5-9', 'confirmed'],
    ['/cells', '$4 9 pro plans & files', 'confirmed'],
    ['/cells', '$49', 'changed'],
    ['/plain', '<b>$49</b> & more', 'confirmed'],
    ['/json', '"price":"$49"', 'confirmed'],
    ['/untyped', '$49', 'unreadable'],
    ['/picture', '$49', 'unreadable'],
    ['/accepted', '$49', 'unreadable'],
    ['/moved', '$49', 'confirmed'],
    ['/drawn', '$49', 'confirmed'],
    ...(['$7', '$8', '$9'] as const).map((words) => ['/drawn', words, 'changed'] as const),
    ['/page', '$99/mo', 'changed'],
    ['/page', '$77', 'changed'],
    ['/missing', '$49', 'unreadable'],
    ['/endless', '$49', 'unreadable'],
    ['/drip', '$49', 'unreadable'],
    ['/packed', '$49', 'unreadable'],
    ['/secret', '$49', 'unreadable'],
    ['/hang', '$49', 'unreachable'],
    ['/deep', '$49', 'unreadable'],
  ] as const;
  for (const [path, words, result] of quotations)
    it(`finds ${result} for "${words}" on ${path}`, async () => {
      const { readings } = await probeWorld([quotation(at(path), words)]);
      const seen = readings.map((reading) => [
        reading.result,
        reading.expected,
        reading.textSha256 !== null,
      ]);
      assert.deepEqual(seen, [[result, words, result === 'confirmed' || result === 'changed']]);
    });

  it('reads a page once for its link and its quotations', async () => {
    asked.length = 0;
    const { readings } = await probeWorld([
      link(at('/page')),
      quotation(at('/page'), '$49'),
      quotation(at('/page'), '$50'),
    ]);
    const told = readings.map(({ kind, result }) => `${kind} ${result}`);
    assert.deepEqual(told, ['link answered', 'quotation confirmed', 'quotation changed']);
    assert.deepEqual(asked, ['GET pages.world.dev /robots.txt', 'GET pages.world.dev /page']);
  });

  it('connects to the addresses that it checked, also if the name has others by then', async () => {
    let asked = 0;
    const resolve = async () => [{ address: ++asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const { readings } = await probeWorld([link(at('/page')), link(at('/moved'))], { resolve });
    assert.deepEqual([asked, ...readings.map(({ result }) => result)], [1, 'answered', 'moved']);
  });

  it('refuses a name with one address that is not public', async () => {
    const resolve = resolverOf({ 'pages.world.dev': ['127.0.0.1', '192.168.0.1'] });
    const { readings } = await probeWorld([link(at('/page'))], { resolve });
    const results = readings.map(({ result }) => result);
    assert.deepEqual(results, ['unsafe']);
  });

  it('connects to no loopback address without the flag', async () => {
    const { readings, summary } = await probeWorld(
      [link(at('/page')), link(`http://127.0.0.1:${port}/page`)],
      {
        allowLoopback: false,
      },
    );
    assert.deepEqual(
      [summary.requests, ...readings.map(({ result }) => result)],
      [0, 'unsafe', 'unsafe'],
    );
  });

  it('finds an unknown certificate and a name that does not exist', async () => {
    const resolve = async () => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    };
    const { readings } = await probeWorld([link('http://nobody.world.dev/')], { resolve });
    const shown = readings.map(({ result, detail }) => ({ result, detail }));
    assert.deepEqual(shown, [{ result: 'unreachable', detail: 'ENOTFOUND' }]);
  });
});
