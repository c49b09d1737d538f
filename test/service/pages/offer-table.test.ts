/** Rows -> lines of a table: titles, cells, columns and their widths, links, details. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { distinguishTitles, labelOf, titleOf } from '../../../service/notations/offer-title.ts';
import { describePlans } from '../../../service/pages/provider/table.ts';
import { presentCell } from '../../../service/pages/shared/offer-table/cell.ts';
import * as layout from '../../../service/pages/shared/offer-table/columns.ts';
import { presentDetails, presentFact } from '../../../service/pages/shared/offer-table/details.ts';
import {
  findVisit,
  isFact,
  mergeRows,
  presentOfferRow,
} from '../../../service/pages/shared/offer-table/offer-row.ts';
import { describeCommon } from '../../../service/pages/toolbox/columns/listing.ts';
import type { Row } from '../../../service/snapshot/catalog.ts';
import { numbersOf } from '../../support/read-texts.ts';
import { makeColumn } from '../../support/service-columns.ts';
import { testTable } from './facts.ts';

const links = { app: () => null };
const columns = {
  planType: makeColumn('planType', { cellType: 'planType', filter: 'searchableMultiSelect' }),
  chain: makeColumn('chain', { cellType: 'chain', filter: 'searchableMultiSelect' }),
  price: makeColumn('price', {
    label: 'Price',
    cellType: 'numericRange',
    filter: 'range',
    sorting: 'number',
  }),
  trial: makeColumn('trial', { label: 'Trial', valueKind: 'boolean', filter: 'select' }),
  apis: makeColumn('apis', { label: 'APIs', valueKind: 'array', sorting: 'arrayLength' }),
  note: makeColumn('note', { label: 'Note', cellType: 'description' }),
  uptime: makeColumn('uptime', { label: 'Uptime', filter: 'range', cellType: 'slaNumeric' }),
} as const;
const technology = makeColumn('technology');
const all = Object.values(columns);
const roles = {
  names: ['offer', 'planName'],
  sortedName: 'planName',
  plan: 'planType',
  history: 'historicalData',
};

describe('titleOf', () => {
  testTable(
    `
    {"offer":"Café","planName":"Pro","slug":"x"} => Café · Pro
    {"planName":"Growth","slug":"x"} => Growth
    {"slug":"alchemy-enterprise-full-archive-hoodi","provider":"Alchemy","chain":"hoodi"} => Enterprise full archive
    {"slug":"beaconcha-in-docs-mcp","provider":"Beaconcha.in"} => Docs MCP
    {"slug":"beaconchain-mainnet","provider":"Beaconcha.in","chain":"mainnet","planType":null} => Beaconcha.in
    {"slug":"ankr-mainnet","provider":"Ankr","chain":"mainnet","planType":"Free"} => Free`,
    (row) => titleOf(JSON.parse(row), roles),
  );

  it('has what sets offers of one title apart: words of the slug, plan type, chain', () => {
    const scale = {
      slug: 'acme-scale-full-archive-mainnet',
      provider: 'Acme',
      planName: 'Scale',
      chain: 'mainnet',
    };
    const labels = (rows: readonly Row[], ownerOf: (at: number) => string = String) =>
      distinguishTitles(rows, ownerOf, roles).map((distinguishing, at) =>
        labelOf(rows[at] ?? {}, distinguishing, roles),
      );
    const recent = { ...scale, slug: 'acme-scale-recent-state-mainnet' };
    const onTestnet = { ...scale, chain: 'testnet', slug: 'acme-scale-full-archive-testnet' };
    const free = { ...scale, planName: 'Free' };
    const typed = ['Free', 'Tiered'].map((planType) => ({ ...scale, planType }));
    assert.equal(
      labels([scale, recent, free]).join(),
      'Scale · Full archive,Scale · Recent state,Free',
    );
    assert.equal(labels([scale, onTestnet]).join(), 'Scale · mainnet,Scale · testnet');
    assert.equal(labels([scale, onTestnet], () => 'one offer').join(), 'Scale,Scale');
    assert.equal(labels(typed).join(), 'Scale · Free,Scale · Tiered');
    assert.equal(labels([scale, { ...scale, provider: 'Other' }]).join(), 'Scale,Scale');
  });
});

describe('mergeRows', () => {
  const row = (slug: string, chain: string, price: string): Row => ({
    slug,
    chain,
    price,
    apis: ['a'],
  });
  const [a, b, c] = [
    row('a', 'testnet', '$1'),
    row('b', 'mainnet', '$2'),
    row('c', 'mainnet', '$1'),
  ];
  /** Slugs of each line; `!` if a line above is about its offer. */
  const merge = (rows: readonly Row[], offers = '', before = '') => {
    const offerOf = (id: number) => offers.split(' ')[id] ?? '';
    const given = {
      rowOf: (id: number) => rows[id] ?? {},
      offerOf,
      columns: all,
      chains: ['mainnet', 'testnet'],
      asOffers: false,
    };
    const lines = mergeRows([...rows.keys()], given, new Set(before.split(' ')));
    return lines
      .map(({ rows, again }) => `${rows.map(({ slug }) => slug).join('+')}${again ? '!' : ''}`)
      .join();
  };

  it('brings together rows of an offer that differ in chain and links alone, the main chain first', () => {
    assert.equal(merge([row('d', 'other', '$1'), a, b, c], 'x x y x'), 'c+a+d,b');
    assert.equal(merge([{ ...a, actionButtons: ['[Docs](https://a.example)'] }, c], 'x x'), 'c+a');
    assert.equal(merge([a, c], 'pro free'), 'a,c', 'equal facts of two offers');
  });

  it('marks a line whose offer has a line above, here or in an earlier group', () => {
    assert.equal(merge([c, b, { ...a, price: '$3' }], 'pro free pro'), 'c,b,a!');
    assert.equal(merge([c, b, { ...a, price: '$3' }], 'pro free pro', 'free'), 'c,b!,a!');
  });
});

