import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { providers } = paths;
const header =
  'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag';
const provider = (slug: string, name: string) => `${slug},${name},,,,,,,,,,,,`;

describe('checkProviders', () => {
  itReports(
    'wants each name once, whatever its case',
    { [providers]: lines(header, provider('acme', 'Acme'), provider('acme-2', 'Acme'), provider('acme-3', 'ACME')) },
    [
      `error ${providers}:3 name: the provider "Acme" is on more than one line; keep one line for each provider [duplicate-provider] also ${providers}:2`,
      `error ${providers}:4 name: "ACME" and "Acme" differ only in case; keep one line for each provider [duplicate-provider] also ${providers}:2`,
    ],
  );
  itReports('wants slugs as slugs are', { [providers]: lines(header, provider('Acme Inc.', 'Acme')) }, [
    `error ${providers}:2 slug: "Acme Inc." is not a valid slug: use lowercase letters and digits, joined by single hyphens; write "acme-inc" [slug-format]`,
  ]);
});
