/** A provider is an organisation that sells offers: one line of providers.csv. */
import * as z from 'zod';

const text = z.string().nullable();

export const providerSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    /** File name under references/providers/images/. */
    logoPath: text,
    description: text,
    /** Absolute URLs. */
    website: text,
    docs: text,
    /** Handles or paths on the site that the key names, without the site's URL. */
    x: text,
    github: text,
    discord: text,
    telegram: text,
    linkedin: text,
    supportEmail: text,
    starred: z.boolean().nullable(),
    tag: z.array(z.string()).readonly().nullable(),
  })
  .readonly();

export type ProviderDefinition = z.infer<typeof providerSchema>;
