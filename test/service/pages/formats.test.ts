/** Small formatters of pages: text in, text or HTML out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { scaledName } from '../../../model/images.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { IconSet } from '../../../service/files/assets.ts';
import { formatBytes } from '../../../service/pages/data.ts';
import { writeDocument } from '../../../service/pages/markdown/document.ts';
import { presentWeeks } from '../../../service/pages/shared/changes/weeks.ts';
import { presentChart } from '../../../service/pages/shared/chart.ts';
import { iconId, iconOf, ownIcons, ownPicture } from '../../../service/pages/shared/icons.ts';
import { logosOf, networkLogosOf } from '../../../service/pages/shared/logos.ts';
import { parseLink, renderMarkdown, safeHref } from '../../../service/pages/shared/markdown.ts';
import { presentPager, readPage } from '../../../service/pages/shared/pager.ts';
import { splitNetworks } from '../../../service/query/ask.ts';
import { searchProviders } from '../../../service/query/search/rank.ts';
import type { Snapshot } from '../../../service/snapshot/snapshot.ts';
import { meaningOfPrice, presentPrice } from '../../../service/text/price.ts';
import { boundTokens } from '../../../service/text/tokens.ts';
import { Urls } from '../../../service/urls.ts';
import { directoryMeta } from '../../support/directory.ts';
import { runs } from '../../support/lane.ts';

const application = { app: (path: string) => `https://app.example${path}` };
const noApplication = { app: () => null };

describe('a price', () => {
  const cases: readonly (readonly [
    text: string,
    amount: string | null,
    per: string | null,
    note: string | null,
    quiet?: string,
  ])[] = [
    ['$49/mo (monthly plan), $42/mo (yearly plan)', '$49', '/month', '$42 if paid yearly'],
    ['$250/mo (monthly plan),$189/mo (yearly plan)', '$250', '/month', '$189 if paid yearly'],
    ['$39/mo (monthly plan), $33/mo (semi-annual plan)', '$39', '/month', '$33 if paid half-yearly'],
    ['€20 (monthly plan), €220 (yearly plan)', '€20', '/month', '€220 if paid yearly'],
    ['$139/mo, $1389/yearly', '$139', '/month', '$1389 /year'],
    ['$749/month', '$749', '/month', null],
    ['$0', '$0', null, null],
    ['$1/357,590 credits', '$1', '/357,590 credits', null],
    ['$0.55 per 1M extra API credits', '$0.55', '/1M extra API credits', null],
    ['From $2000/mo + server cost', 'from $2000', '/month', '+ server cost'],
    ['up to $249/mo', 'up to $249', '/month', null],
    ['$99/$139/$179/mo', '$99', '/month', 'or $139/$179'],
    ['€50/€10/1M extra requests', '€50', '/1M extra requests', 'or €10'],
    ['$0 (14 Day Free Trial)', '$0', null, '(14 Day Free Trial)'],
    ['$86+ (depending on the squid)', '$86+', null, '(depending on the squid)'],
    ['custom', null, null, null, 'Custom'],
    ['15K SQT/1M reqs', null, null, null, '15K SQT/1M reqs'],
    ['up to 1K/mo', null, null, null, 'Up to 1K/mo'],
  ];
  for (const [text, amount, per, note, quiet = null] of cases)
    it(`"${text}" is ${quiet ?? amount} first`, () =>
      assert.deepEqual(presentPrice(text), { quiet, amount, per, note }));

  const same = ['$0 = $0/1M requests', 'Free = €0', '$49/mo = $49 per month', 'Custom =  custom '];
  const different = [
    '$49 = $49/mo',
    '$49/mo = $49/mo (monthly plan), $42/mo (yearly plan)',
    '$0 = $0 + node price',
    '$0 = $0.5',
  ];
  for (const pair of [...same, ...different, '$5/mo = €5/mo', 'Custom = Free']) {
    const [a = '', b = ''] = pair.split(' = ');
    it(`${pair} is ${same.includes(pair)}`, () =>
      assert.equal(meaningOfPrice(a) === meaningOfPrice(b), same.includes(pair)));
  }
});

describe('the Markdown of a cell', () => {
  const link = (href: string, text: string) => `<a href="${href}" rel="noopener nofollow">${text}</a>`;
  const cases: readonly (readonly [text: string, html: string])[] = [
    ['99.9%', '99.9%'],
    ['<b>"a" & b</b>', '&lt;b&gt;"a" &amp; b&lt;/b&gt;'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['see [a](https://a.example/) & more', `see ${link('https://a.example/', 'a')} &amp; more`],
    ['[press](javascript:alert(1))', 'press'],
    ['[press](//evil.example)', 'press'],
    ['https://a.example/x', link('https://a.example/x', 'https://a.example/x')],
    ['**bold** and `code`', '<strong>bold</strong> and <code>code</code>'],
    ['eth_getLogs_by_hash', 'eth_getLogs_by_hash'],
    ['$5/$10', '$5/$10'],
    ['[Buy](/rpc)', link('https://app.example/rpc', 'Buy')],
    // With more than 100 marks a text stays as it is written.
    [`*a*${'_'.repeat(98)}`, `<em>a</em>${'_'.repeat(98)}`],
    [`*a*${'_'.repeat(99)}`, `*a*${'_'.repeat(99)}`],
  ];
  for (const [text, html] of cases) it(`of ${text}`, () => assert.equal(renderMarkdown(text, application), html));

  const harmless = ['https://a.example/x?y=1#z', 'http://a.example', 'mailto:sales@a.example', 'HTTPS://A.EXAMPLE/'];
  const harmful = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
  ]
    .concat([
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://a.example/x',
      'ftp://a.example',
    ])
    .concat(['//evil.example/x', '/\\evil.example', '\\\\evil.example', 'evil.example', '', '#top', '?x=1']);
  it('follows addresses of a few kinds, and paths of the application', () => {
    for (const address of harmless) assert.equal(safeHref(address, application), address);
    for (const address of harmful) assert.equal(safeHref(address, application), null, JSON.stringify(address));
    assert.equal(safeHref('/configurations/new', application), 'https://app.example/configurations/new');
    assert.equal(safeHref('/configurations/new', noApplication), null);
    assert.equal(renderMarkdown('[Buy](/rpc)', noApplication), 'Buy');
  });

  const links: readonly (readonly [cell: string, text: string | null, href?: string])[] = [
    [' [Docs](https://a.example/) ', 'Docs', 'https://a.example/'],
    ['[Wiki (en)](https://a.example/wiki/A_(b))', 'Wiki (en)', 'https://a.example/wiki/A_(b)'],
    ['[Send requests](/rpc/new)', 'Send requests', 'https://app.example/rpc/new'],
    ...[
      '[press](javascript:alert(1))',
      '[](https://a.example/)',
      '[Docs]()',
      'see [Docs](https://a.example/)',
      '[a](https://a.example) b',
      'Docs',
    ].map((cell) => [cell, null] as const),
  ];
  for (const [cell, text, href] of links)
    it(`${cell} is ${text === null ? 'no link' : `a link to ${href}`}`, () =>
      assert.deepEqual(parseLink(cell, application), text === null ? null : { text, href }));

  it('is nothing but links, emphasis and code, whatever the text is', () => {
    const marks = [
      '<script>',
      '<img src=x onerror=alert(1)>',
      '[a](',
      'javascript:',
      ')',
      '![x](',
      '`',
      '**',
      '_',
      '<',
      '>',
      '"',
      "'",
      '\n',
    ];
    const piece = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom(...marks, '&#x6A;', '\\', 'https://', '[x]: '));
    const allowed =
      /^<(\/?(code|em|strong|s|span|br)|br \/|\/a|a href="(https?:|mailto:)[^"<>]*" rel="noopener nofollow")>$/i;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const html = renderMarkdown(pieces.join(''), application);
        for (const [tag] of html.matchAll(/<[^>]*>/g)) assert.match(tag, allowed, html);
      }),
      { numRuns: runs(500, 100) },
    );
  });

  it('has the labels of its links alone where no links can be', () => {
    assert.equal(labelsOnly('[eth](https://a.example), [net](x)'), 'eth, net');
  });
});

describe('the Markdown form of a page', () => {
  const html = 'https://dir.test/page';
  const documentOf = (rows: readonly (readonly string[])[]) => ({
    ...{ title: 'Offers', facts: [], links: [], html },
    tables: [{ heading: 'Offers', columns: (rows[0] ?? []).map((_, at) => `Column ${at}`), rows }],
  });

  it('has each cell on one line, without markup, links or HTML', () => {
    const evil = [
      'a|b',
      'a\r\n# b\u2028c',
      '[x](javascript:alert)',
      '<img src=x onerror=y>',
      '![i](data:text/html,z)',
      '`~*_`',
    ];
    const text = writeDocument(documentOf([evil]), 2000);
    const line = text.split('\n').find((each) => each.startsWith('|a')) ?? assert.fail(text);
    assert.equal(line, '|a\\|b|a \\# b c|x|&lt;img src=x onerror=y>|\\!i|\\`\\~\\*\\_\\`|');
  });

  it('keeps addresses from ending their link', () => {
    const links = [{ label: 'x](y', href: 'https://dir.test/a)(b c<d>' }];
    assert.equal(
      writeDocument({ ...documentOf([]), title: '[a](b)\n## c', links }, 2000),
      `# \\[a\\](b) \\#\\# c\n\n## Links\n\n- [x\\](y](https://dir.test/a%29%28b%20c%3Cd%3E)\n- [HTML](${html})\n`,
    );
  });

  it('leaves out the last columns of long tables, and says which', () => {
    const row = Array.from({ length: 30 }, (_, at) => `word${at} `.repeat(12));
    const text = writeDocument(documentOf(Array.from({ length: 10 }, () => row)), 2000);
    assert.ok(boundTokens(text) <= 2000, String(boundTokens(text)));
    const shown = text.split('\n').find((line) => line.startsWith('|Column')) ?? '';
    const left = /^Columns left out: (.*)\.$/m.exec(text)?.[1]?.split(', ') ?? [];
    assert.deepEqual([shown.split('|').length - 2 + left.length, left.at(-1)], [30, 'Column 29']);
    assert.match(text, /\|word0 word0 [^|]{1,60}…\|/);
    assert.match(writeDocument(documentOf([row]), 1), /\|Column 0\|Column 1\|Column 2\|\n/);
  });
});

describe('weeks of changes', () => {
  /** One change on each day, newest first. */
  const weeksOf = (...days: readonly string[]) =>
    presentWeeks(
      { atMs: (index) => Date.parse(days[index] ?? '') },
      [...days.keys()],
      ({ since, until }) => `${since} ${until}`,
    );

  it('are from Monday to Sunday, with an empty week in between, and nothing for a single week', () => {
    assert.deepEqual(
      weeksOf('2026-01-19', '2026-01-11', '2026-01-05', '2026-01-04T23:59:59Z').map(({ label, href, bar, y }) => [
        label,
        href,
        bar,
        y,
      ]),
      [
        ['1 change in the week of 29 December 2025', '2025-12-29 2026-01-04', 20, 20],
        ['2 changes in the week of 5 January 2026', '2026-01-05 2026-01-11', 40, 0],
        ['0 changes in the week of 12 January 2026', null, 0, 40],
        ['1 change in the week of 19 January 2026', '2026-01-19 2026-01-25', 20, 20],
      ],
    );
    assert.deepEqual([weeksOf('2026-01-11', '2026-01-05'), weeksOf()], [[], []]);
  });

  it('are half a year at most, and each with a change has a bar', () => {
    const weeks = weeksOf('2026-01-20', ...Array(50).fill('2026-01-13'), '2024-01-01');
    assert.deepEqual([weeks.length, weeks.at(-1)?.href, weeks.at(-1)?.bar], [26, '2026-01-19 2026-01-25', 1]);
  });
});

