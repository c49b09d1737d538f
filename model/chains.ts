/**
 * A chain of a network: one line of chains.csv. What a wallet or a program needs to know of it, and
 * the names that people use.
 */
import * as z from 'zod';

/** A CAIP-2 identifier. */
export const caip2Pattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;

export const chainSchema = z
  .object({
    /** Key of the network. */
    network: z.string(),
    /** As listings name it. */
    chain: z.string(),
    /** Name for people: `Base Sepolia`. */
    name: z.string(),
    /** CAIP-2 identifier; null if none is assigned or known. */
    caip2: z
      .string()
      .regex(
        caip2Pattern,
        'is not a CAIP-2 identifier such as eip155:8453; a hash is cut to 32 characters',
      )
      .nullable()
      .default(null),
    /** Other names that users write: `fuji`. */
    aliases: z.array(z.string()).default([]),
    /** Whether its currency has no value. */
    testnet: z.boolean(),
    /** Name of the native currency: `Ether`. */
    currency: z.string().nullable().default(null),
    symbol: z.string().nullable().default(null),
    decimals: z.coerce
      .number('is not a number')
      .int('is not a whole number')
      .min(0, 'is less than 0')
      .max(36, 'is more than 36')
      .nullable()
      .default(null),
    /** Address of an explorer whose paths are those of EIP-3091; null if none is known. */
    explorer: z
      .url({ protocol: /^https$/, error: 'is not an https address' })
      .nullable()
      .default(null),
    /** `deprecated`: it was shut down or is not maintained any more. Null for a chain in use. */
    status: z.enum(['deprecated']).nullable().default(null),
  })
  .readonly();

export type ChainDefinition = z.infer<typeof chainSchema>;

/** `8453` of `eip155:8453`; null for other chains. */
export function eip155Of(caip2: string | null): number | null {
  const [, id] = /^eip155:([1-9]\d{0,14})$/.exec(caip2 ?? '') ?? [];
  return id === undefined ? null : Number(id);
}
