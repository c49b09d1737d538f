import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { clientOf } from '../../../service/http/fair-queue.ts';

const header = 'x-real-ip';
const clientAt = (address: string) =>
  clientOf({ headers: { [header]: address }, socket: {} } as unknown as IncomingMessage, header);

describe('clientOf', () => {
  it('takes all addresses of an IPv6 /64 as one client, in every spelling', () => {
    const spellings = [
      ...['2001:db8::1', '2001:db8:0:0::1', '2001:DB8::', '2001:db8:0:0:ffff:1:2:3', '2001:0db8:0000:0::8:9'],
      ...['2001:db8::1.2.3.4', '2001:db8::a%eth0'],
    ];
    assert.deepEqual([...new Set(spellings.map(clientAt))], ['2001:db8:0:0']);
  });

  it('takes 65,536 addresses that differ behind an early :: as one client', () => {
    const keys = new Set(Array.from({ length: 65_536 }, (_, at) => clientAt(`2001::${at.toString(16)}:0:0:1`)));
    assert.deepEqual([...keys], ['2001:0:0:0']);
  });

  it('tells networks apart', () => {
    assert.notEqual(clientAt('2001:db8:0:1::1'), clientAt('2001:db8:0:2::1'));
    assert.equal(clientAt('::1'), '0:0:0:0');
  });

  it('takes an IPv4 address in IPv6 notation as that address', () => {
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:c000:0207'])
      assert.equal(clientAt(address), '192.0.2.7');
  });
});
