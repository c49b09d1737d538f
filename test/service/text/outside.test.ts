import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReferral, outsideLink } from '../../../service/text/outside.ts';

const rewarded = [
  'https://drpc.example?ref=7100cc',
  'https://rpc.example/?utm_referral=t26yw96jZJ',
  'https://pay.example/a?x=1&VIA=larry#top',
  'http://referral.example.io/400124/17230',
  'https://acme.referral-factory.com/uDAlJWDK',
  'https://acme.example/ref/abc',
  'https://acme.example/join?affiliateId=9',
];
const plain = [
  'https://acme.example/reference/faq',
  'https://docs.acme.example/?ref=blog.acme.example#pricing',
  'https://discord.example/invite/J6Vm2W8JRj',
  'https://acme.example/?utm_source=docs&preference=a',
  'https://preferral.example/a',
  'not an address',
];

describe('links to other sites', () => {
  for (const address of rewarded)
    it(`tells that ${address} may earn a reward`, () => {
      assert.equal(isReferral(address), true);
      assert.equal(outsideLink(address).rel, 'noopener nofollow sponsored');
    });
  for (const address of plain)
    it(`has no code in ${address}`, () => {
      assert.deepEqual(outsideLink(address), {
        href: address,
        rel: 'noopener nofollow',
        isReferral: false,
      });
    });
});
