import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { offers, walletOffers } = paths;

describe('checkOfferSlugs', () => {
  itReports(
    'wants each slug once in a file, and names the first; another category may have it too',
    {
      [offers]: lines('slug,provider', 'free,Acme', 'pro,Acme', 'free,Borealis Labs', 'free,Acme'),
      [walletOffers]: lines('slug,provider', 'free,Acme'),
    },
    [
      `error ${offers}:4 slug: the slug "free" is on more than one line; rename or remove one of the two [duplicate-slug] also ${offers}:2`,
      `error ${offers}:5 slug: the slug "free" is on more than one line; rename or remove one of the two [duplicate-slug] also ${offers}:2`,
    ],
  );
  itReports(
    'reports blank and misspelt slugs of offers that nobody lists',
    { [offers]: lines('slug,provider', ',Acme', 'Free Plan!,Acme', 'a--b,Acme', 'é_è,Acme', '星,Acme', '-,Acme') },
    [
      `error ${offers}:2 slug: the slug is blank; add a slug of lowercase letters, digits and hyphens [slug-blank]`,
      `error ${offers}:3 slug: "Free Plan!" is not a valid slug: use lowercase letters and digits, joined by single hyphens; write "free-plan" [slug-format]`,
      `error ${offers}:4 slug: "a--b" is not a valid slug: use lowercase letters and digits, joined by single hyphens; write "a-b" [slug-format]`,
      `error ${offers}:5 slug: "é_è" is not a valid slug: use lowercase letters and digits, joined by single hyphens; write "e-e" [slug-format]`,
      `error ${offers}:6 slug: "星" is not a valid slug: use lowercase letters and digits, joined by single hyphens; use lowercase letters, digits and hyphens [slug-format]`,
      `error ${offers}:7 slug: "-" is not a valid slug: use lowercase letters and digits, joined by single hyphens; use lowercase letters, digits and hyphens [slug-format]`,
    ],
  );
});
