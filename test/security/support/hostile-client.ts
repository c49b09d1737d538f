/**
 * A hostile client: keeps requests in flight on several connections until it is killed. A process of its own, so that what it reads does
 * not slow the measured client down. Run by `honest.ts` with the port, the network, the category, the attack and the connections.
 */
import { connect } from 'node:net';
import { request } from './raw.ts';
import { pick, token } from './requests.ts';

const [port, network, category, name, connections] = process.argv.slice(2);
/** Header in which a proxy states the client's address. */
const clientHeader = 'x-real-ip';
const mark = `${clientHeader}: 192.0.2.66`;
const base = `/networks/${network}`;
const rows = `${base}/api/infrastructure-providers`;
const filters = (count: number) =>
  encodeURIComponent(JSON.stringify(Array.from({ length: count }, () => ({ id: 'provider', value: [token()] }))));

const offers = `/api/offers?category=${category}`;
const list = (name: string, count: number) =>
  Array.from({ length: count }, () => `&${name}=${token().slice(0, 6)}`).join('');
/** A call whose arguments the service reads whole before it refuses them. */
const bigCall = () => {
  const query = token().repeat(6000).slice(0, 60_000);
  const params = { name: 'find_offers', arguments: { query } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const lines = ['Content-Type: application/json', 'Accept: application/json, text/event-stream', mark];
  return `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\n${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

/** What each hostile client pipelines: a target, or a whole request. */
const attacks: Readonly<Record<string, () => string>> = {
  '640 unknown slugs': () => `${offers}${list('slug', 640)}`,
  '50 unknown slugs': () => `${offers}${list('slug', 50)}`,
  'repeated parameters': () =>
    `${base}/toolbox/${category}?pageSize=100${list('f.provider', 50)}${list('f.chain', 50)}${list('cols', 50)}`,
  'slow readers': () => `${base}/toolbox/${category}?pageSize=100&search=a&_=${token()}`,
  'bodies of 60 kB to /mcp': bigCall,
  everything: () => pick(Object.entries(attacks).filter(([each]) => !/slow|everything/.test(each)))[1](),
  searches: () => `/search?q=${token().slice(0, 1)}&x=${token()}&q=${token()}`,
  'searches for a letter': () => `/search?q=${'aeiourstln'[Math.floor(Math.random() * 10)]}%20${token().slice(0, 1)}`,
  'filters that find nothing': () => `${base}/toolbox/${category}?filters=${filters(20)}`,
  facets: () => `${rows}/facets?category=${category}&filters=${filters(20)}`,
  exports: () => `${rows}/export?category=${category}&format=parquet&search=${token().slice(0, 1)}`,
  'pages of 100': () => `${base}/toolbox/${category}?pageSize=100&search=${token().slice(0, 1)}&cols=${token()}`,
};

/** Keeps requests in flight on one connection. */
function attack(write: () => string): void {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  const next = () => {
    const written = write();
    return written.startsWith('/') ? request(written, [mark]) : written;
  };
  const refill = () => socket.write(Array.from({ length: 20 }, next).join(''));
  let received = 0;
  socket.on('connect', () => {
    refill();
    refill();
  });
  socket.on('data', (chunk: Buffer) => {
    // As little as it takes not to be disconnected.
    if (name === 'slow readers') {
      socket.pause();
      setTimeout(() => socket.resume(), 500);
    }
    received += (chunk.toString('latin1').match(/HTTP\/1\.1 /g) ?? []).length;
    for (; received >= 20; received -= 20) refill();
  });
}

const write = attacks[name ?? ''];
if (write === undefined) throw new Error(`no attack ${name}`);
for (let count = 0; count < Number(connections); count++) attack(write);
