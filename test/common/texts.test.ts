/**
 * Functions of texts and numbers, each with every text of a list: test/golden/texts.txt has what
 * they answer. UPDATE_GOLDEN=1 writes it again: read the difference.
 */
import { describe, it } from 'node:test';
import { hideCredentials, isSecretName, looksSecret, upperName } from '../../common/credentials.ts';
import { findCredential } from '../../common/find-credential.ts';
import { foldCell, foldText, plainSigns, toLowercase } from '../../common/fold.ts';
import { formatCount } from '../../common/format-count.ts';
import { toKebabCase } from '../../common/kebab-case.ts';
import { codeBlock, escapeInline, escapeMarkdown, markdownLink } from '../../common/markdown.ts';
import { labelsOnly } from '../../common/markdown-links.ts';
import { inNaturalOrder, naturalKey } from '../../common/natural-order.ts';
import { nearestName, nearestSpelling, typingErrors } from '../../common/nearest-name.ts';
import { foldNetworkName, networkNames } from '../../common/network-names.ts';
import { findOutOfOrder } from '../../common/out-of-order.ts';
import { isPlaceholder, replacePlaceholders } from '../../common/placeholder.ts';
import { isSpecialName } from '../../common/special-names.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import { strip, stripEnd } from '../../common/strip.ts';
import {
  referralCodes,
  trackingParameters,
  withoutReferrals,
  withoutTracking,
} from '../../common/tracking.ts';
import { escapeControls, makeVisible, showLines } from '../../common/visible.ts';
import { type ColumnCoverage, categoriesWithoutChains, fillNext } from '../../model/coverage.ts';
import { cellsToFill } from '../../model/measures.ts';
import {
  isPlaceholder as isNoValue,
  isSpreadsheetError,
  knownCells,
} from '../../model/placeholders.ts';
import { isLoopbackIp, isPublicIp } from '../../pipeline/probe/http/public-ip.ts';
import { variableOf } from '../../pipeline/probe/keys.ts';
import { oneOf } from '../../pipeline/problem.ts';
import { listSome, plural as pluralOfReports } from '../../pipeline/report/counts.ts';
import { describeChange, quoteInText } from '../../pipeline/report/values.ts';
import { capitalize, clip, firstWords } from '../../service/text/clip.ts';
import {
  joinNames,
  listingsAndProviders,
  listingsFromProviders,
  offersInListings,
  plural,
  roundedCount,
} from '../../service/text/counts.ts';
import { contrast, monogramOf } from '../../service/text/monogram.ts';
import { outsideLink } from '../../service/text/outside.ts';
import { profileLinks } from '../../service/text/profile-links.ts';
import { lacksFolder, sourceLinks } from '../../service/text/source-links.ts';
import { assertGolden } from '../support/golden.ts';

