/** The bound of tokens, compared with the tokens that o200k has, as js-tiktoken 1.0.21 counted them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundTokens } from '../../../service/text/tokens.ts';

const counted: readonly (readonly [tokens: number, bound: number, text: string])[] = [
  [0, 0, ''],
  [1, 1, ' '],
  [2, 3, '\n\n\t'],
  [8, 13, 'Étoile 星 検索'],
  [5, 14, 'Кошелёк'],
  [2, 8, '😀😀'],
  [3, 10, 'محفظة'],
  [15, 15, '1 2 3 4 5 6 7 8'],
  [10, 10, '| 5 | 10 | 15 |'],
  [9, 13, '        two    spaces   between  words '],
  [21, 30, 'Archive access for at most $49.90 a month, with 1,500 requests per second.'],
  [29, 51, '**Limits:** 25 requests/s; 300M compute units/mo (soft). See https://docs.example/limits#rate-limits!!!'],
  [
    57,
    91,
    '|alchemy-free-full-archive|Alchemy||["[Buy](https://www.alchemy.com/pricing)","[Docs](https://docs.alchemy.com/)"]|Free|Free|Archive|RPC|EVM JSON-RPC|$0|$0|FALSE|',
  ],
  [
    45,
    65,
    '["ankr-pay-as-you-go-recent-state","Ankr","Pay As You Go","Pruned","RPC","$0","$0.10/1M API credits",["eth","net","web3"]]',
  ],
  [
    46,
    65,
    '{"key":"arbitrum","name":"Arbitrum One","chains":["mainnet","sepolia"],"caip2":"eip155:42161","aliases":["arbitrum-one","arb1"]}',
  ],
  [
    34,
    61,
    '- [MCP servers](https://directory.example/networks/base/toolbox/mcpservers.md?search=archive&page=2): 14 offers of 9 providers',
  ],
  [20, 35, 'npx -y @modelcontextprotocol/server-filesystem --allow=/tmp --token=$API_KEY'],
  [32, 32, '0x0000000000000000000000000000000000000000, 20260102T030405678Z-7a11199a'],
];

describe('boundTokens', () => {
  it('is above the tokens of texts of answers, and not twice as many', () => {
    for (const [tokens, bound, text] of counted) {
      assert.equal(boundTokens(text), bound, text);
      assert.ok(bound >= tokens, text);
    }
    const sum = (at: 0 | 1) => counted.reduce((total, each) => total + each[at], 0);
    assert.ok(sum(1) < 2 * sum(0));
  });
});