describe('presentCell', () => {
  const { trial } = columns;
  const given: Readonly<Record<string, ColumnDefinition>> = {
    ...{
      ...columns,
      technology,
      good: { ...trial, trueMeans: 'good' },
      bad: { ...trial, trueMeans: 'bad' },
    },
  };
  const x = (count: number) => 'x'.repeat(count);
  /** May break after each 16 characters. */
  const broken = (count: number) => x(count).replace(/x{16}(?=x)/g, '$&^');
  const shown = ({
    none,
    state,
    note,
    yes,
    no,
    tone,
    price,
    text,
    more,
    cut,
    full,
  }: ReturnType<typeof presentCell>) =>
    [
      none,
      state,
      yes && 'yes',
      no && 'no',
      tone,
      price?.quiet,
      price?.amount,
      price?.per,
      price?.note,
    ]
      .concat(
        text?.replaceAll('\u200b', '^'),
        more === null ? null : `+${more}`,
        note === null ? null : `(${note})`,
        cut && 'cut',
        full && `{${full}}`,
      )
      .filter((part) => typeof part === 'string')
      .join(' ');
  // `^` is a zero-width space; the text on hover is in braces.
  testTable(
    `
    price [null] => not stated
    price [null] notStated => not stated
    price [null] notApplicable => does not apply
    price ["$20/week or so"] unread => $20/week or so not read cut {$20/week or so}
    apis [[]] => not stated
    trial [1] => yes
    good [1] => yes good
    good [0] => no
    bad [1] => yes bad
    bad [0] => no good
    chain ["mainnet","testnet","mainnet"] => mainnet +1 cut {mainnet, testnet}
    chain ["mainnet"] => mainnet
    technology ["Geth/Erigon/Nethermind nodes"] => Geth/^Erigon/^Nethermind nodes
    technology ["a/b c/d"] => a/b c/d
    technology ["A text that is far too long for two lines of a cell"] => A text that is far too long for two lines… cut {A text that is far too long for two lines of a cell}
    technology ["${x(44)}"] => ${broken(44)}
    technology ["${x(40)} four"] => ${broken(41).slice(0, -1)}… cut {${x(40)} four}
    apis [["a","b","c","d","e"]] => a, b +3 cut
    apis [["a","b"]] => a, b
    apis [["${x(17)}","${x(16)}y"]] => ${broken(17)}, ${x(16)}^y
    apis [["${x(17)}","${x(17)}y"]] => ${broken(17)} +1 cut
    apis [["[eth](https://a.example/)"]] => eth
    price ["$49/mo"] => $49 /month
    price ["$49/mo (monthly plan), $42/mo (yearly plan)"] => $49 /month $42/mo if paid yearly cut {$49/mo (monthly plan), $42/mo (yearly plan)}
    price ["$5/$45/$215/$2K"] => $5 or 3 other prices cut {$5/$45/$215/$2K}
    price ["$5/$45/11M/100M CUs"] => $5 /11M CUs or $45 cut {$5/$45/11M/100M CUs}
    price ["$5/$45"] => $5 or $45 cut {$5/$45}
    price ["25 TON/mo"] => 25 TON /month
    price ["$2.49/h"] => $2.49 /hour
    price ["Custom"] => Custom`,
    (text) => {
      const [, key = '', values = '', state] = /^(\w+) (\[.*\])(?: (\w+))?$/.exec(text) ?? [];
      const [value] = JSON.parse(values);
      const read = key === 'price' && value !== null ? numbersOf(key, value) : {};
      const unread = state === 'unread' ? { priceUnread: value } : {};
      const numbers = state === undefined ? read : { priceState: state, ...unread };
      return shown(presentCell(given[key] ?? technology, JSON.parse(values), numbers));
    },
  );

  it('gives a plan type the same colour wherever it stands', () => {
    const { tag } = presentCell(columns.planType, ['Free'], {});
    assert.equal(tag?.text, 'Free');
    assert.deepEqual(presentCell(columns.planType, ['Free'], {}).tag, tag);
    assert.notEqual(presentCell(columns.planType, ['Tiered'], {}).tag?.tint, tag?.tint);
  });
});

