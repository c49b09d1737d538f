import { describe } from 'node:test';
import { itReports, paths } from '../../support/problem-cases.ts';
import { apisWith } from '../../support/text-columns.ts';

const { apis } = paths;

/** Texts of which no rule says a word. */
const fine = [
  'API_KEY and OTHER__KEY',
  '[beta]',
  'True',
  'Étoile 星 Ελλάδα עברית العربية हिन्दी',
  'a → b – c — d, 5 € / £4 / ¥3, no\u00a0break',
  ':)',
  'one lone ( parenthesis',
  'one lone ) parenthesis',
  '2 * 3, and a footnote*',
  '**bold**, `code`, ~~gone~~ and [a link](https://acme.example/a_(b))',
  'a < b && c > d, <API_KEY>, R&D',
  '`**`',
];

describe('openMarkdown', () => {
  itReports(
    'warns of marks without their end, and takes brackets, stars and underscores for themselves',
    apisWith('description', ['**bold', 'a `code', '~~gone', '[Docs](https://a', '[Docs](a b)', ...fine]),
    [
      `warning ${apis}:2 description: the Markdown markup ** is not closed; close it with another **, or remove it [open-markdown]`,
      `warning ${apis}:3 description: the Markdown markup \` is not closed; close the code with another \` [open-markdown]`,
      `warning ${apis}:4 description: the Markdown markup ~~ is not closed; close it with another ~~, or remove it [open-markdown]`,
      `warning ${apis}:5 description: the Markdown markup [Docs](https://a is not closed; write [label](address), without spaces in the address [open-markdown]`,
      `warning ${apis}:6 description: the Markdown markup [Docs](a is not closed; write [label](address), without spaces in the address [open-markdown]`,
    ],
  );
  itReports('looks at items of lists', apisWith('tag', ['["fine","**bold"]']), [
    `warning ${apis}:2 tag: the Markdown markup ** is not closed; close it with another **, or remove it [open-markdown]`,
  ]);
});

describe('htmlInText', () => {
  itReports(
    'warns of elements and entities, not of placeholders',
    apisWith('description', ['a<br/>b', '<a href="x">y</a>', 'R&amp;D', ...fine]),
    [
      `warning ${apis}:2 description: "<br/>" is HTML, which pages show as text; write plain text, or Markdown: **bold**, [label](address) [html-in-text]`,
      `warning ${apis}:3 description: "<a href="x">" is HTML, which pages show as text; write plain text, or Markdown: **bold**, [label](address) [html-in-text]`,
      `warning ${apis}:4 description: "&amp;" is HTML, which pages show as text; write the character itself [html-in-text]`,
    ],
  );
});

describe('httpLink', () => {
  itReports(
    "warns of addresses that are not encrypted, save on one's own machine",
    apisWith('description', [
      'see http://a.example/b',
      'http://localhost:8545',
      'http://127.0.0.1',
      'https://a.example',
    ]),
    [
      `warning ${apis}:2 description: "http://a.example/b" is not encrypted; write "https://a.example/b" if the site supports it [http-link]`,
    ],
  );
});

describe('placeholder', () => {
  itReports(
    'warns of texts that stand for a missing value',
    apisWith('description', ['TBD', ' n/a ', '#REF!', '####', 'NA', 'None', '0', 'TBD soon']),
    [
      `warning ${apis}:2 description: "TBD" is a placeholder, not a value: pages show the value as unknown; leave the cell blank, or write the value [placeholder]`,
      `warning ${apis}:3 description: "n/a" is a placeholder, not a value: pages show the value as unknown; leave the cell blank, or write the value [placeholder]`,
      `warning ${apis}:4 description: "#REF!" is an error value of a spreadsheet, not a value: pages show the value as unknown; leave the cell blank, or write the value [placeholder]`,
      `warning ${apis}:5 description: "####" is an error value of a spreadsheet, not a value: pages show the value as unknown; leave the cell blank, or write the value [placeholder]`,
    ],
  );
  itReports('asks for the value in a required column', apisWith('planType', ['TBD']), [
    `warning ${apis}:2 planType: "TBD" is a placeholder, not a value: pages show the value as unknown; write the value [placeholder]`,
  ]);
  itReports('looks at items of lists', apisWith('tag', ['["fine","-"]']), [
    `warning ${apis}:2 tag: "-" is a placeholder, not a value: pages show the value as unknown; leave the cell blank, or write the value [placeholder]`,
  ]);
});

