/** A category is a kind of table (`apis`, `wallets`): one line of categories.csv. */
import * as z from 'zod';
import { providersTable } from './columns.ts';

export const categorySchema = z
  .object({
    key: z
      .string()
      .regex(/^[a-z][a-z0-9]*$/, 'is not a category key: use lowercase letters and digits')
      .refine((key) => key !== providersTable, 'stands for providers.csv'),
    label: z.string(),
    icon: z.string().nullable(),
    description: z.string().nullable(),
  })
  .readonly();

export type CategoryDefinition = z.infer<typeof categorySchema>;
