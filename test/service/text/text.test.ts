import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatCount } from '../../../common/format-count.ts';
import { plural, roundedCount } from '../../../service/text/counts.ts';
import { contrast, monogramOf, monogramSvg } from '../../../service/text/monogram.ts';
import { sourceLinks } from '../../../service/text/source-links.ts';
import { estimateTokens } from '../../../service/text/tokens.ts';

describe('roundedCount', () => {
  const cases: readonly (readonly [count: number, shown: string])[] = [
    [0, '0'],
    [1, '1'],
    [99, '99'],
    [100, '100+'],
    [101, '100+'],
    [109, '100+'],
    [110, '110+'],
    [1499, '1,490+'],
    [66_178, '66,170+'],
    [1_234_567, '1,234,560+'],
  ];
  for (const [count, shown] of cases) {
    it(`shows ${count} as ${shown}`, () => {
      assert.equal(roundedCount(count), shown);
    });
  }

  it('never promises more than there is, nor ten less', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (count) => {
        const shown = Number(roundedCount(count).replace(/[,+]/g, ''));
        assert.ok(shown <= count && count - shown < 10);
      }),
    );
  });
});

describe('formatCount', () => {
  it('puts commas between the thousands, whatever the language of the machine', () => {
    assert.deepEqual([0, 999, 1000, 1_234_567].map(formatCount), [
      '0',
      '999',
      '1,000',
      '1,234,567',
    ]);
  });
});

describe('plural', () => {
  const cases: readonly (readonly [count: number, shown: string])[] = [
    [0, '0 offers'],
    [1, '1 offer'],
    [2, '2 offers'],
    [1000, '1,000 offers'],
  ];
  for (const [count, shown] of cases)
    it(`writes ${shown}`, () => assert.equal(plural(count, 'offer'), shown));
});

// Addresses of source lines on websites of repositories.

const place = { file: 'references/offers/apis.csv', line: 12 };
const below = 'references/offers/apis.csv';

describe('sourceLinks', () => {
  const cases: readonly (readonly [folder: string, view: string, edit: string])[] = [
    [
      'https://github.com/acme/data/blob/main/sources',
      `https://github.com/acme/data/blob/main/sources/${below}#L12`,
      `https://github.com/acme/data/edit/main/sources/${below}#L12`,
    ],
    [
      'https://github.com/acme/data/tree/main',
      `https://github.com/acme/data/blob/main/${below}#L12`,
      `https://github.com/acme/data/edit/main/${below}#L12`,
    ],
    [
      'https://git.acme.test/group/team/data/-/tree/main/my%20sources',
      `https://git.acme.test/group/team/data/-/blob/main/my%20sources/${below}#L12`,
      `https://git.acme.test/group/team/data/-/edit/main/my%20sources/${below}#L12`,
    ],
    ['https://code.test/x', `https://code.test/x/${below}#L12`, `https://code.test/x/${below}#L12`],
    ['https://code.test', `https://code.test/${below}#L12`, `https://code.test/${below}#L12`],
  ];
  for (const [folder, view, edit] of cases) {
    it(`leads to the line and to the form that edits it below ${folder}`, () => {
      assert.deepEqual(sourceLinks(folder, place), { name: `${below}, line 12`, view, edit });
    });
  }

  it('encodes names, so that they stay below the folder', () => {
    const file = 'listings/specific-networks/a?b#c/"x".csv';
    assert.equal(
      sourceLinks('https://code.test/x', { file, line: 1 })?.view,
      'https://code.test/x/listings/specific-networks/a%3Fb%23c/%22x%22.csv#L1',
    );
    for (const bad of ['../secret', 'a/../../b', '/etc/passwd', 'a//b', './a', ''])
      assert.equal(sourceLinks('https://code.test/x', { file: bad, line: 1 }), null, bad);
  });
});

// The bound of tokens, compared with the tokens that o200k has, as js-tiktoken 1.0.21 counted them.

