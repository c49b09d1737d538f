import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkTree, describeProblems } from '../../support/check-tree.ts';
import { itReports, lines, paths, providers } from '../../support/problem-cases.ts';
import type { Tree } from '../../support/source-tree.ts';

const file = 'references/quotations.csv';
const offers = 'references/offers/apis.csv';
const base: Tree = {
  ...providers,
  [offers]: lines('slug,provider,accessPrice,tag', 'acme-pro,Acme,"$1,049.50/mo",'),
  [paths.apis]: lines('slug,offer,chain', 'acme-pro-mainnet,!offer:acme-pro,mainnet'),
};
const quoted = (...records: readonly string[]): Tree => ({
  ...base,
  [file]: lines('category,slug,column,address,words', ...records),
});
const page = 'https://acme.dev/pricing';

describe('checkQuotations', () => {
  itReports('accepts words with the numbers of the cell', quoted(`apis,acme-pro,accessPrice,${page},"$1,049.50"`), []);
  itReports('compares numbers, whatever their form', quoted(`apis,acme-pro,accessPrice,${page},$1049.5`), []);
  itReports('finds another number', quoted(`apis,acme-pro,accessPrice,${page},$1049`), [
    `warning ${file}:2 words: the quotation says 1049, and "accessPrice" of the offer says "$1,049.50/mo"; read the page again, and correct the cell or the quotation [quotation-differs]`,
  ]);
  itReports('finds a blank cell', quoted(`apis,acme-pro,tag,${page},$5 per million`), [
    `warning ${file}:2 words: the offer has no "tag", and the quotation is of it; read the page again, and correct the cell or the quotation [quotation-differs]`,
  ]);
  itReports(
    'knows categories, offers and columns',
    quoted(
      `apps,acme-pro,accessPrice,${page},$49`,
      `apis,acme-por,accessPrice,${page},$49`,
      `apis,acme-pro,acessPrice,${page},$49`,
    ),
    [
      `error ${file}:2 category: no category "apps"; did you mean "apis"? [unknown-category]`,
      `error ${file}:3 slug: no offer "acme-por" in ${offers}; did you mean "acme-pro"? [offer-not-found]`,
      `error ${file}:4 column: no column "acessPrice" in apis; did you mean "accessPrice"? [bad-definition]`,
    ],
  );
  itReports('takes pages and short words only', quoted(`apis,acme-pro,accessPrice,acme.dev,$1`), [
    `error ${file}:2 address: "acme.dev" is not an absolute http(s) address [bad-definition]`,
    `error ${file}:2 words: "$1" has fewer than 3 characters [bad-definition]`,
  ]);

  it('says nothing of an offer that cannot be read', async (t) => {
    const broken = { ...quoted(`apis,acme-pro,accessPrice,${page},$49`), [offers]: 'slug,provider\n"acme-pro,Acme' };
    const { problems } = await checkTree(t, broken);
    assert.deepEqual(
      describeProblems(problems).filter((line) => line.includes(file)),
      [],
    );
  });
});
