/** robots.txt: which addresses it allows, and what a hostile file may cost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Robots } from '../../../pipeline/probe/http/robots.ts';

async function isAllowed(text: string, path: string): Promise<boolean> {
  const headers = { 'content-type': 'text/plain' };
  const request = async () => ({ status: 200, headers, body: Buffer.from(text), isWhole: true, latencyMs: 1 });
  const client = { userAgent: 'our-probe/1', request } as unknown as ConstructorParameters<typeof Robots>[0];
  return new Robots(client).assertAllowed(new URL(path, 'https://host.example/')).then(
    () => true,
    () => false,
  );
}

describe('robots.txt', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['User-agent: *\nDisallow: /a', '/a/b', false],
    ['User-agent: *\nDisallow: /a', '/b', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nDisallow: /a*c*d', '/abbcxxd', false],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: our-probe\nDisallow: /a', '/b', true],
  ];
  for (const [text, path, expected] of cases)
    it(`${JSON.stringify(text)} ${expected ? 'allows' : 'refuses'} ${path}`, async () => {
      assert.equal(await isAllowed(text, path), expected);
    });

  it('costs little for a long path, whatever the file says', async () => {
    const stars = `User-agent: *\nDisallow: /${'*'.repeat(512 * 1024 - 40)}b\n`;
    const parts = `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}b\n`;
    const { user } = process.cpuUsage();
    for (const text of [stars, parts]) await isAllowed(text, `/${'a'.repeat(3900)}`);
    assert.ok(process.cpuUsage().user - user < 2_000_000, 'the matcher before took more than 10 s');
  });
});
