/** Problems with everything that a format has to get past: controls, line breaks, percent signs, colons, links, nulls. */
import type { Problem } from '../../../pipeline/problem.ts';

const apis = 'listings/specific-networks/filecoin/apis.csv';

/** One mistake in many lines: more than a list shows. */
const many: Problem[] = Array.from({ length: 12 }, (_, index) => ({
  severity: 'error',
  rule: 'invisible-character',
  file: index < 9 ? 'references/offers/apis.csv' : 'references/offers/wallets.csv',
  line: index + 2,
  column: 'starred',
  value: 'maybe',
  message: '"maybe" is neither TRUE nor FALSE',
  suggestion: 'write TRUE or FALSE',
}));

export const dangling: Problem = {
  severity: 'error',
  rule: 'offer-not-found',
  file: apis,
  line: 14,
  column: 'offer',
  value: '!offer:ankr-fre',
  message: 'no offer "ankr-fre" in references/offers/apis.csv',
  suggestion: 'did you mean "ankr-free"?',
};

/** Sorted as the collector sorts them. */
export const oddProblems: readonly Problem[] = [
  {
    severity: 'error',
    rule: 'unknown-category',
    file: 'listings/all-networks/a b,c:d%[1]::é.csv',
    line: null,
    column: null,
    value: 'a b,c:d%[1]::é',
    message: 'no category "a b,c:d%[1]::é" in meta/categories.csv',
  },
  dangling,
  {
    severity: 'error',
    rule: 'bad-link',
    file: apis,
    line: 15,
    column: 'actionButtons',
    value: '["[Docs](javascript:alert(1))"]',
    message: '"[Docs](javascript:alert(1))" leads to {0}, not to https, at 100%\r\n::error::no command',
    suggestion: 'write \\[text](https://…)',
  },
  {
    severity: 'error',
    rule: 'control-character',
    file: apis,
    line: 16,
    column: 'planName',
    value: 'Pro\u001b[2J\u0000\u0007 \u202eeerF\u200b\u0085\ud800',
    message: 'a control character: U+001B',
  },
  {
    severity: 'error',
    rule: 'cell-count',
    file: apis,
    line: 20,
    column: null,
    message: '3 cells where the header has 29',
  },
  ...many,
  {
    severity: 'warning',
    rule: 'network-without-chain',
    file: 'listings/specific-networks/filecoin',
    line: null,
    column: null,
    message: 'no listing names a chain',
  },
  {
    severity: 'warning',
    rule: 'edge-space',
    file: apis,
    line: 2,
    column: 'a,b:c%',
    value: ' line one\n\tline two ',
    message: 'white space at the edges',
    suggestion: 'remove it',
  },
  {
    severity: 'warning',
    rule: 'html-in-text',
    file: 'references/offers/apis.csv',
    line: 1234567,
    column: 'description',
    value: `<b>${'long '.repeat(60)}</b>`,
    message: 'HTML in a text',
  },
];
