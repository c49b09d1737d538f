/** Labelled searches: what must come first in the answer of /api/search. */

export interface LabelledSearch {
  readonly q: string;
  /** Key of the first network. */
  readonly network?: string;
  /** Name of the first provider. */
  readonly provider?: string;
  /** Key of the first category. */
  readonly category?: string;
  /** Provider of the first offer. */
  readonly offerOf?: string;
  /** Plan type of the first offer. */
  readonly planType?: string;
  /** The search that was meant; null for none, with nothing found. */
  readonly corrected?: string | null;
}

/** Of the project's own sources. */
export const ownSearches: readonly LabelledSearch[] = [
  { q: 'alchemy', provider: 'Alchemy', offerOf: 'Alchemy' },
  { q: 'ALCHEMY', provider: 'Alchemy' },
  { q: 'alchmey', provider: 'Alchemy', corrected: 'Alchemy' },
  { q: 'etherium', network: 'ethereum', corrected: 'Ethereum' },
  { q: 'eth', network: 'ethereum' },
  { q: '8453', network: 'base' },
  { q: 'base rpc', network: 'base', category: 'apis' },
  { q: 'free rpc', category: 'apis', planType: 'Free' },
  { q: 'wallets for solana', network: 'solana', category: 'wallets' },
  { q: 'webscoket', corrected: 'websocket' },
  { q: 'qwertyuiop', corrected: null },
  { q: 'nonsense gibberish', corrected: null },
];

/** Of the corpus. */
export const corpusSearches: readonly LabelledSearch[] = [
  // Providers by name, by a part of it, with errors.
  { q: 'alchemy', provider: 'Alchemy', offerOf: 'Alchemy' },
  { q: 'alchmey', provider: 'Alchemy', corrected: 'Alchemy' },
  { q: 'infura', provider: 'Infura', offerOf: 'Infura' },
  { q: 'infrua', provider: 'Infura', corrected: 'Infura' },
  { q: 'metamask', provider: 'Metamask', category: 'wallets', offerOf: 'Metamask' },
  { q: 'metmask', provider: 'Metamask', corrected: 'Metamask' },
  { q: 'quick node', provider: 'QuickNode', offerOf: 'QuickNode' },
  { q: 'quiknode', provider: 'QuickNode', corrected: 'QuickNode' },
  { q: 'etherscan', provider: 'Etherscan', offerOf: 'Etherscan' },
  { q: 'ledger', provider: 'Ledger SAS', category: 'wallets', offerOf: 'Ledger SAS' },
  { q: 'the graph', provider: 'The Graph', offerOf: 'The Graph' },
  { q: 'chainlink', provider: 'Chainlink', offerOf: 'Chainlink' },
  { q: 'blockscout', provider: 'Blockscout', offerOf: 'Blockscout' },
  { q: 'openzeppelin', provider: 'OpenZeppelin', offerOf: 'OpenZeppelin' },
  // Networks by name, alias and number.
  { q: 'ethereum', network: 'ethereum' },
  { q: 'etherium', network: 'ethereum', corrected: 'Ethereum' },
  { q: 'eth', network: 'ethereum' },
  { q: 'bnb', network: 'bsc' },
  { q: 'binance smart chain', network: 'bsc' },
  { q: 'op', network: 'optimism' },
  { q: 'arb', network: 'arbitrum' },
  { q: 'avax', network: 'avalanche' },
  { q: '8453', network: 'base' },
  { q: 'eip155:8453', network: 'base' },
  { q: 'base mainnet', network: 'base' },
  { q: 'solona', network: 'solana', corrected: 'Solana' },
  // Categories, with and without a network.
  { q: 'faucet', category: 'faucets' },
  { q: 'wallets', category: 'wallets' },
  { q: 'mcp server', category: 'mcpservers' },
  { q: 'oracle', category: 'oracles' },
  { q: 'block explorer', category: 'explorers' },
  { q: 'fiat on ramp', category: 'ramps' },
  { q: 'base rpc', network: 'base', category: 'apis' },
  { q: 'rpc on base', network: 'base', category: 'apis' },
  { q: 'wallets for solana', network: 'solana', category: 'wallets' },
  { q: 'polygon faucet', network: 'polygon', category: 'faucets' },
  { q: 'arbitrum bridge', network: 'arbitrum', category: 'bridges' },
  { q: 'oracles for base with price feeds', network: 'base', category: 'oracles' },
  { q: 'sepolia faucet', category: 'faucets' },
  // Providers in a category or on a network.
  { q: 'alchemy ethereum', network: 'ethereum', provider: 'Alchemy', offerOf: 'Alchemy' },
  { q: 'infura api', provider: 'Infura', category: 'apis', offerOf: 'Infura' },
  { q: 'chainlink oracle', provider: 'Chainlink', category: 'oracles', offerOf: 'Chainlink' },
  // Kinds and features.
  { q: 'free rpc', category: 'apis', planType: 'Free' },
  { q: 'archive', category: 'apis' },
  { q: 'hardware wallet', category: 'wallets' },
  // Storages that state IPFS, not the provider of that name alone.
  { q: 'ipfs storage', category: 'storages' },
  { q: 'solidity audit', category: 'security' },
  { q: 'webscoket', corrected: 'websocket' },
  // Nonsense.
  { q: 'qwertyuiop', corrected: null },
  { q: 'asdfgh jkl', corrected: null },
];
