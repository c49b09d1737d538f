import { describe } from 'node:test';
import { itReports, paths } from '../../support/problem-cases.ts';
import { apisWith } from '../../support/text-columns.ts';

const { apis } = paths;

describe('checkListItems', () => {
  itReports(
    'warns of blank, padded and repeated items',
    apisWith('tag', ['["a",""]', '["a "]', '["a","b","a","a"]', '["a","A"]', '[]']),
    [
      `warning ${apis}:2 tag: the list has a blank item; remove it [blank-item]`,
      `warning ${apis}:3 tag: leading or trailing whitespace in the item "a "; write "a" [edge-space]`,
      `warning ${apis}:4 tag: the list repeats the item "a"; keep one, or run \`make fix\` [repeated-item]`,
    ],
  );
  itReports('leaves a list alone that nothing is filtered by', apisWith('args', ['["run","x","run",""]']), []);
});
