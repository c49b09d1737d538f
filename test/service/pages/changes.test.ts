/** Changes in words: each kind of change as a sentence with its details; ids of feed entries. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  answeringColumn,
  answeringLinkColumn,
  quotationColumn,
  quotedColumn,
} from '../../../model/changes.ts';
import { unnamedSite } from '../../../model/site.ts';
import { termsOf } from '../../../model/terms.ts';
import { compareAmounts, comparedAmount } from '../../../service/answers/price-text.ts';
import { entryId } from '../../../service/documents/feeds.ts';
import { detailOf } from '../../../service/notations/changes/cell-change.ts';
import { type ChangeNames, namesProvider } from '../../../service/notations/changes/names.ts';
import { textOf, writeSentence } from '../../../service/notations/changes/sentence.ts';
import type { LoggedChange } from '../../../service/query/changes.ts';
import { makeChange } from '../../support/change-log.ts';
import { priceOf } from '../../support/read-texts.ts';
import { makeColumn } from '../../support/service-columns.ts';

const money = { filter: 'range', sorting: 'number', cellType: 'numericRange' } as const;
const columns = new Map(
  [
    makeColumn('accessPrice', { label: 'Access price', ...money }),
    makeColumn('queryPrice', { label: 'Query price', ...money }),
    makeColumn('planType', { label: 'Plan type', cellType: 'planType' }),
    makeColumn('regions', { label: 'Regions', valueKind: 'array' }),
    makeColumn('trial', { label: 'Trial', valueKind: 'boolean' }),
    makeColumn('starred', { label: 'Starred', valueKind: 'boolean' }),
  ].map((column) => [column.key, column]),
);

/** Every offer is named by the end of its slug. */
const names: ChangeNames = {
  terms: termsOf(unnamedSite),
  column: (key) => columns.get(quotedColumn(key) ?? key),
  category: (key) => (key === 'apis' ? 'APIs' : key),
  network: (key) => `${key.charAt(0).toUpperCase()}${key.slice(1)}`,
  provider: (name) => ({ text: name, href: `/providers/${name}` }),
  offer: ({ slug }) => ({
    text: slug.replace(/^.*-(.)/, (_, first: string) => first.toUpperCase()),
    href: `#${slug}`,
  }),
};
type Given = Partial<LoggedChange>;
const write = (changes: readonly Given[], hasNetworks: boolean) =>
  writeSentence({ changes: changes.map(makeChange) }, { names, hasNetworks });
const cell = (column: string, before: string | null, after: string | null): Given => ({
  column,
  before,
  after,
});

/**
 * `accessPrice $1 > ∅ {"slug":"a-one"}`, `added a-one`; `a-one a-two: planType a > b` is a change
 * of two offers.
 */
function readChanges(text: string): Given[] {
  return text.split(' & ').flatMap((one) => {
    const [, slugs = '', what = '', rest = '', json = '{}'] =
      /^(?:([\w -]+): )?(\S+) ?(.*?)(?: ?(\{.*\}))?$/.exec(one) ?? [];
    const [before = '', after = ''] = rest
      .split(' > ')
      .map((value) => (value === '∅' ? null : value));
    const given: Given =
      what === 'added' || what === 'removed'
        ? {
            kind: what,
            [what === 'added' ? 'after' : 'before']: '{}',
            ...(rest === '' ? {} : { slug: rest }),
          }
        : cell(what, before, after);
    const offers = slugs === '' ? [{}] : slugs.split(' ').map((slug) => ({ slug }));
    return offers.map((slug) => ({ ...given, ...slug, ...JSON.parse(json) }));
  });
}

function testSentences(hasNetworks: boolean, table: string): void {
  for (const line of table.trim().split('\n')) {
    const [sentence = '', changes = ''] = line.trim().split(' <- ');
    it(sentence, () => assert.equal(textOf(write(readChanges(changes), hasNetworks)), sentence));
  }
}

const [two, six] = ['a-one a-two', 'a-one a-two a-three a-four a-five a-six'];
const quoted = quotationColumn('accessPrice');
const caused = (kind: string) => `"cause":{"kind":"${kind}","files":[]}`;
const listing = '{"before":"{}","wholeOffer":false,"chains":["devnet"],"networks":["aria"]}';
const many = JSON.stringify(Array.from({ length: 41 }, (_, at) => `n${at}`));
const monthly = [
  '$49/mo (monthly plan), $42/mo (yearly plan)',
  '$59/mo (monthly plan), $42/mo (yearly plan)',
] as const;

