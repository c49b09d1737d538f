/** Random sentences of the vocabulary of searches: each condition is applied, or is named. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { foldText } from '../../common/fold.ts';
import { answerWords } from '../../service/answers/words.ts';
import { describeAnswer } from '../../service/api/search/interpretation.ts';
import { toApiFilters } from '../../service/query/filters/index.ts';
import { lexiconOf } from '../../service/questions/words/lexicon.ts';
import { respell } from '../../service/questions/words/spelling.ts';
import { understand } from '../../service/questions/words/understand.ts';
import { directory } from '../support/directory.ts';
import { runs } from '../support/lane.ts';
import { useService } from '../support/service-server.ts';

const subjects = 'rpc, faucet, wallets, bridges, oracle, mcp servers, sdk, on ramp'.split(', ');
const operators = [
  ...'under, at most, at least, more than, less than, above, below, up to, <, >=, max'.split(', '),
  ...'atleast, no more than, unter, mindestens, moins de, al menos'.split(', '),
];
const denials = [
  ...'without, no, not, except, excluding, other than, never, ohne, sans, sin, sauf'.split(', '),
  ...'w/o, w/out, besides, aside from, minus, excl., non, but not, free of, kein'.split(', '),
  ...['que no sean', 'die nicht', 'qui ne sont pas', 'neither', 'rather than'],
  ...["that isn't", 'that isnt', "which doesn't need", 'that dont have', 'without asking for'],
];
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
/** Columns, and what says that an offer does not state them. */
const columns = ['uptime sla', 'price', 'latency', 'provider'];
const unstated = ['unknown', 'unstated', 'undisclosed', 'not stated', 'not published', 'missing'];
const places = [
  'on ethereum',
  'on base',
  'solana',
  'base or solana',
  'both base and ethereum',
  'only on base',
];

const condition = fc.oneof(
  fc.constantFrom(...values),
  fc.constantFrom(...places),
  fc.tuple(fc.constantFrom(...operators), fc.constantFrom(...amounts)).map((two) => two.join(' ')),
  fc.tuple(fc.constantFrom(...denials), fc.constantFrom(...values)).map((two) => two.join(' ')),
  fc.constantFrom('every 24 hours', 'between $10 and $20', '5 million calls monthly'),
  fc.constantFrom(
    'sub-100ms',
    '99.9%+ uptime',
    '5+ chains',
    '$50+ a month',
    '$20 tops',
    '100k reqs/mo',
  ),
);
/** `unknown uptime sla`, `uptime sla is unknown` */
const silence = fc
  .tuple(fc.constantFrom(...columns), fc.constantFrom(...unstated), fc.constantFrom(0, 1, 2))
  .map(([column, word, order]) =>
    order === 0 ? `${word} ${column}` : `${column}${order === 1 ? '' : ' is'} ${word}`,
  );
const piece = fc.oneof(
  { arbitrary: condition, weight: 6 },
  {
    arbitrary: fc.constantFrom(
      'once a day',
      '20 or more networks',
      'two blocks behind',
      '1 month',
      '99.999 uptime',
      'under 20 cents per million requests',
    ),
    weight: 1,
  },
);
const sentence = fc
  .tuple(
    fc.constantFrom(...subjects),
    fc.array(piece, { minLength: 1, maxLength: 4 }),
    fc.option(silence, { freq: 3, nil: '' }),
  )
  .map(([subject, pieces, end]) => ({ text: [subject, ...pieces, end].join(' ').trim(), pieces }));

/** Words that join others, and say nothing alone. */
const joints = new Set('on both and or a an per of that which but is'.split(' '));

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
      { numRuns: runs(20_000, 500), seed: 75 },
    );
  });

  it('asks for nothing that it denies', () => {
    const snapshot = service().holder.current ?? assert.fail('a snapshot');
    const filtersOf = (text: string) =>
      understand(snapshot, text, { network: null, category: null, asText: [] }).filters.map(
        (filter) => JSON.stringify(toApiFilters([filter])),
      );
    const denial = fc.record({
      subject: fc.constantFrom(...subjects),
      denied: fc.constantFrom(...denials),
      value: fc.constantFrom(...values),
    });
    fc.assert(
      fc.property(denial, ({ subject, denied, value }) => {
        const wanted = new Set(filtersOf(`${subject} ${value}`));
        for (const filter of filtersOf(subject)) wanted.delete(filter);
        const text = `${subject} ${denied} ${value}`;
        assert.deepEqual(
          filtersOf(text).filter((filter) => wanted.has(filter)),
          [],
          text,
        );
      }),
      { numRuns: runs(5000, 150), seed: 76 },
    );
  });

  it('never asks that a column is stated where the words say that it is not', () => {
    const snapshot = service().holder.current ?? assert.fail('a snapshot');
    const asked = { network: null, category: null, asText: [] };
    const text = fc.tuple(
      fc.constantFrom(...subjects),
      silence,
      fc.array(condition, { maxLength: 2 }),
    );
    fc.assert(
      fc.property(text, ([subject, silent, others]) => {
        const words = [subject, silent, ...others].join(' ');
        const { filters } = understand(snapshot, words, asked);
        const own = understand(snapshot, [subject, ...others].join(' '), asked).filters;
        const keysOf = (each: typeof filters) =>
          each.flatMap((filter) =>
            toApiFilters([filter]).flatMap(({ id, value }) => (value.join() === '*' ? [id] : [])),
          );
        const before = new Set(keysOf(own));
        assert.deepEqual(
          keysOf(filters).filter((key) => !before.has(key)),
          [],
          words,
        );
      }),
      { numRuns: runs(5000, 150), seed: 78 },
    );
  });

  it('is a list whose address and title have the conditions that are applied, and no other', async () => {
    const snapshot = service().holder.current ?? assert.fail('a snapshot');
    await fc.assert(
      fc.asyncProperty(sentence, async ({ text }) => {
        const asked = { network: null, category: null, asText: [] };
        const answer = await answerWords(snapshot, text, asked);
        // Words of descriptions are a filter on providers.
        if (answer === null || answer.described.length > 0) return;
        const { filters } = answer.question.query;
        // Where no plan is known to hold a budget, those that may.
        const unstated = answer.conditions.flatMap(({ on, state, silent }) =>
          state === 'no data' && silent !== undefined ? [on] : [],
        );
        const ids = new Set(toApiFilters(filters).map(({ id }) => id));
        const others = ['network', 'category', 'order', 'workload', 'text'];
        const applied = new Set(
          answer.conditions.flatMap(({ on, state }) =>
            on !== null && state === 'applied' && !others.includes(on) ? [on] : [],
          ),
        );
        const inAddress = [...ids].filter((id) => applied.has(id) || !unstated.includes(id));
        assert.deepEqual([...applied].toSorted(), inAddress.toSorted(), text);
        const title = ` ${foldText(describeAnswer(answer, snapshot))} `;
        const named = answer.conditions.filter(({ state }) => state === 'applied');
        const isNamed = (words: string) => named.some((each) => each.words.includes(words));
        const untrue = answer.leftOut.filter(
          (words) => !isNamed(words) && title.includes(` ${words} `),
        );
        assert.deepEqual(untrue, [], `${text}: ${title}`);
      }),
      { numRuns: runs(2000, 60), seed: 77 },
    );
  });
});
