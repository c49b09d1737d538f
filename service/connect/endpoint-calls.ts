/** A first call of an RPC endpoint, to copy. */
import type { RpcProtocol } from '../../model/connect.ts';
import type { Endpoint } from './find-endpoints.ts';

/** Null if the endpoint cannot be called in this way. */
type Write = (endpoint: Endpoint) => string | null;

/** In the order in which pages and answers show them. */
const calls = {
  url: { label: 'URL', write: ({ url }) => url },
  curl: { label: 'curl', write: writeCurl },
  ethers: { label: 'ethers 6', write: writeEthers },
  viem: { label: 'viem 2', write: writeViem },
} satisfies Readonly<Record<string, { label: string; write: Write }>>;

type CallName = keyof typeof calls;
export const callNames = Object.keys(calls) as [CallName, ...CallName[]];

export function writeCalls(endpoint: Endpoint) {
  return callNames.flatMap((kind) => {
    const { label, write } = calls[kind];
    const text = write(endpoint);
    return text === null ? [] : [{ kind, label, text }];
  });
}

/** The height of the chain, which every node of the protocol knows. */
const methods: Readonly<Record<RpcProtocol, string>> = {
  evm: 'eth_blockNumber',
  solana: 'getBlockHeight',
  filecoin: 'Filecoin.ChainHead',
};

function writeCurl({ url, transport, protocol }: Endpoint): string | null {
  if (transport !== 'http' || protocol === null) return null;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: methods[protocol], params: [] });
  return `curl '${url}' -H 'Content-Type: application/json' -d '${body}'`;
}

function writeEthers({ url, transport, protocol, chainId }: Endpoint): string | null {
  if (protocol !== 'evm') return null;
  const provider = transport === 'http' ? 'JsonRpcProvider' : 'WebSocketProvider';
  const chainArgument = chainId === null ? '' : `, ${chainId}`;
  return [
    `import { ${provider} } from 'ethers';`,
    '',
    `const provider = new ${provider}('${url}'${chainArgument});`,
    'console.log(await provider.getBlockNumber());',
    ...(transport === 'http' ? [] : ['await provider.destroy();']),
  ].join('\n');
}

function writeViem({ url, transport, protocol, chainId }: Endpoint): string | null {
  if (protocol !== 'evm') return null;
  const by = transport === 'http' ? 'http' : 'webSocket';
  return [
    `import { createPublicClient, ${by} } from 'viem';`,
    '',
    `const client = createPublicClient({ transport: ${by}('${url}') });`,
    ...(chainId === null ? [] : [`console.log(await client.getChainId()); // ${chainId}`]),
    'console.log(await client.getBlockNumber());',
  ].join('\n');
}