describe('pages of a list', () => {
  const pager = (page: number, totalPages: number) => {
    const {
      numbers = [],
      previous,
      next,
      position,
    } = presentPager({ page, totalPages }, (number) => `p${number}`) ?? {};
    const shown = numbers.map(({ number, gap, current }) => `${gap ? '… ' : ''}${number}${current ? '!' : ''}`);
    return [shown.join(' '), previous, next, position];
  };
  const cases = [
    [1, 1, '', undefined, undefined, undefined],
    [1, 0, '', undefined, undefined, undefined],
    [1, 2, '1! 2', null, 'p2', 'page 1 of 2'],
    [6, 12, '1 … 5 6! 7 … 12', 'p5', 'p7', 'page 6 of 12'],
    [3, 5, '1 2 3! 4 5', 'p2', 'p4', 'page 3 of 5'],
    [4, 6, '1 … 3 4! 5 6', 'p3', 'p5', 'page 4 of 6'],
    [12, 1200, '1 … 11 12! 13 … 1,200', 'p11', 'p13', 'page 12 of 1,200'],
    [4, 3, '1 … 3', 'p3', null, 'the last page is 3'],
  ] as const;
  for (const [page, pages, ...expected] of cases)
    it(`${page} of ${pages} are ${expected[0]}`, () => assert.deepEqual(pager(page, pages), expected));

  for (const [text, page] of [
    ['', 1],
    ['7', 7],
    ['0', 1],
    ['07', 1],
    ['x', 1],
    ['999999', 999_999],
    ['1000000', 1],
  ] as const)
    it(`page=${text} is page ${page}`, () => assert.equal(readPage(new URLSearchParams({ page: text })), page));
});

