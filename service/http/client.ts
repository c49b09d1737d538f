/** Client of a request, for the fair queue and the budget of waiting bytes. */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

let connections = 0;
const connectionKeys = new WeakMap<object, string>();

/**
 * Client of a request: its address, or the header in which a proxy states it. Without the header, clients behind a proxy
 * on this machine are told apart by connection. The last 64 bits of an IPv6 address are the client's own choice.
 */
export function clientOf({ headers, socket }: IncomingMessage, header: string | null): string {
  const stated = header === null ? undefined : headers[header];
  const address = typeof stated === 'string' && stated !== '' ? stated.slice(0, 45) : (socket.remoteAddress ?? '');
  const plain = address.replace(/^::ffff:/, '');
  if (header === null && (plain.startsWith('127.') || plain === '::1')) return keyOfConnection(socket);
  return isIPv6(plain) ? keyOfIpv6(plain) : plain;
}

/** The first 64 bits in one spelling: `2001:db8::1` is `2001:db8:0:0`. An IPv4 address in IPv6 notation is that address. */
function keyOfIpv6(address: string): string {
  // URL writes the address in its shortest form, without the zone of `fe80::1%eth0`.
  const shortest = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1);
  const [head = '', tail] = shortest.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const groups = [...(left ?? []), ...new Array<string>(zeros).fill('0'), ...(right ?? [])];
  if (/^(?:0:){5}ffff:/.test(groups.join(':'))) {
    const bytes = groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
    return bytes.join('.');
  }
  return groups.slice(0, 4).join(':');
}

function keyOfConnection(socket: object): string {
  let key = connectionKeys.get(socket);
  if (key === undefined) connectionKeys.set(socket, (key = `connection ${++connections}`));
  return key;
}
