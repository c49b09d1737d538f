/**
 * A network is an ecosystem (`ethereum`) with chains inside it (`mainnet`, `sepolia`): one line of
 * networks.csv.
 */
import * as z from 'zod';

/** Lowercase letters, digits and hyphens: the format of network keys, chains and slugs. */
export const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const networkColor = /^#[0-9a-f]{6}$/;

export const networkSchema = z
  .object({
    key: z
      .string()
      .regex(kebabCase, 'is not a network key: use lowercase letters, digits and hyphens'),
    name: z.string(),
    /** Address of a picture, absolute or a path of the site; null for a monogram. */
    icon: z
      .string()
      .regex(
        /^(?:https?:\/\/[^/\s]|\/(?![/\\]))\S*$/,
        'is neither an absolute http(s) address nor a path that begins with "/"',
      )
      .nullable(),
    docs: z.url({ protocol: /^https?$/, error: 'is not an absolute http(s) address' }),
    /** Chains that listings may name; null accepts any chain. */
    chains: z.array(z.string()).nullable(),
    /** CAIP-2 identifier of the main chain; null if none is assigned or known. */
    caip2: z
      .string()
      .regex(
        /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/,
        'is not a CAIP-2 identifier such as eip155:8453; a hash is cut to 32 characters',
      )
      .nullable()
      .default(null),
    /** Other names under which users look for the network. */
    aliases: z.array(z.string()).default([]),
    /** Background of the monogram; null for a colour derived from the key. */
    color: z
      .string()
      .regex(
        networkColor,
        'is not a colour: use "#" and six lowercase hexadecimal digits, such as #627eea',
      )
      .nullable()
      .default(null),
    /**
     * Name of the provider whose logo the network shows; null for the provider with the network's
     * name or alias.
     */
    logoProvider: z.string().nullable().default(null),
  })
  .readonly();

export type NetworkDefinition = z.infer<typeof networkSchema>;
