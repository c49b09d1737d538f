/** Random sentences of the vocabulary of searches: each condition is applied, or is named. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { foldText } from '../../common/fold.ts';
import { lexiconOf } from '../../service/questions/words/lexicon.ts';
import { respell } from '../../service/questions/words/spelling.ts';
import { understand } from '../../service/questions/words/understand.ts';
import { directory } from '../support/directory.ts';
import { runs } from '../support/lane.ts';
import { useService } from '../support/service-server.ts';

const subjects = 'rpc, faucet, wallets, bridges, oracle, mcp servers, sdk, on ramp'.split(', ');
const operators = 'under, at most, at least, more than, less than, above, below, up to'.split(', ');
const denials = 'without, no, not, except, excluding, other than, never, ohne, sans, sin'.split(
  ', ',
);
const amounts = [
  '$50',
  '€20 a month',
  '£30',
  '100 requests per second',
  '2 blocks behind',
  '99.9 % uptime',
  '50 networks',
  '0.05 eth',
  '100 ms',
  '40M requests a month',
  '$1 per million requests',
  '7 gigawatts',
];
const values = [
  ...['free', 'archive', 'trial', 'staking', 'open source', 'websocket', 'credit card', 'captcha'],
  ...['alchemy', 'infura', 'dedicated', 'enterprise', 'hosted', 'rust', 'unicorns', 'zzqx'],
];
const places = ['on ethereum', 'on base', 'solana', 'base or solana', 'both base and ethereum'];

const piece = fc.oneof(
  fc.constantFrom(...values),
  fc.constantFrom(...places),
  fc.tuple(fc.constantFrom(...operators), fc.constantFrom(...amounts)).map((two) => two.join(' ')),
  fc.tuple(fc.constantFrom(...denials), fc.constantFrom(...values)).map((two) => two.join(' ')),
  fc.constantFrom('every 24 hours', 'between $10 and $20', '5 million calls monthly'),
);
const sentence = fc
  .tuple(fc.constantFrom(...subjects), fc.array(piece, { minLength: 1, maxLength: 4 }))
  .map(([subject, pieces]) => ({ text: [subject, ...pieces].join(' '), pieces }));

/** Words that join others, and say nothing alone. */
const joints = new Set('on both and or a an per of'.split(' '));

describe('a sentence of the vocabulary', () => {
  const { service } = useService(directory);

  it('has each of its words in a condition, whatever stands beside it', () => {
    const snapshot = service().holder.current ?? assert.fail('a snapshot');
    fc.assert(
      fc.property(sentence, ({ text }) => {
        const asked = { network: null, category: null, asText: [] };
        const { conditions, corrected } = understand(snapshot, text, asked);
        const told = new Set(
          conditions.flatMap(({ words }) => words.split(/[\s-]+/)).map((word) => foldText(word)),
        );
        const { search } = respell(lexiconOf(snapshot), text);
        const typed = foldText(corrected ?? search).split(/[\s-]+/);
        const silent = typed.filter((word) => !told.has(word) && !joints.has(word));
        assert.deepEqual(silent, [], `${text}: ${JSON.stringify(conditions)}`);
      }),
      { numRuns: runs(20_000, 2000), seed: 75 },
    );
  });
});