describe('a change on the page of a network', () => {
  testSentences(
    false,
    `
    Alchemy raised Growth from $49/month to $59/month <- accessPrice $49/mo > $59/mo
    Alchemy lowered Growth from $1,200 to $900 <- accessPrice $1,200 > $900
    Alchemy lowered Growth from $49/month to free <- accessPrice $49/mo > Free
    Alchemy raised Growth from free to $9/month <- accessPrice $0 > $9/mo
    Alchemy raised Growth from $0/month to $59/month <- accessPrice Free/$49/mo > $59/mo
    Alchemy raised Query price of Growth from $1/1M CUs to $2/1M CUs <- queryPrice $1/1M CUs > $2/1M CUs
    Alchemy raised its price from $1 to $2 <- x-Alchemy: accessPrice $1 > $2
    Alchemy raised Query price from $1 to $2 <- x-Alchemy: queryPrice $1 > $2
    Growth: the price was raised from $1 to $2 <- accessPrice $1 > $2 {"provider":null}
    Alchemy Growth changed Access price: $49/mo → €49/mo <- accessPrice $49/mo > €49/mo
    Alchemy Growth changed Access price: $5/mo, not stated before <- accessPrice ∅ > $5/mo
    Alchemy Growth changed Access price: no longer stated, was $5/mo <- accessPrice $5/mo > ∅
    Alchemy Growth changed Plan type: Tiered → Enterprise <- planType Tiered > Enterprise
    Alchemy Growth changed Plan type: Tiered, not stated before <- planType TBD > Tiered
    Alchemy Growth changed Plan type: still not stated <- planType - > N/A
    Alchemy Growth changed Plan type: other wording <- planType a b > a  b
    Alchemy Growth changed Trial: No → Yes <- trial false > true
    Alchemy Growth changed Regions: Asia, not stated before <- regions ["TBD"] > ["Asia","-"]
    Alchemy Growth changed Regions: added Africa <- regions ["Asia"] > ["Asia","Africa"]
    Alchemy Growth changed Regions: added Africa, removed Asia <- regions ["Asia"] > ["Africa"]
    Alchemy Growth changed Regions: other order <- regions ["a","b"] > ["b","a"]
    Alchemy Growth changed Regions: other addresses <- regions ["[a](https://a.test)"] > ["[a](https://b.test)"]
    Alchemy Growth changed Regions: a, b, c and d, not stated before <- regions ∅ > ["a","b","c","d"]
    Alchemy Growth changed Regions: a, b, c and 2 more, not stated before <- regions ∅ > ["a","b","c","d","e"]
    Alchemy Growth changed Regions: no longer stated, was Docs <- regions ["[Docs](https://a.test)"] > ∅
    Alchemy Growth changed Identifier: a → b <- slug a > b
    Growth changed Plan type: a → b <- planType a > b {"provider":null}
    Alchemy Growth changed Plan type: a → b, on devnet <- planType a > b {"chains":["devnet"]}
    Alchemy Growth changed Plan type: a → b <- planType a > b {"chains":["devnet","mainnet"]}
    Alchemy Growth changed Plan type: a → b; Trial: No → Yes <- planType a > b & trial false > true
    Alchemy Growth: Stopped answering at rpc.alchemy.com <- ${answeringColumn} https://rpc.alchemy.com/v2 > ∅
    Alchemy Growth: Answers again at rpc.alchemy.com <- ${answeringColumn} ∅ > https://rpc.alchemy.com/v2
    Alchemy Growth: Link moved: a.test/sales to b.test/x?y=1 <- ${answeringLinkColumn} https://a.test/sales > https://b.test/x?y=1
    Alchemy Growth: Link is gone: a.test <- ${answeringLinkColumn} https://a.test/ > ∅
    Alchemy Growth: Link answers again: a.test/docs <- ${answeringLinkColumn} ∅ > https://a.test/docs
    Alchemy Growth: Access price no longer confirmed on a.test <- ${quoted} https://a.test/p > ∅
    Alchemy Growth: Access price confirmed again on a.test <- ${quoted} ∅ > https://a.test/p
    Alchemy raised Growth from $1 to $2, and changed Plan type <- planType a > b & accessPrice $1 > $2
    Alchemy raised Growth from $1 to $2, and changed Plan type, Trial, gone and 1 more fact <- planType a > b & trial false > true & accessPrice $1 > $2 & gone a > b & older a > b
    Alchemy raised 2 offers from $1 to $2 (One and Two) <- ${two}: accessPrice $1 > $2
    2 offers of Alchemy changed Trial: No → Yes (One and Two) <- ${two}: trial false > true
    2 offers of Alchemy: Answers again at a.dev (One and Two) <- ${two}: ${answeringColumn} ∅ > https://a.dev
    Alchemy Growth was removed from APIs <- removed
    6 offers of Alchemy were added to APIs: One, Two, Three, Four and 2 more <- ${six}: added
    5 offers of Alchemy were added to APIs: One, Two, Three, Four and Five <- ${six.replace(' a-six', '')}: added
    Alchemy Growth gained a listing for devnet, in APIs <- added ${listing}
    Alchemy Growth gained listings for devnet and mainnet, in APIs <- added {"chains":["devnet","mainnet"],"wholeOffer":false,"networks":["aria"]}`,
  );
});

