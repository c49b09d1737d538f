/** Shapes of the forms of RPC endpoints that others define: other programs read each of them. */
import * as z from 'zod';

const currencyShape = z.object({ name: z.string(), symbol: z.string(), decimals: z.int() });
const addressesShape = z.array(z.string());

const chainShape = z
  .object({
    name: z.string(),
    chain: z.string().describe('Symbol of the native currency.'),
    rpc: addressesShape.describe('A key is a variable: `$` and its name in braces.'),
    faucets: z.array(z.string()),
    nativeCurrency: currencyShape,
    infoURL: z.string(),
    shortName: z.string(),
    chainId: z.int(),
    networkId: z.int(),
    explorers: z
      .array(z.object({ name: z.string(), url: z.string(), standard: z.literal('EIP3091') }))
      .optional(),
  })
  .meta({
    id: 'EthereumChain',
    description: 'With `format=chains`: a chain as ethereum-lists/chains has it.',
  });

const repositoryShape = z
  .record(z.string().regex(/^\d+$/), z.object({ endpoints: addressesShape }))
  .meta({
    id: 'ErpcRepository',
    description:
      'With `format=repository`: addresses by EIP-155 chain id, for the provider `repository` of eRPC.',
  });

const walletShape = z
  .object({
    chainId: z.string().regex(/^0x[0-9a-f]+$/),
    chainName: z.string(),
    nativeCurrency: currencyShape,
    rpcUrls: addressesShape.describe('https, without keys.'),
    blockExplorerUrls: addressesShape,
  })
  .meta({
    id: 'AddEthereumChainParameter',
    description: 'With `format=wallet`: the parameter of `wallet_addEthereumChain` (EIP-3085).',
  });

/** Shapes of an answer by media type; `json` is the one of the API. */
export function endpointContent(json: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return {
    'application/json': z.union([json, z.array(chainShape), repositoryShape, walletShape]),
    'text/plain': z.string().describe('With `format=txt` and `viem`.'),
    'application/yaml': z.string().describe('With `format=erpc`.'),
  };
}
