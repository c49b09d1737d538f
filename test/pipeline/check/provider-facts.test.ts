import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { providers } = paths;
const header =
  'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag';
const tree = (...records: string[]) => ({ [providers]: lines(header, ...records) });

describe('checkProviderLinks', () => {
  itReports(
    'takes absolute addresses, handles and blanks',
    tree(
      'a,A,,,https://a.example,http://docs.a.example/x?y#z,,,,,,,,',
      'b,B,,,,,b,b/c,invite/x,b,company/b,help@b.example,,',
    ),
    [],
  );
  itReports(
    'wants the whole address',
    tree(
      'a,A,,,www.a.example,//docs.a.example,,,,,,,,',
      'b,B,,,see below,ftp://b.example,,,,,,,,',
      'c,C,,,https://,htps://c.example/x,,,,,,,,',
    ),
    [
      `error ${providers}:2 docs: "//docs.a.example" is not an absolute address; write "https://docs.a.example" [provider-link]`,
      `error ${providers}:2 website: "www.a.example" is not an absolute address; write "https://www.a.example" [provider-link]`,
      `error ${providers}:3 docs: "ftp://b.example" is not an absolute address; write "https://b.example" [provider-link]`,
      `error ${providers}:3 website: "see below" is not an absolute address; write the whole address, beginning with https:// [provider-link]`,
      `error ${providers}:4 docs: "htps://c.example/x" is not an absolute address; write "https://c.example/x" [provider-link]`,
      `error ${providers}:4 website: "https://" is not an absolute address; write the whole address, beginning with https:// [provider-link]`,
    ],
  );
});

describe('checkLogos', () => {
  const image = { 'references/providers/images/a-logo.png': '' };
  itReports('takes an image that is there', { ...tree('a,A,a-logo.png,,,,,,,,,,,'), ...image }, []);
  itReports(
    'names the image that was meant',
    { ...tree('a,A,A-logo.PNG,,,,,,,,,,,', 'b,B,other.svg,,,,,,,,,,,'), ...image },
    [
      `warning ${providers}:2 logoPath: no image "A-logo.PNG" in references/providers/images/; did you mean "a-logo.png"? [logo-not-found]`,
      `warning ${providers}:3 logoPath: no image "other.svg" in references/providers/images/; add the image, or leave the cell blank [logo-not-found]`,
    ],
  );
});

describe('texts of providers', () => {
  itReports('are looked at like those of offers', tree('a,A,,a<br>b,http://a.example,,,,,,,,,"["""",""x"",""x""]"'), [
    `warning ${providers}:2 description: HTML in a text: "<br>" is shown as it is written; write plain text, or Markdown: **bold**, [label](address) [html-in-text]`,
    `warning ${providers}:2 tag: an item of the list is blank; remove it [blank-item]`,
    `warning ${providers}:2 tag: the item "x" stands more than once in the list; keep one; make fix does [repeated-item]`,
    `warning ${providers}:2 website: "http://a.example" is not an encrypted address; write "https://a.example" where the site has it [http-link]`,
  ]);
});
