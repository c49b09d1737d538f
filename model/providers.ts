/** A provider is an organisation that sells offers: one line of providers.csv. */
import * as z from 'zod';

const text = z.string().nullable();

export const starredMeaning = 'Picked out by the editors of the directory.';

export const providerSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    logoPath: text.describe('File name of the logo.'),
    description: text,
    website: text.describe('Absolute URL.'),
    docs: text.describe('Absolute URL of the documentation.'),
    x: text.describe('Handle on X.'),
    github: text.describe('User, organisation or repository on GitHub.'),
    discord: text.describe('Code of an invitation to Discord.'),
    telegram: text.describe('Name of a channel or group on Telegram.'),
    linkedin: text.describe('Path on LinkedIn, such as `company/acme`.'),
    supportEmail: text,
    starred: z.boolean().nullable().describe(starredMeaning),
    tag: z.array(z.string()).readonly().nullable(),
  })
  .readonly();

export type ProviderDefinition = z.infer<typeof providerSchema>;
