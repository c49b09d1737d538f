/** Addresses of source lines on websites of repositories. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceLinks } from '../../../service/text/source-links.ts';

const place = { file: 'references/offers/apis.csv', line: 12 };
const below = 'references/offers/apis.csv';

describe('sourceLinks', () => {
  const cases: readonly (readonly [folder: string, view: string, edit: string])[] = [
    [
      'https://github.com/acme/data/blob/main/sources',
      `https://github.com/acme/data/blob/main/sources/${below}#L12`,
      `https://github.com/acme/data/edit/main/sources/${below}#L12`,
    ],
    [
      'https://github.com/acme/data/tree/main',
      `https://github.com/acme/data/blob/main/${below}#L12`,
      `https://github.com/acme/data/edit/main/${below}#L12`,
    ],
    [
      'https://git.acme.test/group/team/data/-/tree/main/my%20sources',
      `https://git.acme.test/group/team/data/-/blob/main/my%20sources/${below}#L12`,
      `https://git.acme.test/group/team/data/-/edit/main/my%20sources/${below}#L12`,
    ],
    ['https://code.test/x', `https://code.test/x/${below}#L12`, `https://code.test/x/${below}#L12`],
    ['https://code.test', `https://code.test/${below}#L12`, `https://code.test/${below}#L12`],
  ];
  for (const [folder, view, edit] of cases) {
    it(`leads to the line and to the form that edits it below ${folder}`, () => {
      assert.deepEqual(sourceLinks(folder, place), { name: `${below}, line 12`, view, edit });
    });
  }

  it('encodes names, so that they stay below the folder', () => {
    const file = 'listings/specific-networks/a?b#c/"x".csv';
    assert.equal(
      sourceLinks('https://code.test/x', { file, line: 1 })?.view,
      'https://code.test/x/listings/specific-networks/a%3Fb%23c/%22x%22.csv#L1',
    );
    for (const bad of ['../secret', 'a/../../b', '/etc/passwd', 'a//b', './a', ''])
      assert.equal(sourceLinks('https://code.test/x', { file: bad, line: 1 }), null, bad);
  });
});
