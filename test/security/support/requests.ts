/** Hostile requests, each different from all others. */
import { request } from './raw.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-_.~%/?&=+"\'<>{}[]\\^|`;:,!*()\u00e9\u0000\r\n ';

export function token(): string {
  return Math.floor(Math.random() * 36 ** 10).toString(36);
}

function noise(length: number): string {
  return Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)] ?? '').join('');
}

export function pick<T>(list: readonly T[]): T {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new Error('an empty list');
  return item;
}

/** Targets that no link leads to. None is answered from the cache. */
const targets: readonly (() => string)[] = [
  () => `/networks/${token()}/`,
  () => `/networks/${token()}/toolbox/apis?search=${token()}`,
  () => `/${token()}/${token()}`,
  () => `/assets/${token()}.css?v=${token()}`,
  () => `/logos/${token()}.svg`,
  () => `/search?q=${token()}&category=${token()}`,
  () => `/?${token()}=${token()}`,
  () => `/data/${token()}`,
  () => `/networks/aria/compare?category=apis&offer=${token()}&offer=${token()}`,
  () => `/networks/aria/providers/${token()}`,
  () => `/networks/aria/toolbox/apis?f.provider=${token()}&f.chain=${token()}&cols=${token()}`,
  () => `/networks/aria/api/infrastructure-providers/rows?category=apis&search=${token()}`,
  () => `/networks/aria/api/infrastructure-providers/rows?category=${token()}`,
  () =>
    `/networks/aria/api/infrastructure-providers/rows?category=apis&filters=${encodeURIComponent(
      JSON.stringify([{ id: 'provider', value: Array.from({ length: 1 + Math.floor(Math.random() * 50) }, token) }]),
    )}`,
  () => `/networks/aria/api/infrastructure-providers/facets?category=apis&search=${token()}`,
  () => `/networks/aria/api/infrastructure-providers/export?category=apis&search=${token()}&format=ndjson`,
  () => `/${'x'.repeat(Math.floor(Math.random() * 7000))}${token()}`,
];

export function hostileTarget(): string {
  return pick(targets)();
}

export function hostileRequest(): string {
  return request(hostileTarget(), [`Accept-Encoding: ${pick(['br', 'gzip', 'identity', token(), ''])}`]);
}

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'TRACE', 'CONNECT', 'get', 'PRI', ''];
const hosts = ['x', 'aria.example.org', '', 'a..b', '[::1', '[::1]:8080', 'x:99999', 'a b', '\u00e4', 'x, y'];

/** Bytes that may or may not be a request. */
export function malformedBytes(): string {
  const head = `${pick(methods)} ${pick([hostileTarget(), noise(40), '*', 'http://x/', `/${noise(200)}`])} ${pick(['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', ''])}`;
  const lines = [
    `Host: ${pick(hosts)}`,
    ...Array.from({ length: Math.floor(Math.random() * 4) }, () =>
      pick([
        () => `X-${token()}: ${noise(50)}`,
        () => 'Connection: close',
        () => 'Content-Length: 5',
        () => 'Transfer-Encoding: chunked',
        () => `Range: bytes=${pick(['0-', '-1', '5-2', '0-1,2-3', noise(5)])}`,
        () => `If-None-Match: ${noise(20)}`,
        () => `Accept-Encoding: ${noise(300)}`,
        () => 'Expect: 100-continue',
        () => 'Upgrade: websocket',
      ])(),
    ),
  ];
  const bytes = `${[head, ...lines].join(pick(['\r\n', '\r\n', '\n', '\r']))}\r\n\r\n`;
  return Math.random() < 0.2 ? bytes.slice(0, Math.floor(Math.random() * bytes.length)) : bytes;
}
