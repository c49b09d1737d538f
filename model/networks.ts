/** A network is an ecosystem (`ethereum`) with chains inside it (`mainnet`, `sepolia`): one line of networks.csv. */
import { z } from 'zod';

/** Small letters, digits and hyphens: what a network key, a chain and every slug are made of. */
export const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const networkSchema = z
  .object({
    key: z.string().regex(kebabCase, 'is not a network key: small letters, digits and hyphens'),
    name: z.string(),
    icon: z.string().nullable(),
    docs: z.url({ protocol: /^https?$/, error: 'is not an absolute http(s) address' }).nullable(),
    /** The chains that listings may name; null where none are given, and then any is accepted. */
    chains: z.array(z.string()).nullable(),
  })
  .readonly();

export type NetworkDefinition = z.infer<typeof networkSchema>;