const texts = [
  ...[
    '',
    ' ',
    'a',
    'Alchemy',
    'Web3 Hub',
    '  Two  words ',
    'İSTANBUL ΟΔΟΣ',
    'Étoile Ångström',
    'ﬁne ＡＢＣ ①',
  ],
  ...['5′ 6″ – “a” ‘b’ «c» ʼd −1', 'a_b-c d__e', '--a--b--', 'x/y/', '100%', 'Q&A <b> &amp; &#38;'],
  ...[
    '- item',
    '-5',
    '+ plus',
    '1. one',
    '12) two',
    '1.5',
    '# head',
    '> quote',
    '=1+1',
    '| a | b |',
  ],
  ...['a\\', 'a|b|c', '*x* _y_ `z` ``w``', '[Docs](https://a.dev/x) and [Buy](b)', '~~no~~ !'],
  ...[
    'a\nb\tc\r',
    'zero\u200bwidth\u202e',
    '\u00a0no\u00a0break',
    '\u001f',
    '😀 a\u0301',
    "it's",
    '"q"',
  ],
  ...['$49/mo', '2h', '12h', 'v1.10.0', '0012', '1234567890123', 'a 007 b 12', '999999999999'],
  ...[
    'EIP-155',
    'Blast API',
    '1RPC',
    '_x_',
    'YOUR_API_KEY',
    '<API_KEY>',
    '{key}',
    'TBD',
    'N/A',
    '#REF!',
  ],
  ...[
    '-',
    '?',
    'none',
    'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    'Bearer abcdefghijklmnop1234',
    'token=abc',
  ],
];
const addresses = [
  ...['https://a.dev', 'https://a.dev/?utm_source=x&id=1', 'https://a.dev/?id=1&gclid=2#top'],
  ...['https://a.dev/#/x?utm_medium=y', 'https://a.dev/#p&fbclid=1', 'https://a.dev/?ref=larry'],
  ...[
    'https://a.dev/?ref=blog.example.org',
    'https://a.dev/?source=site&via=bob',
    'https://a.dev/r/abc',
  ],
  ...['https://a.dev/invite/abc/?x=1', 'https://a.dev/r/abc#top', 'https://a.dev/r/abc/#/r/abc'],
  ...['https://a.dev/?ref=a#/x?y#z', 'https://a.dev/?a=1?ref=b', 'https://a.dev/x#y#z'],
  ...['https://a.dev/?ref=a&ref=b&x=1#y', 'https://r.dev/r/r', 'https://T.me/r/abc'],
  ...['https://a.dev/invite/abc?x=1', 'https://discord.gg/invite/abc', 'https://a.dev/ref/me/docs'],
  ...[
    'https://referral.a.dev/',
    'https://a.dev/?utm_referral=me',
    'See https://a.dev/?fbclid=1, ok',
  ],
  ...['http://a.dev?mc_eid=1&mc_cid=2', 'https://a.dev/?partner=x&b=%26', 'not an address'],
  ...[
    'https://github.com/o/r',
    'https://github.com/o/r/tree/main',
    'https://gitlab.com/g/r/-/blob/m/s/',
  ],
];
const hosts = `a.dev localhost x.local nas.home.arpa example.org a.example test my.test.
  10.0.0.1.nip.io contest corp lan.io LVH.ME internal x.onion`.split(/\s+/);
const ips = `1.1.1.1 10.1.2.3 100.64.0.1 100.128.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.15.0.1
  172.31.0.1 192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.20.0.1 203.0.113.9
  224.0.0.1 255.255.255.255 ::1 :: 2001:db8::1 2606:4700::1111 2002:7f00::1 2001:100::1
  3fff::1 fe80::1 fd00::1 ::ffff:1.1.1.1`.split(/\s+/);
const networks = ['eip155:10', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', null].map((caip2) => {
  return { key: 'op-main_net', name: 'OP Mainnet', caip2, aliases: ['Optimism', 'OP-Mainnet', ''] };
});
const counts = '0 1 2 9 10 99 100 101 109 999 1000 1499 12345 999999 1000000'
  .split(' ')
  .map(Number);
