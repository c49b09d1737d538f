import { describe } from 'node:test';
import { itReports, paths } from '../../support/problem-cases.ts';
import { apisWith } from '../../support/text-columns.ts';

const { apis } = paths;

describe('checkListItems', () => {
  itReports(
    'warns of blank, padded and repeated items',
    apisWith('tag', ['["a",""]', '["a "]', '["a","b","a","a"]', '["a","A"]', '[]']),
    [
      `warning ${apis}:2 tag: an item of the list is blank; remove it [blank-item]`,
      `warning ${apis}:3 tag: white space at the edge of the item "a "; write "a" [edge-space]`,
      `warning ${apis}:4 tag: the item "a" stands more than once in the list; keep one; make fix does [repeated-item]`,
    ],
  );
  itReports('leaves a list alone that nothing is filtered by', apisWith('args', ['["run","x","run",""]']), []);
});
