/** Whether an address of the internet protocol is one of the public internet. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * IANA special-purpose registry, https://www.iana.org/assignments/iana-ipv4-special-registry, read
 * 2026-11-25.
 */
const special4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
/**
 * Inside 2000::/3, the only block of global unicast addresses; 2001::/23 and 2002::/16 may tunnel
 * to any IPv4 address.
 */
const special6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';

const notPublic = blockList(special4, 'ipv4');
const global6 = blockList('2000::/3', 'ipv6');
const notGlobal6 = blockList(special6, 'ipv6');
const loopback = blockList('127.0.0.0/8', 'ipv4');

export function isPublicIp(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return isIPv6(address) && global6.check(address, 'ipv6') && !notGlobal6.check(address, 'ipv6');
}

export function isLoopbackIp(address: string): boolean {
  return address === '::1' || (isIPv4(address) && loopback.check(address, 'ipv4'));
}

function blockList(subnets: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets.split(' ')) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
