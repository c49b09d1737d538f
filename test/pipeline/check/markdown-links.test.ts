import { describe } from 'node:test';
import { itReports, paths } from '../../support/problem-cases.ts';
import { apisWith } from '../../support/text-columns.ts';

const { apis } = paths;

const list = (...items: string[]) => JSON.stringify(items);
const begins = 'which does not begin with https://, http://, mailto: or a single /';

describe('badLink', () => {
  itReports(
    'takes a button that is one link: to a page, a mailbox or a path of the site, with pairs of parentheses',
    apisWith('actionButtons', [
      list('[Docs](https://acme.example/docs)', '[Mail](mailto:help@acme.example)', '[Buy](/rpc)'),
      list('[Wiki](https://wiki.example/Node_(software))', '[日本語 → é](https://acme.example/?a=1&b=2#c)'),
    ]),
    [],
  );
  itReports(
    'wants each button to be exactly one link',
    apisWith('actionButtons', [
      list('https://acme.example'),
      list('[Docs](https://a.example) [Buy](https://b.example)'),
      list('[Docs](https://a.example/a b)'),
      list(''),
      list('[ ](https://a.example)'),
      list('[Docs]()'),
    ]),
    [
      `error ${apis}:2 actionButtons: "https://acme.example" is not exactly one link; write [label](https://address), one link for each button [bad-link]`,
      `error ${apis}:3 actionButtons: "[Docs](https://a.example) [Buy](https://b.example)" is not exactly one link; write [label](https://address), one link for each button [bad-link]`,
      `error ${apis}:4 actionButtons: "[Docs](https://a.example/a b)" is not exactly one link; write [label](https://address), one link for each button [bad-link]`,
      `error ${apis}:5 actionButtons: a button is blank; remove it [bad-link]`,
      `error ${apis}:6 actionButtons: the link "[ ](https://a.example)" has no label; write [label](https://a.example) [bad-link]`,
      `error ${apis}:7 actionButtons: the link "[Docs]()" has no URL; write [Docs](https://address) [bad-link]`,
    ],
  );
  itReports(
    'follows no address of another kind, in buttons and in texts',
    {
      ...apisWith('actionButtons', [
        list('[x](javascript:alert(1))'),
        list('[x](//evil.example)'),
        list('[x](acme.example/docs)'),
      ]),
      'listings/specific-networks/bora/apis.csv':
        'slug,provider,chain,planType,description\na,Acme,mainnet,Free,"See [x](DATA:text/html,1)."\n',
    },
    [
      `error ${apis}:2 actionButtons: "x" leads to "javascript:alert(1)", ${begins}; write [x](https://address) [bad-link]`,
      `error ${apis}:3 actionButtons: "x" leads to "//evil.example", ${begins}; write [x](https://evil.example) [bad-link]`,
      `error ${apis}:4 actionButtons: "x" leads to "acme.example/docs", ${begins}; write [x](https://acme.example/docs) [bad-link]`,
      `error listings/specific-networks/bora/apis.csv:2 description: "x" leads to "DATA:text/html,1", ${begins}; write [x](https://address) [bad-link]`,
    ],
  );
});

describe('bareLink', () => {
  itReports(
    'warns of an address in a text that lacks its beginning',
    apisWith('description', [
      '[mail](help@acme.example)',
      'see [docs](acme.example/docs)',
      '[x](@acme)',
      '[fine](https://a.example)',
    ]),
    [
      `warning ${apis}:2 description: "mail" leads to "help@acme.example", ${begins}; write [mail](mailto:help@acme.example) [bare-link]`,
      `warning ${apis}:3 description: "docs" leads to "acme.example/docs", ${begins}; write [docs](https://acme.example/docs) [bare-link]`,
      `warning ${apis}:4 description: "x" leads to "@acme", ${begins}; write [x](https://address) [bare-link]`,
    ],
  );
});