describe('priceWithoutNumber', () => {
  itReports(
    'warns of digits that are no amount, and not of remarks, percentages, links and names',
    apisWith('accessPrice', [
      'from 3 coins',
      'Custom',
      'Gas Fee + 0.3% fee',
      'Gas Fee on L1',
      '[prices](https://a.example/2)',
      '$49/mo',
    ]),
    [
      `warning ${apis}:2 accessPrice: "coins" of "from 3 coins" was not understood, so it states no number: filters and sorting ignore it; write the amount as $49/mo, from €5/mo, $0.5/1M requests or 99.9%, or state it in meta/readings.csv [price-without-number]`,
    ],
  );
});

describe('limitWithoutNumber', () => {
  itReports(
    'warns of quotas in a form that is not read, and not of other limits',
    apisWith('limitations', ['["10 reqs/mint","3 API keys"]', '["25 reqs/s","30M CUs/mo"]']),
    [
      `warning ${apis}:2 limitations: "/" of "10 reqs/mint" was not understood, so the list states no quota: comparisons and estimates do not know it; write it as 25 reqs/s, 30M CUs/mo or Unlimited reqs/mo, each quota as an item of its own, or state it in meta/readings.csv [limit-without-number]`,
    ],
  );
});

describe('valueSpelling', () => {
  itReports(
    'names the spelling that is at least twice as frequent',
    apisWith('planType', ['Pay-as-you-go', 'Pay-as-you-go', 'Pay As You Go', 'Free', 'free']),
    [
      `warning ${apis}:4 planType: "Pay As You Go" is usually written "Pay-as-you-go" in this column; write "Pay-as-you-go", or the filter shows both [value-spelling]`,
    ],
  );
});

describe('listInText', () => {
  itReports(
    'reports a list in a column of texts, and no text that only looks like one',
    apisWith('description', ['["[Gas](https://a.b)"]', '["a","b"]', '[beta]', '[]', '[a](https://a.b)']),
    [
      `error ${apis}:2 description: ["[Gas](https://a.b)"] is a list, but the column holds a text; write [Gas](https://a.b) [list-in-text]`,
      `error ${apis}:3 description: ["a","b"] is a list, but the column holds a text; write a text without [" and "] [list-in-text]`,
    ],
  );
});

describe('localAddress', () => {
  itReports(
    'warns of hosts that are not on the internet',
    apisWith('description', [
      'https://localhost:80/x',
      'https://192.168.0.1',
      'https://u@172.16.0.1/',
      'https://a.example.com/x',
      'https://nas.local',
      'https://nas.lan',
      'https://NAS.home.arpa./x',
      'https://box.localdomain',
      'https://10.0.0.1.nip.io',
      'https://172.32.0.1, https://10.acme.io, https://example.community, https://localhost.io, https://lan.acme.io',
    ]),
    [
      'localhost',
      '192.168.0.1',
      '172.16.0.1',
      'a.example.com',
      'nas.local',
      'nas.lan',
      'NAS.home.arpa.',
      'box.localdomain',
      '10.0.0.1.nip.io',
    ].map(
      (host, index) =>
        `warning ${apis}:${index + 2} description: "${host}" is no address on the internet: it is local, private or an example; write the public address [local-address]`,
    ),
  );
});

describe('addressAsValue', () => {
  itReports(
    'warns of an address in a plan',
    apisWith('planType', ['https://a.b/x', 'sales@acme.io', `0x${'ab'.repeat(20)}`, 'Free @ launch', 'EVM 0x']),
    ['https://a.b/x', 'sales@acme.io', `0x${'ab'.repeat(20)}`].map(
      (text, index) =>
        `warning ${apis}:${index + 2} planType: "${text}" is an address, but the column holds a few words, such as a plan or a type; move it to the column of links, and write the plan or the type [address-as-value]`,
    ),
  );
});

describe('newValue', () => {
  const often = (text: string) => Array.from({ length: 5 }, () => text);
  itReports(
    'warns of a value that stands once and is a typing error away from a frequent one',
    apisWith('planType', [
      ...often('Enterprise'),
      ...often('Tier 1'),
      'Enterprize',
      'Tier 2',
      'Business',
      'enterprise',
    ]),
    [
      `warning ${apis}:12 planType: "Enterprize" is new in this column, and similar to "Enterprise"; did you mean "Enterprise"? [new-value]`,
    ],
  );
});
