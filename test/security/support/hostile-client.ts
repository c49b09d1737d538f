/**
 * A hostile client: keeps requests in flight on several connections until it is killed. A process of its own, so that what it reads does
 * not slow the measured client down. Run by `honest.ts` with the port, the network, the category, the attack and the connections.
 */
import { connect } from 'node:net';
import { request } from './raw.ts';
import { token } from './requests.ts';

const [port, network, category, name, connections] = process.argv.slice(2);
/** Header in which a proxy states the client's address. */
const clientHeader = 'x-real-ip';
const base = `/networks/${network}`;
const rows = `${base}/api/infrastructure-providers`;
const filters = (count: number) =>
  encodeURIComponent(JSON.stringify(Array.from({ length: count }, () => ({ id: 'provider', value: [token()] }))));

/** What each hostile client pipelines. */
const attacks: Readonly<Record<string, () => string>> = {
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
  const refill = () =>
    socket.write(Array.from({ length: 20 }, () => request(write(), [`${clientHeader}: 192.0.2.66`])).join(''));
  let received = 0;
  socket.on('connect', () => {
    refill();
    refill();
  });
  socket.on('data', (chunk: Buffer) => {
    received += (chunk.toString('latin1').match(/HTTP\/1\.1 /g) ?? []).length;
    for (; received >= 20; received -= 20) refill();
  });
}

const write = attacks[name ?? ''];
if (write === undefined) throw new Error(`no attack ${name}`);
for (let count = 0; count < Number(connections); count++) attack(write);