const counted: readonly (readonly [tokens: number, bound: number, text: string])[] = [
  [0, 0, ''],
  [1, 2, ' '],
  [2, 2, '\n\n\t'],
  [8, 15, 'Étoile 星 検索'],
  [5, 15, 'Кошелёк'],
  [2, 9, '😀😀'],
  [3, 11, 'محفظة'],
  [15, 16, '1 2 3 4 5 6 7 8'],
  [10, 12, '| 5 | 10 | 15 |'],
  [9, 11, '        two    spaces   between  words '],
  [21, 23, 'Archive access for at most $49.90 a month, with 1,500 requests per second.'],
  [
    29,
    37,
    '**Limits:** 25 requests/s; 300M compute units/mo (soft). See https://docs.example/limits#rate-limits!!!',
  ],
  [
    57,
    63,
    '|alchemy-free-full-archive|Alchemy||["[Buy](https://www.alchemy.com/pricing)","[Docs](https://docs.alchemy.com/)"]|Free|Free|Archive|RPC|EVM JSON-RPC|$0|$0|FALSE|',
  ],
  [
    45,
    46,
    '["ankr-pay-as-you-go-recent-state","Ankr","Pay As You Go","Pruned","RPC","$0","$0.10/1M API credits",["eth","net","web3"]]',
  ],
  [
    46,
    47,
    '{"key":"arbitrum","name":"Arbitrum One","chains":["mainnet","sepolia"],"caip2":"eip155:42161","aliases":["arbitrum-one","arb1"]}',
  ],
  [
    34,
    44,
    '- [MCP servers](https://directory.example/networks/base/toolbox/mcpservers.md?search=archive&page=2): 14 offers of 9 providers',
  ],
  [20, 35, 'npx -y @modelcontextprotocol/server-filesystem --allow=/tmp --token=$API_KEY'],
  [32, 33, '0x0000000000000000000000000000000000000000, 20260102T030405678Z-7a11199a'],
];

describe('estimateTokens', () => {
  it('is above the tokens of texts of answers, and not twice as many', () => {
    for (const [tokens, bound, text] of counted) {
      assert.equal(estimateTokens(text), bound, text);
      assert.ok(bound >= tokens, text);
    }
    const sum = (at: 0 | 1) => counted.reduce((total, each) => total + each[at], 0);
    assert.ok(sum(1) < 2 * sum(0));
  });
});

const minContrast = 4.5;
const contrastOf = ({ color, ink }: { readonly color: string; readonly ink: string }) =>
  contrast(color, ink === '#fff' ? '#ffffff' : '#000000');

describe('monogramOf', () => {
  const cases: readonly (readonly [name: string, letters: string])[] = [
    ['Ethereum', 'ET'],
    ['BNB Smart Chain', 'BS'],
    ['1RPC', '1R'],
    ['éclair', 'ÉC'],
    ['x', 'X'],
    ['O’Neil & Sons', 'ON'],
  ];
  for (const [name, letters] of cases) {
    it(`takes ${letters} of ${name}`, () => {
      assert.equal(monogramOf(name).letters, letters);
    });
  }

  it('gives one name one colour, always', () => {
    assert.equal(monogramOf('Aria').color, monogramOf('Aria').color);
    const colors = new Set(
      Array.from({ length: 100 }, (_, index) => monogramOf(`Network ${index}`).color),
    );
    assert.ok(colors.size > 6, 'many names have many colours');
  });

  it('takes letters that can be read on any colour', () => {
    assert.equal(contrast('#ffffff', '#000000'), 21);
    assert.ok(Math.abs(contrast('#ffffff', '#767676') - 4.54) < 0.01);
    assert.equal(monogramOf('X', '#f7931a').ink, '#000');
    const colors = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(fc.property(colors, (color) => contrastOf(monogramOf('X', color)) >= minContrast));
    fc.assert(fc.property(fc.string(), (name) => contrastOf(monogramOf(name)) >= minContrast));
  });

  it('draws something harmless for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const monogram = monogramOf(name);
        assert.ok(monogram.letters.length > 0);
        const drawing =
          /^<svg xmlns="[^"]*"[^<]*><rect [^<]*\/><text [^<]*>[^<>&]+<\/text><\/svg>$/;
        assert.match(monogramSvg(monogram), drawing);
      }),
    );
  });
});