describe('pictures', () => {
  it('are bars as long as their figures, which show that something is there', () => {
    const values = [2000, 500, 1, 0].map((value) => ({ label: 'a', href: null, value }));
    assert.deepEqual(
      presentChart('Offers', 'offers', values).bars.map(({ width, value }) => `${width} ${value}`),
      ['100 2,000', '25 500', '0.5 1', '0 0'],
    );
  });

  it('are icons of lucide, all drawn: those of the pages, and those that categories and columns name', async () => {
    assert.deepEqual(['plan.svg||lucide:BookMarked', 'lucide:ChartNoAxesCombined', 'plan.svg', null].map(iconOf), [
      'bookmarked',
      'chartnoaxescombined',
      null,
      null,
    ]);
    const named = (['categories', 'columns'] as const).flatMap((name) =>
      Array.from(directoryMeta(name).matchAll(/lucide:\w+/g), ([icon]) => iconOf(icon) ?? ''),
    );
    const wanted = new Set([...ownIcons.map(iconId), ...named]);
    const sprite = (await IconSet.read()).sprite(wanted);
    assert.deepEqual(
      Array.from(sprite.matchAll(/<symbol id="(\w+)"/g), ([, id]) => id).toSorted(),
      [...wanted].toSorted(),
    );
  });

  it('are of no other site', () => {
    assert.deepEqual(['/icons/a.svg', '//evil.example/a.svg', 'https://a.example/b.svg', null].map(ownPicture), [
      '/icons/a.svg',
      null,
      null,
      null,
    ]);
  });

  it('are scaled logos, else the original, else a monogram; of a network its own icon first', () => {
    const versions = new Map([
      ['a.png', 'v1'],
      [scaledName('a.png'), 'v2'],
      ['b.svg', 'v3'],
    ]);
    const known = (logoPath: string | null, icon: string | null = null) => ({ logoPath, icon });
    const snapshot = {
      catalog: {
        providers: new Map(['a.png', 'b.svg', 'gone.png', null].map((file) => [String(file), known(file)])),
        networks: new Map([
          ['own', known('b.svg', '/n.svg')],
          ['other', known('b.svg', 'https://x.example/n.svg')],
        ]),
        monograms: () => new Map(),
      },
      logoVersion: (name: string) => versions.get(name) ?? null,
    } as unknown as Snapshot;
    const urls = new Urls({
      siteUrl: 'https://dir.test',
      networkUrlTemplate: 'https://dir.test/n/{network}',
      onlyNetwork: null,
    });
    const logos = ['a.png', 'b.svg', 'gone.png', 'null', 'unknown'].map(
      (name) => logosOf(snapshot, null, urls)(name).logo,
    );
    assert.deepEqual(logos, [`/logos/${scaledName('a.png')}?v=v2`, '/logos/b.svg?v=v3', null, null, null]);
    const networks = ['own', 'other', 'unknown'].map((key) => networkLogosOf(snapshot, null, urls)(key).logo);
    assert.deepEqual(networks, ['/n.svg', '/logos/b.svg?v=v3', null]);
  });
});

