/** Sentences about changes: each kind of change, and every column of the project. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { answeringColumn, answeringLinkColumn, quotationColumn, quotedColumn } from '../../../model/changes.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { entryId } from '../../../service/documents/feeds.ts';
import { detailOf, predicateOf } from '../../../service/pages/shared/changes/cell-change.ts';
import { type ChangeNames, namesProvider } from '../../../service/pages/shared/changes/names.ts';
import { compareAmounts, readAmount } from '../../../service/pages/shared/changes/price-change.ts';
import { presentSteps, readSteps } from '../../../service/pages/shared/changes/price-steps.ts';
import { textOf, writeSentence } from '../../../service/pages/shared/changes/sentence.ts';
import type { LoggedChange } from '../../../service/snapshot/changes/change-log.ts';
import { makeChange } from '../../support/change-log.ts';
import { makeColumn } from '../../support/service-columns.ts';
import { projectMeta } from '../../support/service-tiny-sources.ts';

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
  column: (key) => columns.get(quotedColumn(key) ?? key),
  category: (key) => (key === 'apis' ? 'APIs' : key),
  network: (key) => `${key.charAt(0).toUpperCase()}${key.slice(1)}`,
  provider: (name) => ({ text: name, href: `/providers/${name}` }),
  offer: ({ slug }) => ({
    text: slug.replace(/^.*-(.)/, (_, letter: string) => letter.toUpperCase()),
    href: `#${slug}`,
  }),
};

function write(changes: readonly LoggedChange[], hasNetworks = true) {
  const sentence = writeSentence({ number: 0, changes }, { names, hasNetworks });
  return { text: textOf(sentence), ...sentence };
}
const told = (given: Partial<LoggedChange>, hasNetworks = true) => write([makeChange(given)], hasNetworks).text;

describe('the sentence about a price', () => {
  it('says who raised or lowered what, from where to where, and where', () => {
    assert.equal(
      told({ before: '$49/mo', after: '$59/mo' }),
      'Alchemy raised Growth from $49/month to $59/month, on Aria and Bora',
    );
    assert.equal(told({ before: '$1,200', after: '$900' }, false), 'Alchemy lowered Growth from $1,200 to $900');
    assert.equal(told({ before: '$49/mo', after: 'Free' }, false), 'Alchemy lowered Growth from $49/month to free');
    assert.equal(told({ before: '$0', after: '$9/mo' }, false), 'Alchemy raised Growth from free to $9/month');
  });

  it('names a price that is not that of the offer itself', () => {
    assert.equal(
      told({ column: 'queryPrice', before: '$1/1M CUs', after: '$2/1M CUs' }, false),
      'Alchemy raised Query price of Growth from $1/1M CUs to $2/1M CUs',
    );
  });

  it('counts many networks, and names the offer only if it is not the provider', () => {
    const networks = Array.from({ length: 41 }, (_, at) => `n${at}`);
    assert.equal(
      told({ before: '$1', after: '$2', networks, slug: 'x-Alchemy' }),
      'Alchemy raised its price from $1 to $2, on 41 networks',
    );
  });

  it('compares nothing that cannot be compared', () => {
    assert.equal(
      told({ before: '$49/mo', after: '€49/mo' }, false),
      'Alchemy Growth changed Access price from $49/mo to €49/mo',
    );
    assert.equal(
      told({ before: '$49/mo', after: 'Custom' }, false),
      'Alchemy Growth changed Access price from $49/mo to Custom',
    );
    assert.equal(told({ before: null, after: '$5/mo' }, false), 'Alchemy Growth now states Access price: $5/mo');
    assert.equal(
      told({ before: '$5/mo', after: null }, false),
      'Alchemy Growth no longer states Access price, which was $5/mo',
    );
  });

  it('gives the whole texts if they say more than the amounts', () => {
    const { text, details } = write([
      makeChange({
        before: '$49/mo (monthly plan), $42/mo (yearly plan)',
        after: '$59/mo (monthly plan), $42/mo (yearly plan)',
      }),
    ]);
    assert.equal(text, 'Alchemy raised Growth from $49/month to $59/month, on Aria and Bora');
    assert.deepEqual(details, [
      'Access price: $49/mo (monthly plan), $42/mo (yearly plan) → $59/mo (monthly plan), $42/mo (yearly plan)',
    ]);
  });
});

describe('the sentence about facts', () => {
  const cases: readonly (readonly [Partial<LoggedChange>, string])[] = [
    [
      { column: 'planType', before: 'Tiered', after: 'Enterprise' },
      'Alchemy Growth changed Plan type from Tiered to Enterprise',
    ],
    [{ column: 'planType', before: 'TBD', after: 'Tiered' }, 'Alchemy Growth now states Plan type: Tiered'],
    [{ column: 'planType', before: '-', after: 'N/A' }, 'Alchemy Growth still states no Plan type'],
    [{ column: 'regions', before: '["TBD"]', after: '["Asia","-"]' }, 'Alchemy Growth now states Regions: Asia'],
    [
      { column: answeringColumn, before: 'https://rpc.alchemy.com/v2', after: null },
      'Alchemy Growth stopped answering at rpc.alchemy.com',
    ],
    [
      { column: answeringLinkColumn, before: 'https://alchemy.com/sales', after: 'https://www.alchemy.com/contact' },
      'Alchemy Growth has a link that moved: alchemy.com/sales to www.alchemy.com/contact',
    ],
    [
      { column: answeringLinkColumn, before: 'https://alchemy.com/', after: null },
      'Alchemy Growth has a link that is gone: alchemy.com',
    ],
    [
      { column: answeringLinkColumn, before: null, after: 'https://alchemy.com/docs' },
      'Alchemy Growth has a link that answers again: alchemy.com/docs',
    ],
    [
      { column: quotationColumn('accessPrice'), before: 'https://alchemy.com/pricing', after: null },
      'Alchemy Growth no longer has its Access price confirmed on alchemy.com',
    ],
    [
      { column: quotationColumn('accessPrice'), before: null, after: 'https://alchemy.com/pricing' },
      'Alchemy Growth has its Access price confirmed again on alchemy.com',
    ],
    [
      { column: answeringColumn, before: null, after: 'https://rpc.alchemy.com/v2' },
      'Alchemy Growth answers again at rpc.alchemy.com',
    ],
    [{ column: 'trial', before: 'false', after: 'true' }, 'Alchemy Growth changed Trial from No to Yes'],
    [{ column: 'starred', before: 'false', after: 'true' }, 'Alchemy Growth is now recommended by the editors'],
    [{ column: 'starred', before: 'true', after: 'false' }, 'Alchemy Growth is no longer recommended by the editors'],
    [{ column: 'regions', before: '["Asia"]', after: '["Asia","Africa"]' }, 'Alchemy Growth added Africa to Regions'],
    [
      { column: 'regions', before: '["Asia","Africa"]', after: '["Asia"]' },
      'Alchemy Growth removed Africa from Regions',
    ],
    [
      { column: 'regions', before: '["Asia"]', after: '["Africa"]' },
      'Alchemy Growth added Africa to Regions and removed Asia',
    ],
    [{ column: 'regions', before: '["a","b"]', after: '["b","a"]' }, 'Alchemy Growth changed the order of Regions'],
    [
      { column: 'regions', before: '["[a](https://a.test)"]', after: '["[a](https://b.test)"]' },
      'Alchemy Growth changed the addresses of Regions',
    ],
    [
      { column: 'regions', before: null, after: '["a","b","c","d","e"]' },
      'Alchemy Growth now states Regions: a, b, c and 2 more',
    ],
    [
      { column: 'regions', before: '["[Docs](https://a.test)"]', after: null },
      'Alchemy Growth no longer states Regions, which was Docs',
    ],
    [{ column: 'gone', before: 'a', after: 'b' }, 'Alchemy Growth changed gone from a to b'],
    [{ column: 'slug', before: 'a', after: 'b' }, 'Alchemy Growth changed Identifier from a to b'],
    [{ provider: null, column: 'planType', before: 'a', after: 'b' }, 'Growth changed Plan type from a to b'],
  ];
  for (const [given, sentence] of cases) it(sentence, () => assert.equal(told(given, false), sentence));

  it('names the columns of several facts, and lists the facts', () => {
    const change = (column: string, before: string, after: string) => makeChange({ column, before, after });
    const several = [change('planType', 'a', 'b'), change('trial', 'false', 'true')];
    assert.deepEqual(write(several).text, 'Alchemy Growth changed Plan type and Trial, on Aria and Bora');
    assert.deepEqual(write(several).details, ['Plan type: a → b', 'Trial: No → Yes']);
    const priced = [...several, change('accessPrice', '$1', '$2'), change('gone', 'a', 'b'), change('older', 'a', 'b')];
    assert.equal(
      write(priced, false).text,
      'Alchemy raised Growth from $1 to $2, and changed Plan type, Trial, gone and 1 more fact',
    );
    assert.equal(write(priced).details.length, 5);
  });

  it('says where each fact changed if that differs', () => {
    const on = (network: string, after: string) =>
      makeChange({ column: 'planType', before: 'a', after, networks: [network] });
    const { text, details } = write([on('aria', 'b'), on('bora', 'c')]);
    assert.equal(text, 'Alchemy Growth changed Plan type, on Aria and Bora');
    assert.deepEqual(details, ['Plan type: a → b on Aria', 'Plan type: a → c on Bora']);
  });

  it('links the provider and the offer', () => {
    const { parts } = write([makeChange({ column: 'planType', before: 'a', after: 'b' })]);
    assert.deepEqual(
      parts.filter(({ href }) => href !== null),
      [
        { text: 'Alchemy', href: '/providers/Alchemy' },
        { text: 'Growth', href: '#alchemy-growth' },
      ],
    );
  });
});

describe('the sentence about added and removed offers', () => {
  const added = (slug: string, given: Partial<LoggedChange> = {}) =>
    makeChange({ kind: 'added', slug, after: '{}', ...given });

  it('names one offer, or the first of several', () => {
    assert.equal(write([added('a-growth')]).text, 'Alchemy Growth was added to APIs on Aria and Bora');
    assert.equal(told({ kind: 'removed', before: '{}' }, false), 'Alchemy Growth was removed from APIs');
    assert.equal(
      write([added('a-one'), added('a-two'), added('a-one', { networks: ['cela'] })]).text,
      '2 offers of Alchemy were added to APIs on 3 networks: One and Two',
    );
    const many = ['one', 'two', 'three', 'four', 'five', 'six'].map((slug) => added(`a-${slug}`));
    assert.equal(write(many, false).text, '6 offers of Alchemy were added to APIs: One, Two, Three, Four and 2 more');
    assert.equal(
      write(many.slice(0, 5), false).text,
      '5 offers of Alchemy were added to APIs: One, Two, Three, Four and Five',
    );
  });

  it('says that an offer lost or gained a listing, and of which chain, if it has others', () => {
    const listing = { before: '{}', wholeOffer: false, chains: ['devnet'], networks: ['aria'] } as const;
    assert.equal(
      told({ kind: 'removed', ...listing }),
      'Alchemy Growth lost a listing for devnet on Aria, and stays in APIs',
    );
    assert.equal(told({ kind: 'added', ...listing }, false), 'Alchemy Growth gained a listing for devnet, in APIs');
    const several = ['a-one', 'a-two'].map((slug) => makeChange({ kind: 'removed', slug, ...listing }));
    assert.equal(
      write(several).text,
      '2 offers of Alchemy lost listings for devnet on Aria, and stay in APIs: One and Two',
    );
  });

  it('states a chain that is not the main one', () => {
    const cell = { column: 'planType', before: 'a', after: 'b', networks: ['aria'] } as const;
    assert.match(told({ ...cell, chains: ['devnet'] }), /, on Aria \(devnet\)$/);
    assert.match(told({ ...cell, chains: ['devnet'] }, false), /, on devnet$/);
    assert.match(told({ ...cell, chains: ['devnet', 'mainnet'] }), /, on Aria$/);
  });

  it('tells of offers that changed alike at once', () => {
    const alike = (column: string, before: string, after: string) =>
      ['a-one', 'a-two'].map((slug) => makeChange({ slug, column, before, after }));
    assert.equal(
      write(alike('accessPrice', '$1', '$2'), false).text,
      'Alchemy raised 2 offers from $1 to $2: One and Two',
    );
    assert.equal(
      write(alike('starred', 'false', 'true'), false).text,
      '2 offers of Alchemy are now recommended by the editors: One and Two',
    );
    const { text, details } = write([...alike('planType', 'a', 'b'), ...alike('trial', 'false', 'true')], false);
    assert.equal(text, '2 offers of Alchemy changed Plan type and Trial: One and Two');
    assert.deepEqual(details, ['Plan type: a → b', 'Trial: No → Yes']);
  });

  it('names the only provider of a network, category or chain', () => {
    const cause = { kind: 'network', files: [] } as const;
    assert.equal(
      write([added('a-one', { cause, networks: ['aria'] })]).text,
      'Aria was added, with 1 offer of Alchemy',
    );
  });

  it('tells of a network, category, chain or column as a whole', () => {
    const all = (kind: LoggedChange['cause']['kind'], given: Partial<LoggedChange> = {}) => {
      const cause = { kind, files: [] };
      return [added('a-one', { cause, ...given }), added('b-two', { cause, provider: 'Bora', ...given })];
    };
    assert.equal(write(all('network', { networks: ['aria'] })).text, 'Aria was added, with 2 offers of 2 providers');
    assert.equal(
      write(all('network', { kind: 'removed' })).text,
      'Aria and Bora were removed, with 2 offers of 2 providers',
    );
    assert.equal(
      write(all('category')).text,
      'The category APIs was added, with 2 offers of 2 providers, on Aria and Bora',
    );
    assert.equal(
      write(all('chain', { chain: 'sepolia', networks: ['aria'] })).text,
      'Aria gained the chain sepolia, with 2 offers of 2 providers',
    );
    const column = { kind: 'changed', column: 'trial', before: null, after: 'true' } as const;
    assert.equal(write(all('column', column)).text, 'The column Trial of APIs has values for 2 offers of 2 providers');
    assert.equal(
      write(all('column', { ...column, before: 'true', after: null })).text,
      'The column Trial of APIs lost its values for 2 offers of 2 providers',
    );
  });
});

describe('a changed cell of any column', () => {
  const projectColumns = (parse(projectMeta('columns'), { columns: true }) as Record<string, string>[]).map((record) =>
    makeColumn(record.key ?? '', {
      label: record.label ?? '',
      valueKind: record.valueKind as ColumnDefinition['valueKind'],
      cellType: (record.cellType || null) as ColumnDefinition['cellType'],
      filter: (record.filter || null) as ColumnDefinition['filter'],
      sorting: (record.sorting || null) as ColumnDefinition['sorting'],
    }),
  );
  const word = fc.string({ minLength: 1, maxLength: 120 });
  const textsOf = (column: ColumnDefinition) => {
    if (column.valueKind === 'boolean') return fc.constantFrom('true', 'false');
    const list = fc.array(word, { minLength: 1, maxLength: 6 }).map((items) => JSON.stringify(items));
    return column.valueKind === 'array'
      ? fc.oneof(list, word)
      : fc.oneof(word, fc.constantFrom('$5/mo', 'Custom', '["a"]'));
  };

  for (const column of projectColumns) {
    it(`is told whatever it was, in ${column.key}`, () => {
      const cell = fc.option(textsOf(column), { nil: null });
      fc.assert(
        fc.property(cell, cell, (before, after) => {
          fc.pre(before !== after);
          const given = { key: column.key, column, before, after };
          for (const text of [predicateOf(given), detailOf(given)]) {
            assert.doesNotMatch(text, /undefined|null(?! )|\n/);
            assert.ok(text.length <= 500, text);
          }
        }),
        { numRuns: 20 },
      );
    });
  }
});

describe('amounts', () => {
  it('are read with their unit and bound', () => {
    assert.deepEqual(readAmount('$1.5K/mo'), { value: 1500, measure: '$/month', text: '$1.5K/month', hasNote: false });
    assert.equal(readAmount('Custom'), null);
    assert.equal(readAmount(null), null);
    assert.equal(compareAmounts('from $5', '$6'), null);
    assert.equal(compareAmounts('$5/mo', '$60/year'), null);
    assert.equal(compareAmounts('$5', '$5.00'), null);
    assert.equal(compareAmounts('from $5', 'from $6')?.after.value, 6);
  });

  it('form steps if each follows on the one before', () => {
    const step = (before: string | null, after: string | null, atMs: number) => makeChange({ before, after, atMs });
    const steps = readSteps([step('$1', '$2', 10), step('$2', '$4', 20)], 0);
    assert.deepEqual(
      steps?.map(({ atMs, amount }) => [atMs, amount.value]),
      [
        [0, 1],
        [10, 2],
        [20, 4],
      ],
    );
    const chart = presentSteps('Access price', steps ?? [], 40);
    assert.equal(chart.path, 'M0,37.5L25,37.5L25,31L50,31L50,18L100,18L100,18');
    assert.deepEqual(
      chart.texts.map(({ x, price, day }) => [x, price, day]),
      [
        ['50.0', '$4', '1 Jan 1970'],
        ['0.0', '$1', null],
      ],
    );
    assert.equal(chart.label, 'Access price: $1 until 1 January 1970, $2 until 1 January 1970, then $4');
    assert.equal(readSteps([step('$1', '$2', 10), step('$1', '$3', 10)], 0), null);
    assert.equal(readSteps([step('$1', '€2', 10)], 0), null);
    assert.equal(readSteps([step('$1', 'Custom', 10)], 0), null);
    assert.equal(readSteps([], 0), null);
  });
});

describe('namesProvider', () => {
  it('looks at whole words', () => {
    assert.ok(namesProvider('Aave App', 'aave'));
    assert.ok(namesProvider('Aave', 'Aave'));
    assert.ok(!namesProvider('Archive', 'A'));
    assert.ok(!namesProvider('The Aave App', 'Aave'));
  });
});

describe('entryId', () => {
  const built = makeChange({ snapshot: 's1', revision: 'c1', atMs: 5 });

  it('stays the same if the git history replaces the changes of a snapshot', () => {
    assert.equal(entryId({ ...built, snapshot: null, atMs: 1 }), entryId(built));
    assert.match(entryId(built), /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('depends on nothing that a filter can take from an item', () => {
    const other = {
      ...built,
      networks: ['aria'],
      column: 'trial',
      before: 'x',
      after: 'y',
      cause: { kind: 'listing', files: ['x'] },
    } as const;
    assert.equal(entryId(other), entryId(built));
  });

  it('differs for what probes found between two commits', () => {
    const cause = { kind: 'probe', files: [] } as const;
    const stopped = { ...built, column: answeringColumn, before: 'https://a.dev', after: null, cause };
    const answers = { ...stopped, before: null, after: 'https://a.dev' };
    const later = { ...stopped, snapshot: 's2' };
    assert.equal(new Set([built, stopped, answers, later].map(entryId)).size, 4);
  });

  it('differs for other offers, providers, kinds and moments', () => {
    const others = [
      { slug: 'x' },
      { provider: 'x' },
      { category: 'x' },
      { kind: 'added' as const },
      { revision: 'c2' },
      { revision: null },
      { revision: null, snapshot: null },
      { cause: { kind: 'network' as const, files: [] } },
    ];
    assert.equal(
      new Set([built, ...others.map((other) => ({ ...built, ...other }))].map(entryId)).size,
      others.length + 1,
    );
  });
});
