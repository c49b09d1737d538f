import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLoopbackIp, isPublicIp } from '../../../pipeline/probe/http/public-ip.ts';

describe('isPublicIp', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])
    it(`accepts ${address}`, () => assert.equal(isPublicIp(address), true));

  const others = [
    '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1',
    '192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1 fd12::1 ff02::1',
    '::ffff:8.8.8.8 ::ffff:127.0.0.1 64:ff9b::7f00:1 2001::1 2001:db8::1 2002:7f00:1::1 100::1 name 8.8.8',
  ].flatMap((line) => line.split(' '));
  for (const address of others) it(`refuses ${address}`, () => assert.equal(isPublicIp(address), false));

  it('knows the loopback addresses', () => {
    assert.deepEqual(['127.0.0.1', '127.9.9.9', '::1', '128.0.0.1', '::ffff:127.0.0.1'].map(isLoopbackIp), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