it('formatBytes counts in powers of ten', () => {
  const cases = {
    0: '0 bytes',
    999: '999 bytes',
    1000: '1.0 kB',
    43210: '43.2 kB',
    99999: '100.0 kB',
    100000: '100 kB',
    1540000: '1.5 MB',
  };
  for (const [bytes, text] of Object.entries(cases)) assert.equal(formatBytes(Number(bytes)), text);
});

describe('splitNetworks', () => {
  const networks = [
    { network: 'bsc', name: 'BNB Smart Chain' },
    { network: 'base', name: 'Base', caip2: 'eip155:8453' },
    { network: 'bitcoin', name: 'Bitcoin' },
    { network: 'bitcoin-cash', name: 'Bitcoin Cash' },
    { network: 'nemo', name: null },
  ];
  const cases = [
    ['archive', '', 'archive'],
    ['base archive', 'base', 'archive'],
    ['mcp on bnb smart chain', 'bsc', 'mcp on'],
    ['bitcoin cash', 'bitcoin-cash', ''],
    ['database', '', 'database'],
    ['nemo', 'nemo', ''],
    ['rpc 8453', 'base', 'rpc'],
    ['eip155:8453', 'base', ''],
  ] as const;
  for (const [search, network, rest] of cases)
    it(`finds ${network || 'no network'} in "${search}"`, () => {
      const { named, rest: others } = splitNetworks(search.split(' '), networks);
      assert.deepEqual([named.join(), others.join(' ')], [network, rest]);
    });
});

it('searchProviders puts names before descriptions, and the very name first', () => {
  const searched = ['Zed', 'My node', 'Nodes', 'Node', 'Other'].map((name) => ({
    provider: { name } as ProviderDefinition,
    ...{ name: name.toLowerCase(), text: name === 'Zed' ? 'built on node' : '', words: new Set(['apis', 'api']) },
  }));
  const find = (...terms: string[]) => searchProviders(searched, terms).map(({ name }) => name);
  assert.deepEqual(find('node'), ['Node', 'Nodes', 'My node', 'Zed']);
  assert.deepEqual(find('my', 'api'), ['My node'], 'a word of a category with an offer of the provider');
  assert.deepEqual(find('api'), [], 'a category names no provider');
});
