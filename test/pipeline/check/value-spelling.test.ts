import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';
import { readSmallTree } from '../../support/source-tree.ts';

const { apis, wallets } = paths;
const small = await readSmallTree('meta/');
const planType =
  'planType,Plan type,,,searchableMultiSelect,string,,planType,string,,false,"[""apis"",""wallets""]",,false\n';
const meta = { ...small, 'meta/columns.csv': `${small['meta/columns.csv']}${planType}` };

describe('valueSpelling', () => {
  itReports(
    'compares items of lists within their category, because a filter shows those of one',
    {
      ...meta,
      [apis]: lines(
        'slug,provider,chain,planType,tag',
        'a,Acme,mainnet,Free,"[""Payments"",""REST""]"',
        'b,Acme,mainnet,Free,"[""Payments"",""REST""]"',
        'c,Acme,mainnet,Free,"[""rest""]"',
      ),
      [wallets]: lines('slug,provider,planType,custodial,tag', 'a,Acme,Free,TRUE,"[""payments""]"'),
    },
    [
      `warning ${apis}:4 tag: "rest" is usually written "REST" in this column; write "REST", or the filter shows both [value-spelling]`,
    ],
  );
  itReports(
    'compares other values with those of all categories',
    {
      ...meta,
      [apis]: lines(
        'slug,provider,chain,planType',
        ...['Pay-as-you-go', 'Pay-as-you-go', 'pay-as-you-go'].map((plan, index) => `a${index},Acme,mainnet,${plan}`),
      ),
      [wallets]: lines('slug,provider,planType,custodial', 'a,Acme,Pay-As-You-Go,TRUE'),
    },
    [
      `warning ${apis}:4 planType: "pay-as-you-go" is usually written "Pay-as-you-go" in this column; write "Pay-as-you-go", or the filter shows both [value-spelling]`,
      `warning ${wallets}:2 planType: "Pay-As-You-Go" is usually written "Pay-as-you-go" in this column; write "Pay-as-you-go", as other categories do [value-spelling]`,
    ],
  );
  itReports(
    'takes a value for new that stands once in all categories',
    {
      ...meta,
      [apis]: lines(
        'slug,provider,chain,planType',
        ...Array.from({ length: 5 }, (_, index) => `a${index},Acme,mainnet,Enterprise`),
      ),
      [wallets]: lines('slug,provider,planType,custodial', 'a,Acme,Enterprize,TRUE'),
    },
    [
      `warning ${wallets}:2 planType: "Enterprize" is new in this column, and similar to "Enterprise"; did you mean "Enterprise"? [new-value]`,
    ],
  );
});
