/** The card of an answer for other sites: what it says, what it weighs, and that it is XML. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from '../../support/service-server.ts';

const directoryOf = /^Web3 Infrastructure$/;

/** The texts of a card; null for those of the head. */
function linesOf(text: string): readonly string[] {
  const card = text.slice(text.indexOf('<a '));
  return card
    .split('\n')
    .map((line) => line.replace(/<[^>]*>/g, '').trim())
    .filter((line) => line !== '');
}

describe('the card of an answer', () => {
  const { get, service } = useService();
  const cases: readonly (readonly [q: string, ...lines: readonly RegExp[]])[] = [
    [
      'cheapest archive RPC on Base',
      /^Archive RPC APIs on Base, cheapest first$/,
      /^\d+ offers? for free \S/,
      /^Paid from \$\d+\/[\w ]+: \S/,
    ],
    [
      'cheapest archive RPC on Base for 40M requests',
      /^Archive RPC APIs on Base for 40M requests a month, cheapest first$/,
      /^\$\d+ a month \S/,
    ],
    ['faucets without login', /^Faucets without login$/, /^\d+ offers Alchemy, Circle, \S/],
    ['free faucets blorp', /^Free Faucets$/, /^\d+ offers? \S/, /^Left out: blorp$/],
    ['blorp & "blarp"', /^blorp &amp; &quot;blarp&quot;$/, /^No answer$/],
  ];

  for (const [q, ...expected] of cases)
    it(`says of ${q} what is found, the day and the directory`, async () => {
      for (const path of ['/answer', '/answer.svg']) {
        const { status, text, bytes } = await get(`${path}?${new URLSearchParams({ q })}`);
        assert.equal(status, 200);
        const lines = linesOf(text);
        assert.equal(lines.length, expected.length + 1, lines.join('\n'));
        for (const [at, line] of expected.entries()) assert.match(lines[at] ?? '', line);
        const [day = '', name = ''] = (lines.at(-1) ?? '').split(' · ');
        assert.match(day, /^\d+ \w+ \d{4}$/);
        assert.match(name, directoryOf);
        const back = `${service().url}/search?${new URLSearchParams({ q })}`;
        assert.ok(text.replaceAll('&#x3D;', '=').includes(`href="${back}"`), text);
        assert.ok(bytes.length <= 10_000, `${bytes.length} bytes`);
        assert.doesNotMatch(text.replace(back, ''), /(?:src|@import|url\()/, 'asks for nothing');
      }
    });

  it('reads the words on a network, and refuses no words', async () => {
    const q = new URLSearchParams({ q: 'cheapest archive RPC' });
    const { text } = await get(`/networks/base/answer?${q}`);
    assert.match(linesOf(text)[0] ?? '', /^Archive RPC APIs on Base, cheapest first$/);
    assert.equal((await get('/answer')).status, 400);
  });

  it('is in no sitemap, and asks search engines to leave it out', async () => {
    assert.doesNotMatch((await get('/sitemap-site.xml')).text, /\/answer/);
    assert.match((await get('/answer?q=rpc')).text, /<meta name="robots" content="noindex">/);
  });
});
