/** A provider is an organisation that sells offers: one line of providers.csv. */
import * as z from 'zod';
import { type ColumnDefinition, columnsOfProviders, providersTable } from './columns.ts';
import type { Value } from './rows.ts';

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

const cellSchemas: Readonly<Record<ColumnDefinition['valueKind'], z.ZodType<Value>>> = {
  string: z.string(),
  boolean: z.boolean(),
  array: z.array(z.string()).readonly(),
};

/**
 * Providers with the columns that columns.csv defines; a cell that may be blank needs no column.
 */
export function providerSchemaWith(
  columns: readonly ColumnDefinition[],
): z.ZodType<ProviderDefinition> {
  const cells = columnsOfProviders(columns).map(({ key, valueKind, nullable, requiredIn }) => {
    const cell = cellSchemas[valueKind];
    return [
      key,
      nullable && !requiredIn.includes(providersTable) ? cell.nullable().default(null) : cell,
    ] as const;
  });
  const own: Readonly<Record<never, z.ZodType>> = Object.fromEntries(cells);
  return providerSchema.unwrap().extend(own).readonly();
}