describe('a change on the page of the site', () => {
  testSentences(
    true,
    `
    Alchemy raised Growth from $49/month to $59/month, on Aria and Bora <- accessPrice $49/mo > $59/mo
    Alchemy raised Growth from $1 to $2, on 41 networks <- accessPrice $1 > $2 {"networks":${many}}
    Alchemy Growth changed Plan type: a → b, on Aria (devnet) <- planType a > b {"chains":["devnet"],"networks":["aria"]}
    Alchemy Growth was added to APIs on Aria and Bora <- added a-growth
    2 offers of Alchemy were added to APIs on 3 networks: One and Two <- ${two}: added & added a-one {"networks":["cela"]}
    Alchemy Growth lost a listing for devnet on Aria, and stays in APIs <- removed ${listing}
    Alchemy Growth lost listings for devnet on Aria and Bora, and stays in APIs <- removed ${listing.replace('["aria"]', '["aria","bora"]')}
    2 offers of Alchemy lost listings for devnet on Aria, and stay in APIs: One and Two <- ${two}: removed ${listing}
    Aria was added, with 1 offer of Alchemy <- added a-one {"networks":["aria"],${caused('network')}}
    Aria was added, with 2 offers of 2 providers <- added a-one {"networks":["aria"],${caused('network')}} & added b-one {"provider":"Bora","networks":["aria"]}
    Aria and Bora were removed, with 2 offers of Alchemy <- ${two}: removed {${caused('network')}}
    The category APIs was added, with 2 offers of Alchemy, on Aria and Bora <- ${two}: added {${caused('category')}}
    Aria gained the chain sepolia, with 2 offers of Alchemy <- ${two}: added {"chain":"sepolia","networks":["aria"],${caused('chain')}}
    The column Trial of APIs has values for 2 offers of Alchemy <- ${two}: trial ∅ > true {${caused('column')}}
    The column Trial of APIs lost its values for 2 offers of Alchemy <- ${two}: trial true > ∅ {${caused('column')}}
    The column Trial of APIs changed for 2 offers of Alchemy <- ${two}: trial true > false {${caused('column')}}`,
  );

  const both = [cell('planType', 'a', 'b'), cell('trial', 'false', 'true')];
  const later = [cell('gone', 'a', 'b'), cell('older', 'a', 'b')];
  const onEach = ['aria', 'bora'].map((key, at) => ({
    ...cell('accessPrice', '$1', `$${at + 2}`),
    networks: [key],
  }));
  const detailed: readonly (readonly [
    changes: Given[],
    direction: string | null,
    ...details: string[],
  ])[] = [
    [[cell('accessPrice', '$1', '$2')], 'up'],
    [[cell('accessPrice', '$2', '$1')], 'down'],
    // The whole texts if they say more than the amounts.
    [[cell('accessPrice', ...monthly)], 'up', `Access price: ${monthly.join(' → ')}`],
    [
      [...both, ...later],
      null,
      'Plan type: a → b',
      'Trial: No → Yes',
      'gone: a → b',
      'older: a → b',
    ],
    [
      [...both, cell('accessPrice', '$1', '$2')],
      'up',
      'Plan type: a → b',
      'Trial: No → Yes',
      'Access price: $1 → $2',
    ],
    // Where each fact changed if that differs.
    [onEach, 'up', 'Access price: $1 → $2 on Aria', 'Access price: $1 → $3 on Bora'],
  ];
  for (const [changes, direction, ...details] of detailed)
    it(`has the details ${details.join('; ') || direction}`, () => {
      const sentence = write(changes, true);
      assert.deepEqual([sentence.direction, ...sentence.details], [direction, ...details]);
    });

  it('links the provider and the offer', () => {
    const { parts } = write([cell('planType', 'a', 'b')], true);
    const linked = parts.flatMap(({ text, href }) => (href === null ? [] : `${text} ${href}`));
    assert.deepEqual(linked, ['Alchemy /providers/Alchemy', 'Growth #alchemy-growth']);
  });

  it('is told whatever the cell was, and not at length', () => {
    const word = fc.string({ minLength: 1, maxLength: 120 });
    const list = fc
      .array(word, { minLength: 1, maxLength: 6 })
      .map((items) => JSON.stringify(items));
    const text = fc.option(
      fc.oneof(word, list, fc.constantFrom('true', 'false', '$5/mo', 'Custom', '["a"]')),
      {
        nil: null,
      },
    );
    fc.assert(
      fc.property(fc.constantFrom(...columns.values()), text, text, (column, before, after) => {
        fc.pre(before !== after);
        const prices = { beforePrice: null, afterPrice: null };
        const given = { key: column.key, column, before, after, ...prices };
        const told = detailOf(given);
        assert.doesNotMatch(told, /undefined|null(?! )|\n/);
        assert.ok(told.length <= 500, told);
      }),
    );
  });
});

