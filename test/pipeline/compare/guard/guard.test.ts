/** What stops an edit, and what does not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../../../../model/rows.ts';
import { findMassChanges, type KnownProblems } from '../../../../pipeline/compare/guard/guard.ts';
import type { GuardedLines, Inventory } from '../../../../pipeline/compare/guard/inventory.ts';
import { parseGuardLimits } from '../../../../pipeline/compare/guard/limits.ts';

const offers = 'references/offers/wallets.csv';
const aria = 'listings/specific-networks/aria/wallets.csv';
const borea = 'listings/specific-networks/borea/wallets.csv';

const numbered = (
  count: number,
  cells: (index: number) => Values = () => ({}),
): Map<string, Values> =>
  new Map(Array.from({ length: count }, (_, index) => [`line-${index}`, cells(index)]));

function inventory(tables: Readonly<Record<string, ReadonlyMap<string, Values>>>): Inventory {
  const networks = Object.keys(tables).flatMap(
    (file) => /specific-networks\/(\w+)\//.exec(file)?.[1] ?? [],
  );
  const lines = Object.entries(tables).map(([file, slugs]): [string, GuardedLines] => [
    file,
    new Map(
      Array.from(slugs, ([slug, values], index) => [
        slug,
        { source: { file, line: index + 2 }, cells: { values } },
      ]),
    ),
  ]);
  return { tables: new Map(lines), networks: new Set(networks) };
}

function found(before: Inventory, after: Inventory, known: KnownProblems = {}): string[] {
  return findMassChanges(before, after, known).map(
    ({ file, line, column, message, places }) =>
      `${file}${line === null ? '' : `:${line}`}${column === null ? '' : ` ${column}`}: ${message} ${places?.length ?? 1}`,
  );
}

const sold = (index: number): Values => ({ provider: `P${index}`, planType: 'Free' });

describe('findMassChanges', () => {
  const before = inventory({
    [offers]: numbered(40, sold),
    [aria]: numbered(10),
    [borea]: numbered(10),
  });

  it('finds nothing in an edit of a few lines', () => {
    const after = inventory({
      [offers]: numbered(38, (index) =>
        index < 3 ? { ...sold(index), planType: 'Paid' } : sold(index),
      ),
      [aria]: numbered(8),
      [borea]: numbered(12),
    });
    assert.deepEqual(found(before, after), []);
  });

  const told = (cells: (index: number) => Values) =>
    found(
      before,
      inventory({ [offers]: numbered(40, cells), [aria]: numbered(10), [borea]: numbered(10) }),
    );

  it('names a column that was sorted alone', () => {
    assert.deepEqual(
      told((index) => ({ ...sold(index), provider: `P${(index + 1) % 40}` })),
      [
        `${offers}:2 provider: 40 of 40 cells of "provider" (line-0, line-1, line-2 and 37 more) changed: was one column sorted alone? 1`,
      ],
    );
  });

  it('does not call a column sorted alone of which half of the values are new', () => {
    assert.deepEqual(
      told((index) => ({
        ...sold(index),
        provider: index % 2 ? `P${(index + 2) % 40}` : `N${index}`,
      })),
      [
        `${offers}:2 provider: 40 of 40 cells of "provider" (line-0, line-1, line-2 and 37 more) changed, or were cleared 1`,
      ],
    );
  });

  it('names a cell that was filled down, and two columns that were exchanged', () => {
    assert.deepEqual(
      told((index) =>
        index > 10 && index < 24 ? { ...sold(index), provider: 'P10' } : sold(index),
      ),
      [
        `${offers}:13 provider: 13 of 40 cells of "provider" (line-11, line-12, line-13 and 10 more) changed, all to "P10": was one cell filled down? 1`,
      ],
    );
    assert.deepEqual(
      told((index) => ({ provider: 'Free', planType: `P${index}` })),
      [
        `${offers}:2 provider: 40 of 40 cells of "provider" (line-0, line-1, line-2 and 37 more) changed and have the values of "planType": were two columns swapped in the header? 1`,
      ],
    );
  });

  it('lets a network have another name', () => {
    const renamed = 'listings/specific-networks/arianet/wallets.csv';
    const after = inventory({
      [offers]: numbered(40, sold),
      [renamed]: numbered(10),
      [borea]: numbered(10),
    });
    assert.deepEqual(found(before, after), []);
    const half = inventory({
      [offers]: numbered(40, sold),
      [renamed]: numbered(9),
      [borea]: numbered(10),
    });
    assert.deepEqual(
      found(before, half),
      ['listings/specific-networks/aria: all 10 listings of the network "aria" are gone 1'],
      'a line less is another network',
    );
  });

  it('stops a column with many new values, but not one that is filled', () => {
    const cleared = `${offers}:2 planType: 40 of 40 cells of "planType" (line-0, line-1, line-2 and 37 more) changed, or were cleared 1`;
    for (const [cells, expected] of [
      [{ planType: 'Gratis' }, [cleared]],
      [{ planType: null }, [cleared]],
      [{ price: '$1' }, []],
    ] as const)
      assert.deepEqual(
        told((index) => ({ ...sold(index), ...cells })),
        expected,
      );
  });

  it('lets an edit solve problems of a column, unless it clears the cells or is a wrong act', () => {
    const tables = { [aria]: numbered(10), [borea]: numbered(10) };
    const [old, now] = ['https://x.com/p', 'p'].map((handle) =>
      inventory({ ...tables, [offers]: numbered(40, (index) => ({ x: `${handle}${index}` })) }),
    ) as [Inventory, Inventory];
    const isSolved = ({ file, column }: { file: string; column: string }) =>
      file === offers && column === 'x';
    const count = (after: Inventory, known: KnownProblems) => found(old, after, known).length;
    assert.equal(count(now, { isSolved }), 0);
    assert.equal(count(now, {}), 1);
    assert.equal(
      count(inventory({ ...tables, [offers]: numbered(40) }), { isSolved }),
      1,
      'cleared',
    );
    const filled = inventory({ ...tables, [offers]: numbered(40, () => ({ x: 'p' })) });
    assert.equal(count(filled, { isSolved }), 1, 'filled down');
  });

  it('names a network once, without its tables', () => {
    const after = inventory({ [offers]: numbered(40, sold), [borea]: numbered(10) });
    assert.deepEqual(found(before, after), [
      'listings/specific-networks/aria: all 10 listings of the network "aria" are gone 1',
    ]);
  });

  it('names many networks at once, and none whose table another problem explains', () => {
    const files = ['a', 'b', 'c', 'd', 'e'].map(
      (key) => `listings/specific-networks/${key}/apis.csv`,
    );
    const tables = Object.fromEntries(files.map((file) => [file, numbered(10)]));
    const old = inventory({ ...tables, [aria]: numbered(10) });
    const after = inventory({ [aria]: numbered(10) });
    assert.deepEqual(found(old, after), [
      'listings/specific-networks: 5 networks (a, b, c and 2 more) are gone with all their listings 1',
    ]);
    assert.deepEqual(found(old, after, { isKnown: (file) => files.includes(file) }), []);
  });

  it('counts no line that has another slug, and no listing whose offer is listed for all networks', () => {
    const slugs = (prefix: string, lines: ReadonlyMap<string, Values>) =>
      new Map([...lines].map(([slug, cells]) => [`${prefix}${slug}`, cells]));
    const listed = numbered(10, (index) => ({ offer: `!offer:o-${index}`, chain: 'mainnet' }));
    const old = inventory({ [offers]: numbered(40, sold), [aria]: listed, [borea]: numbered(10) });
    const gone = (tables: Readonly<Record<string, ReadonlyMap<string, Values>>>) =>
      found(
        old,
        inventory({
          [offers]: numbered(40, sold),
          [aria]: new Map(),
          [borea]: numbered(10),
          ...tables,
        }),
      );
    assert.deepEqual(
      gone({ [aria]: slugs('new-', listed), [offers]: slugs('new-', numbered(40, sold)) }),
      [],
    );
    assert.deepEqual(gone({ 'listings/all-networks/wallets.csv': slugs('all-', listed) }), []);
    const told = [
      `${aria}: all 10 lines of the file (line-0, line-1, line-2 and 7 more) are gone: was the file cut short, or another table saved over it? 1`,
    ];
    assert.deepEqual(
      gone({ 'listings/all-networks/apis.csv': slugs('all-', listed) }),
      told,
      'another category',
    );
    const other = numbered(10, (index) => ({ offer: `!offer:o-${index}`, chain: 'testnet' }));
    assert.deepEqual(gone({ [aria]: slugs('new-', other) }), told, 'another chain');
    const once = new Map([['new', { offer: '!offer:o-0', chain: 'mainnet' }]]);
    assert.deepEqual(
      gone({ [aria]: once }),
      [
        told[0]
          ?.replace('all 10', '9 of 10')
          .replace('line-0, line-1, line-2 and 7', 'line-1, line-2, line-3 and 6'),
      ],
      'a new line stands for one',
    );
  });

  it('names the tables that one act cut short in one problem', () => {
    const after = inventory({
      [offers]: numbered(40, sold),
      [aria]: numbered(4),
      [borea]: numbered(3),
    });
    assert.deepEqual(found(before, after), [
      `${aria}: 13 of 20 lines of 2 files (line-4, line-5, line-6 and 4 more) are gone: was the file cut short, or another table saved over it? 2`,
    ]);
  });

  it('leaves a file to the problem that says why it cannot be read', () => {
    const after = inventory({ [aria]: numbered(10), [borea]: numbered(10) });
    assert.equal(found(before, after).length, 1);
    assert.deepEqual(found(before, after, { isKnown: (file) => file === offers }), []);
  });

  it('names many new listings of all networks', () => {
    const everywhere = 'listings/all-networks/wallets.csv';
    const listed = (count: number) =>
      inventory({
        [everywhere]: numbered(count, (index) => ({ offer: `!offer:o-${index}` })),
        [aria]: numbered(10),
      });
    assert.deepEqual(found(listed(30), listed(60)), [
      `${everywhere}:32: 30 new lines (line-30 on line 32, line-31 on line 33, line-32 on line 34 and 27 more) are each a row on 1 network: were they meant for one network? 30`,
    ]);
    assert.deepEqual(found(listed(30), listed(45)), []);
    assert.deepEqual(found(listed(100), listed(140)), []);
  });

  it('stops a change at its limits, and none below one of them', () => {
    const everywhere = 'listings/all-networks/wallets.csv';
    const one = (lines: ReadonlyMap<string, Values>) => inventory({ [offers]: lines });
    const listed = (count: number) => inventory({ [everywhere]: numbered(count) });
    const networks = (count: number) =>
      inventory(
        Object.fromEntries(
          Array.from({ length: count }, (_, at) => [
            `listings/specific-networks/n${at}/apis.csv`,
            numbered(1),
          ]),
        ),
      );
    const edited = (of: number, count: number, edit: (index: number) => string | null) =>
      [
        one(numbered(of, (index) => ({ x: `v${index}` }))),
        one(numbered(of, (index) => ({ x: index < count ? edit(index) : `v${index}` }))),
      ] as const;
    const fill = (of: number, distinct: number) =>
      [
        one(numbered(of, (index) => ({ x: `v${index % distinct}` }))),
        one(numbered(of, (index) => ({ x: index < 10 ? 'v' : `v${index % distinct}` }))),
      ] as const;
    // Of ten cells, one has a value that the column did not have.
    const moved = (count: number) => (index: number) =>
      index === 0 ? 'new' : `v${(index + 1) % count}`;
    const cases: readonly (readonly [string, number, readonly [Inventory, Inventory]])[] = [
      ['half of 40 cells', 1, edited(40, 20, () => 'y')],
      ['less than 20 cells', 0, edited(38, 19, (index) => `y${index}`)],
      ['less than half of the cells', 0, edited(41, 20, (index) => `y${index}`)],
      ['ten cells that changed places', 1, edited(20, 10, moved(10))],
      ['ten of more cells that changed places', 1, edited(40, 10, moved(10))],
      ['ten cells that changed places, less than a quarter', 0, edited(41, 10, moved(10))],
      ['nine cells that changed places', 0, edited(18, 9, moved(9))],
      ['ten cells filled down that were five values', 1, fill(20, 5)],
      ['ten cells filled down that were four values', 0, fill(20, 4)],
      ['ten cells that are cleared', 0, edited(20, 10, () => null)],
      ['ten cells that are a placeholder', 0, edited(20, 10, () => 'TBD')],
      ['five of 16 lines', 1, [one(numbered(16)), one(numbered(11))]],
      ['five of 17 lines', 0, [one(numbered(17)), one(numbered(12))]],
      ['all four lines', 0, [one(numbered(4)), one(numbered(0))]],
      ['20 new lines beside 40', 1, [listed(40), listed(60)]],
      ['20 new lines beside 41', 0, [listed(41), listed(61)]],
      ['19 new lines', 0, [listed(2), listed(21)]],
      ['four networks, each told', 4, [networks(6), networks(2)]],
      ['five networks, told at once', 1, [networks(6), networks(1)]],
    ];
    assert.deepEqual(
      cases.map(([name, , states]) => [name, found(...states).length]),
      cases.map(([name, count]) => [name, count]),
    );
  });

  it('takes other limits from a setting', () => {
    const after = inventory({
      [offers]: numbered(40, sold),
      [aria]: numbered(4),
      [borea]: numbered(10),
    });
    const countWith = (setting: string) =>
      findMassChanges(before, after, {}, parseGuardLimits(setting)).length;
    assert.deepEqual(['', 'lines=5/70%', ' added=2, cells=10/10%'].map(countWith), [1, 0, 1]);
    assert.deepEqual(
      ['lines=6/60%', 'lines=7/60%', 'lines=6/61%'].map(countWith),
      [1, 0, 0],
      'exactly as many',
    );
    for (const text of ['lines', 'lines=x', 'listings=3', 'lines=5/70'])
      assert.throws(
        () => countWith(text),
        /is not a limit such as cells=20\/50%; kinds are lines, /,
      );
  });
});
