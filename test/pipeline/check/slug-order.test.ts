import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { apis, providers } = paths;
const api = (...slugs: string[]) => ({
  [apis]: lines('slug,provider,chain', ...slugs.map((slug) => `${slug},Acme,mainnet`)),
});
const needsOrder = (slug: string, line: number, rest: string, move: string) =>
  `warning ${apis}:${line} slug: "${slug}" is not sorted by slug${rest}; move the line ${move}, or run \`make fix\` [slug-order]`;
const header =
  'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag';

describe('checkSlugOrder', () => {
  itReports('takes digits before letters and hyphens before both', api('1', 'a', 'a-b', 'a1', 'ab', 'b'), []);
  itReports('takes a file of only a header', { [apis]: lines('slug,provider,chain') }, []);
  itReports('names the one line that has to move', api('a', 'z', 'b', 'c', 'd'), [
    needsOrder('z', 3, '', 'to the end'),
  ]);
  itReports('says before which line it belongs', api('b', 'c', 'd', 'a'), [needsOrder('a', 5, '', 'before "b"')]);
  itReports('reports a file once', api('d', 'c', 'a', 'b'), [
    needsOrder('d', 2, '; 1 more line of the file', 'to the end'),
  ]);
  itReports('does not speak of a slug that is misspelt', api('a', 'Zz', 'b'), [
    `error ${apis}:3 slug: "Zz" is not a valid slug: use lowercase letters and digits, joined by single hyphens; write "zz" [slug-format]`,
  ]);
  itReports('looks at providers, too', { [providers]: lines(header, 'b,B,,,,,,,,,,,,', 'a,A,,,,,,,,,,,,') }, [
    `warning ${providers}:2 slug: "b" is not sorted by slug; move the line to the end, or run \`make fix\` [slug-order]`,
  ]);
});