const names = [
  'mainnet',
  'testnet',
  'plan-2',
  'plan-20',
  'cake-wallet',
  'Étoile',
  'apis',
  'ERC-721',
  // As near to `mainet` as the first one, and too short to be meant.
  'maimnet',
  'ac',
];
const misspelt = [
  ...[
    'mainet',
    'maninet',
    'mianent',
    'MAINNET',
    'test net',
    'plan-3',
    'plan',
    'plan-02',
    'base-wallet',
  ],
  ...['cake-walet', 'etoile', 'api', 'apsi', 'ERC-271', 'ERC-20', 'ab', 'wallet', ''],
];
const lists = [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']];

type Functions = Readonly<Record<string, (text: string) => unknown>>;

const ofTexts: Functions = {
  capitalize,
  'clip to 8': (text) => clip(text, 8),
  'first words to 8': (text) => firstWords(text, 8),
  escapeControls,
  escapeInline,
  escapeMarkdown,
  findCredential,
  foldCell,
  foldNetworkName,
  foldText,
  isNoValue,
  isPlaceholder,
  isSecretName,
  isSpreadsheetError,
  labelsOnly,
  looksSecret,
  makeVisible,
  monogramOf: (text) => Object.values(monogramOf(text)).join(' '),
  naturalKey,
  plainSigns,
  replacePlaceholders: (text) => replacePlaceholders(text, 'secret'),
  showLines,
  'strip of - and /': (text) => strip(text, '-/ '),
  'stripEnd of - and /': (text) => stripEnd(text, '-/ '),
  toKebabCase,
  toLowercase,
  variableOf,
};
/** They change every text. */
const ofMarks: Functions = {
  'code block': (text) => codeBlock(text),
  hideCredentials: (text) => hideCredentials(text, 'API_KEY'),
  'Markdown link': (text) => markdownLink(text, `/x?q=${text}`),
  quoteName,
  quoteText,
  upperName,
};
const marked = texts.filter((text) => /["'`|()\\<>\n_]|key|token|^.?$/i.test(text));
const ofAddresses: Functions = {
  lacksFolder,
  outsideLink: (text) => Object.values(outsideLink(text)).slice(1),
  referralCodes,
  trackingParameters: (text) => Object.values(trackingParameters(text)).flat(),
  withoutReferrals,
  withoutTracking: (text) => withoutTracking(text).text,
  'links of a line': (text) =>
    URL.canParse(text) && !text.includes('?')
      ? sourceLinks(text, { file: 'a/b c.csv', line: 3 })
      : null,
};
const changes: readonly (readonly [unknown, unknown])[] = [
  ...([
    ['a', 'b'],
    ['a', null],
    [null, true],
    [true, false],
    [[], ['a', 'b', 'c', 'd']],
    [null, []],
    [['a', 'b'], []],
    [['a', 'b'], 'a'],
    ['y'.repeat(45), 'short'],
    ['x'.repeat(44), 'x'.repeat(45)],
  ] as const),
  ...([
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    [['a'], ['b', 'c', 'd']],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
  ] as const),
  ...([
    ['a\u00a0b\u00a0c', 'a b c'],
    [`${'x'.repeat(43)}1`, `${'x'.repeat(43)}2`],
  ] as const),
  ...([
    [`${'x'.repeat(60)}1`, `${'x'.repeat(60)}22`],
    ['short', 'y'.repeat(45)],
  ] as const),
];

/** Milliseconds, percent, blocks behind and a limit alike. */
const measured = [null, 0, 0.004, 0.05, 1, 9.94, 9.96, 10, 10.4, 10.5, 99.994, 99.996, 1234.5];
function measuresOf(figure: number | null): string {
  const limit = figure === null ? null : Math.round(figure);
  const limits = { logRange: limit, batchSize: limit, logResults: limit };
  const figures = { uptime: figure, blocksBehind: figure, latencyMs: figure, ...limits };
  const told = [true, false].map((isEnough) =>
    Object.values(cellsToFill({ ...figures, isEnough })),
  );
  return told.map((own) => own.map((cell) => cell?.text ?? '-').join(', ')).join('; ');
}

/** Column, offers, those that state it, and searches: few blanks that are searched, and many that are not. */
const coverage = [
  ...[coverageIn('a', 'often 10 9 5'), coverageIn('a', 'half 10 4 2')],
  ...[coverageIn('a', 'full 10 10 9'), coverageIn('a', 'few 10 8 0')],
  ...[coverageIn('a', 'none 10 0 0'), coverageIn('b', 'same 20 10 0')],
  ...[coverageIn('b', 'twelve 12 0 1')],
];
function coverageIn(category: string, told: string): ColumnCoverage {
  const [column = '', offerCount, statedCount, searches] = told.split(' ');
  const counts = { offerCount: Number(offerCount), statedCount: Number(statedCount) };
  const others = { quotedCount: 0, lastConfirmed: null, searches: Number(searches) };
  return { category, column, label: column, ...counts, ...others };
}
/** `b` states no chain, and `c` has no offers. */
const coverageOf = (key: string) => [
  ...[
    coverageIn('a', `${key} 4 1 0`),
    coverageIn('b', `${key} 4 0 0`),
    coverageIn('c', `${key} 0 0 0`),
  ],
  coverageIn('b', 'other 4 4 0'),
];

/** Compared by the number, told with the letter: equal ones stay. */
const orders = [
  '',
  '1a',
  '1a 1b',
  '1a 3b 2c 4d',
  '2a 2b 1c 2d',
  '3a 1b 2c 3d',
  '3a 2b 1c',
  '1a 5b 2c 3d 5e 4f',
].map((list) => list.split(' '));
const compareFirst = (one: string, other: string) =>
  Number(one.slice(0, 1)) - Number(other.slice(0, 1));

const cells = {
  slug: 'n/a',
  provider: 'TBD',
  chain: '-',
  tag: ['-', 'a', '?'],
  tags: ['n/a'],
  offer: 'TBA ',
  note: 'NA',
};
const whole = { slug: 'a', tag: ['a'], trial: false, note: null };

/** Answers that say something: no text as it was, no blank, no `false`. */
function answersOf(functions: Functions, given: readonly string[]): string[] {
  return Object.entries(functions).flatMap(([name, work]) => {
    const told = given.flatMap((text) => {
      const answer = work(text);
      const told = JSON.stringify(answer);
      const isPlain = answer === text || ['null', 'false', '[]'].includes(told);
      return isPlain ? [] : [`${JSON.stringify(text)} ${told}`];
    });
    return [`## ${name}`, ...told, ''];
  });
}

function pluralsOf(count: number): readonly string[] {
  return [
    ...[formatCount(count), roundedCount(count), plural(count, 'offer')],
    ...[plural(count, 'category', 'categories'), pluralOfReports(count, 'line')],
    ...[pluralOfReports(count, 'cell'), offersInListings(count, 10), offersInListings(1, count)],
    ...[listingsAndProviders(count, 1), listingsFromProviders({ count, providersCount: 2 })],
  ];
}

describe('functions of texts and numbers', () => {
  it('answer in these words', async () => {
    const wrong = (name: string) => [
      ...[nearestSpelling(name, names), nearestName(name, names), nearestName(name, names, 1)],
      ...names.map((known) => typingErrors(name, known, 2)),
    ];
    const handles = { website: 'https://a.dev', docs: null, supportEmail: 'help@a.dev' };
    const profile = profileLinks({
      ...{ x: '@acme', github: '/acme', discord: 'invite/acme', telegram: 'https://t.me/acme' },
      ...{ linkedin: 'company/acme', ...handles },
    } as unknown as Parameters<typeof profileLinks>[0]);
    const colors = ['#ffffff', '#000000', '#b91c1c', '#777777', '#0a0a0a'];
    const told = [
      ...answersOf(ofTexts, texts),
      ...answersOf(ofMarks, marked),
      ...answersOf(ofAddresses, addresses),
      ...answersOf({ isSpecialName }, hosts),
      ...answersOf({ isPublicIp, isLoopbackIp }, ips),
      ...['## counts', ...counts.map((count) => pluralsOf(count).join('; ')), ''],
      ...['## near names', ...misspelt.map((name) => `${name} ${JSON.stringify(wrong(name))}`), ''],
      ...['## lists', ...lists.map((list) => [joinNames(list), joinNames(list, 'disjunction')])],
      ...lists.map((list) => [listSome(list, 2), listSome(list, 3), oneOf(list)].join('; ')),
      ...['', '## changes'],
      ...changes.map(([before, after]) =>
        describeChange(before as string | null, after as string | null, quoteInText),
      ),
      ...[
        '',
        '## profile',
        JSON.stringify(profile),
        '',
        '## networks',
        ...networks.map(networkNames),
        '',
        '## contrast',
      ],
      ...colors.map((color) => colors.map((other) => contrast(color, other).toFixed(2)).join(' ')),
      ...['', '## measures', ...measured.map(measuresOf)],
      ...['', '## what to fill in next', ...fillNext(coverage).map(({ column }) => column)],
      JSON.stringify(['chain', 'tag'].map((key) => categoriesWithoutChains(coverageOf(key)))),
      ...['', '## order', ...orders.map((order) => findOutOfOrder(order, compareFirst).join(' '))],
      inNaturalOrder(['a10', 'A2', 'b\u{1f600}', 'b\uffee', 'a02', 'a'], (text) => text).join(' '),
      ...['', '## cells', JSON.stringify(knownCells(cells)), knownCells(whole) === whole],
    ];
    await assertGolden('texts.txt', `${told.join('\n')}\n`);
  });
});