describe('amounts', () => {
  it('are read with their unit and bound, and compared if these are equal or one is free', () => {
    const readAmount = (text: string | null) => comparedAmount(priceOf('accessPrice', text));
    assert.deepEqual(readAmount('$1.5K/mo'), {
      value: 1500,
      measure: '["","USD","month"]',
      text: '$1,500/month',
      hasNote: false,
    });
    assert.deepEqual(
      [readAmount('Custom'), readAmount(null), readAmount('$1,200.')?.value],
      [null, null, 1200],
    );
    const cases =
      'from $5 > $6;$5/mo > $60/year;$5/mo > $96/year = 8;$5 > $5.00;from $5 > from $6 = 6;25 TON > 30 TON = 30;$0 > €3 = 3;€3/mo > Free = 0'.split(
        ';',
      );
    for (const text of cases) {
      const [pair = '', value] = text.split(' = ');
      const [before = '', after = ''] = pair.split(' > ');
      assert.equal(
        compareAmounts(priceOf('price', before), priceOf('price', after))?.after.value,
        value === undefined ? undefined : Number(value),
        text,
      );
    }
  });
});

it('namesProvider looks at whole words', () => {
  for (const title of ['Aave App', 'Aave']) assert.ok(namesProvider(title, 'aave'), title);
  for (const title of ['The Aave App', 'Aavegotchi', 'Aa'])
    assert.ok(!namesProvider(title, 'Aave'), title);
});

describe('entryId', () => {
  const built: Given = { snapshot: 's1', revision: 'c1', atMs: 5 };
  const idOf = (text: string, more: Given = {}) =>
    entryId(makeChange({ ...readChanges(text)[0], ...built, ...more }));
  const id = idOf('accessPrice $1 > $2');

  it('stays the same if the git history replaces the changes of a snapshot, and whatever a filter takes from an item', () => {
    assert.equal(idOf('accessPrice $1 > $2', { snapshot: null, atMs: 1 }), id);
    assert.equal(idOf(`trial x > y {"networks":["aria"],${caused('listing')}}`), id);
    assert.match(id, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('differs for other offers, providers, kinds and moments, and for what probes found between two commits', () => {
    const changed = [
      '{"slug":"x"}',
      '{"provider":"x"}',
      '{"category":"x"}',
      `{${caused('network')}}`,
      '{"wholeOffer":false}',
    ];
    const probed = ['https://a.dev > ∅', '∅ > https://a.dev'].map(
      (move) => `${answeringColumn} ${move} {${caused('probe')}}`,
    );
    const texts = [
      ...changed.map((json) => `accessPrice $1 > $2 ${json}`),
      'added alchemy-growth',
      ...probed,
    ];
    const later: Given[] = [
      { revision: 'c2' },
      { revision: null },
      { revision: null, snapshot: null },
    ];
    const ids = [
      ...texts.map((text) => idOf(text)),
      ...later.map((more) => idOf('accessPrice $1 > $2', more)),
    ];
    assert.equal(
      new Set([id, ...ids, idOf(probed[0] ?? '', { snapshot: 's2' })]).size,
      ids.length + 2,
    );
  });
});