describe('columns of a table', () => {
  const keys = (given: readonly ColumnDefinition[]) => given.map(({ key }) => key).join();
  const described = all.filter(isFact);

  it('are how a plan is sold, where and at which price, in the order of the columns, as far as they are filled in', () => {
    assert.equal(keys(layout.defaultColumns(all, [])), 'planType,chain,price,trial,uptime');
    const facets = [
      { kind: 'numbers', column: columns.price, min: null, max: null, count: 0, prices: null },
    ] as const;
    assert.equal(keys(layout.defaultColumns(all, facets)), 'planType,chain,trial,apis,uptime');
  });

  it('are at most five flags, which leave room for the rest', () => {
    const flags = Array.from({ length: 12 }, (_, index) =>
      makeColumn(`flag${index}`, { valueKind: 'boolean' }),
    );
    assert.equal(
      keys(layout.defaultColumns([...flags, columns.price], [])),
      'flag0,flag1,flag2,flag3,flag4,price',
    );
  });

  it('are those that were chosen, if a table can show one', () => {
    const shown = (chosen: readonly string[]) =>
      layout.tableColumns(chosen, { offered: described, defaults: [columns.price] });
    assert.deepEqual(
      [keys(shown(['apis', 'chain'])), keys(shown(['note']))],
      ['chain,apis', 'price'],
    );
  });

  // By what the column is, and by its values with their counts.
  testTable(
    `
    {"label":"Trial","valueKind":"boolean"} => flag
    {"label":"Economic security","valueKind":"boolean"} => word
    {"label":"Contract verification","valueKind":"boolean"} => text
    {"valueKind":"array"} a*1 => long
    {"cellType":"numericRange"} => price
    {"role":"plan"} Free*1 Pay-as-you-go*1 => tag
    {"role":"plan"} Community-fund*1 => term
    {"cellType":"chain"} mainnet*1 testnet*1 => chain
    {"cellType":"chain"} mainnet*1 => word
    {} 12345678*1 => word
    {} 123456789*1 RPC*999 => text
    {} 123456789012*1 => text
    {} 123456789012345*1 => term
    {} 1234567890123456*1 => long
    {} of-twenty-letters-ab*1 => word
    {} of-one-and-twenty-abc*1 => long
    {"label":"Authentication"} None*1 => term`,
    (text) => {
      const [given = '', ...values] = text.split(/ (?=\S+\*)/);
      const counted = values
        .map((each) => each.split('*'))
        .map(([value = '', count]) => ({ value, count: Number(count) }));
      const width = layout.widthOf(makeColumn('a', JSON.parse(given)), counted);
      return Object.entries(layout.widths).find(([, rem]) => rem === width)?.[0] ?? '';
    },
  );

  it('scroll sideways if they do not fit on a screen', () => {
    const found = [4, 5].map((count) =>
      layout.isWide(Array<number>(count).fill(layout.widths.long)),
    );
    assert.deepEqual(found, [false, true]);
  });

  const common = {
    ...columns,
    mfa: makeColumn('mfa', { label: 'MFA', valueKind: 'boolean' }),
    technology,
  };
  // Left out if all rows share the value.
  testTable(
    `
    trial 0 => no trial
    trial 1 => with trial
    mfa 0 => no MFA
    planType "Free" => Free
    price "$0 /1M requests" => price $0
    price "$49/mo" => price $49/month
    price "custom" => price Custom
    technology "[http](https://a.example/)" => technology http`,
    (text) => {
      const [, key = '', value = ''] = /^(\w+) (.*)$/.exec(text) ?? [];
      const cell = JSON.parse(value);
      const numbers = key === 'price' ? numbersOf(key, cell) : {};
      return describeCommon(common[key as keyof typeof common], { [key]: cell, ...numbers });
    },
  );
});

describe('a line of a table', () => {
  const sold = {
    planName: 'Pro',
    planType: 'Tiered',
    price: '$5',
    trial: 1,
    apis: ['a', 'b', 'c', 'd'],
    uptime: '99%',
  };
  const row: Row = {
    ...{ ...sold, slug: 'acme-pro-mainnet', provider: 'Acme', chain: 'mainnet', starred: 1 },
    note: 'What the offer does, told at a length that no two lines of a table have room for.',
    actionButtons: ['[Docs](https://a.example/)', '[Buy](/rpc)', 'nothing'],
  };
  const rows = [row, { ...row, slug: 'acme-pro-testnet', chain: 'testnet' }];
  const given = { columns: all, roles, links, named: true };
  const line = (own: readonly Row[], more = {}) =>
    presentOfferRow(own, {
      ...{
        ...given,
        shown: [columns.planType, columns.price],
        again: false,
        distinguishing: null,
        website: null,
      },
      renderCell: ({ label }) => `${label};`,
      ...more,
    });
  const details = (
    own: Row | readonly Row[],
    shown: readonly ColumnDefinition[] = [columns.planType, columns.price],
  ) => {
    const renderFact = ({ label }: ColumnDefinition, value: Row[string]) =>
      `${label} ${[value].flat().length};`;
    const all = [own].flat() as Row[];
    const numbers = numbersOf('price', String(all[0]?.price));
    const uniform = { varying: new Map(), placesOf: () => '', numbers };
    return presentDetails(all, { ...given, ...uniform, shown, renderFact });
  };

  it('has a title, its cells, what it is, and the way to the offer', () => {
    const { title, starred, cells, summary, visit, again, subject } = line(rows);
    assert.deepEqual([title, starred, cells, again], ['Pro', true, 'planType;Price;', null]);
    assert.deepEqual([visit?.href, subject], ['https://a.example/', 'Acme Pro']);
    assert.equal(summary, 'What the offer does, told at a length that no two lines of a…');
    const named = { ...row, planName: 'Acme', note: null };
    assert.deepEqual([line([named]).title, line([named], { named: false }).title], ['', 'Acme']);
    assert.deepEqual([line([named]).subject, line([named]).summary], ['Acme', null]);
    const fast = line([{ ...named, note: 'Fast.' }], { distinguishing: 'Full archive' });
    assert.equal(fast.summary, 'Full archive. Fast.');
  });

  it('says that it repeats an offer, and on which chains', () => {
    const { again, subject } = line(rows, { again: true, distinguishing: 'Full' });
    assert.equal(again, 'same offer on mainnet, testnet');
    assert.equal(subject, 'Acme Pro · Full, mainnet, testnet');
    assert.equal(line([{ ...row, chain: null }], { again: true }).again, 'same offer');
  });

  it('leads to the website, then to the service, its price, its documentation, its contact, and to the provider', () => {
    const labels = ['Contact', 'Docs', 'Buy', 'Faucet', 'Website'];
    for (const [at, best] of labels.entries()) {
      const actionButtons = labels
        .slice(0, at + 1)
        .map((text) => `[${text}](https://${text}.example)`);
      assert.equal(
        findVisit([{ actionButtons: [] }, { actionButtons }], links),
        `https://${best}.example`,
      );
    }
    assert.equal(findVisit([{ actionButtons: ['[Website](javascript:alert)'] }], links), null);
    assert.equal(
      line([{ ...row, actionButtons: null }], { website: 'https://a.dev' }).visit?.href,
      'https://a.dev',
    );
  });

  it('folds what the table has no column for, and what a cell shows only a part of', () => {
    const { apis } = columns;
    assert.equal(details(rows).facts, 'chain 2;Trial 1;APIs 4;Note 1;Uptime 1;');
    assert.match(details(row, [apis]).facts, /APIs 4;/);
    assert.doesNotMatch(
      details({ ...row, apis: ['a'], note: 'x'.repeat(64) }, [apis]).facts,
      /APIs|Note/,
    );
    assert.match(details({ ...row, note: 'x'.repeat(65) }).facts, /Note/);
    assert.match(
      details({ ...row, price: '$5/mo (monthly plan), $4/mo (yearly plan)' }).facts,
      /Price 1;/,
    );
    assert.match(details({ ...row, apis: ['[a](https://a.example)'] }, [apis]).facts, /APIs 1;/);
    const offers = details(rows).offers.map(({ slug, chain }) => `${slug} on ${chain}`);
    assert.equal(offers.join(), 'acme-pro-mainnet on mainnet,acme-pro-testnet on testnet');
    assert.equal(details(rows).width, 5);
  });

  it('names the chain of links that differ between chains, and has equal links once', () => {
    const actionButtons = ['[Docs](https://a.example/t)', '[Buy](https://b.example/)'];
    const { buttons } = details([
      row,
      ...['testnet', 'devnet'].map((chain) => ({ ...row, chain, actionButtons })),
    ]);
    assert.equal(buttons.map(({ text }) => text).join(), 'Docs (mainnet),Docs (testnet),Buy');
  });

  it('has each item of a fact once, and breaks lists of prices after slashes', () => {
    assert.deepEqual(presentFact(columns.apis, ['Alerts', 'alerts ', 'Logs'], links).items, [
      'Alerts',
      'Logs',
    ]);
    assert.deepEqual(presentFact(columns.price, '$5/$45', links).items, ['$5/<wbr>$45']);
  });
});

describe('describePlans', () => {
  testTable(
    `
    Enterprise Custom|Tiered $99/mo|Free $0|Tiered $49/mo => free, tiered from $49/month, enterprise custom
    Free $0|Public Free => free
    - $5 => from $5
    - Contact sales => custom
    E $5|D $4|C $3|B $2|A $1 => a from $1, b from $2, c from $3, d from $4
    Free => null`,
    (text) => {
      const rows = text.split('|').map((plan) => {
        const [planType = '', ...price] = plan.split(' ');
        const text = price.join(' ');
        const numbers = text === '' ? {} : numbersOf('price', text);
        return { planType: planType === '-' ? null : planType, price: text || null, ...numbers };
      });
      assert.equal(describePlans(rows, []), null);
      return String(describePlans(rows, [columns.planType, columns.price]));
    },
  );
});
