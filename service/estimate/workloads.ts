/** Workloads: how many calls a month, of which kinds. */

/** Shares of calls by name; they sum up to 1. */
export type CallMix = Readonly<Record<string, number>>;

/** More kinds of calls than a client has. */
const maxCalls = 20;
const maxWeight = 1e9;

/**
 * Weights of calls as their user wrote them: `eth_call:60,eth_getLogs:10`. Null if the text is no
 * such list, or names a call twice.
 */
export function readWeights(text: string): ReadonlyMap<string, number> | null {
  const items = text.split(',');
  if (items.length > maxCalls) return null;
  const weights = new Map<string, number>();
  for (const item of items) {
    const [, call = '', digits = ''] =
      /^([A-Za-z]\w{0,63}) ?[:=] ?(\d{1,9}(?:\.\d{1,6})?) ?%?$/.exec(item.trim()) ?? [];
    const weight = Number(digits);
    if (call === '' || weights.has(call) || weight <= 0 || weight > maxWeight) return null;
    weights.set(call, weight);
  }
  return weights;
}

/** Shares of the calls of a mix that was read. */
export function sharesOf(weights: ReadonlyMap<string, number>): CallMix {
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
  return Object.fromEntries(Array.from(weights, ([call, weight]) => [call, weight / sum]));
}

export interface Volume {
  readonly requestsPerMonth: number;
  /** Requests per second at the peak; null if nobody knows. */
  readonly peakPerSecond: number | null;
}

export interface Workload extends Volume {
  readonly mix: CallMix;
  /** Whether calls read past states. */
  readonly isArchive: boolean;
}

interface Preset {
  readonly label: string;
  readonly description: string;
  readonly mix: CallMix;
  readonly isArchive: boolean;
}

/** Mixes of calls that users can choose. Examples, not measurements. */
export const presets = {
  wallet: {
    label: 'Wallet',
    description: 'Balances, reads of contracts, fees and sent transactions of people.',
    mix: {
      eth_getBalance: 0.25,
      eth_call: 0.4,
      eth_blockNumber: 0.15,
      eth_gasPrice: 0.05,
      eth_estimateGas: 0.05,
      eth_getTransactionReceipt: 0.05,
      eth_sendRawTransaction: 0.05,
    },
    isArchive: false,
  },
  backend: {
    label: 'Dapp backend',
    description: 'Reads of contracts with some logs and receipts.',
    mix: { eth_call: 0.6, eth_blockNumber: 0.1, eth_getLogs: 0.1, eth_getTransactionReceipt: 0.2 },
    isArchive: false,
  },
  indexer: {
    label: 'Indexer',
    description: 'Blocks, logs and receipts one after the other.',
    mix: { eth_getBlockByNumber: 0.3, eth_getLogs: 0.4, eth_getTransactionReceipt: 0.3 },
    isArchive: false,
  },
  archive: {
    label: 'Archive analytics',
    description: 'Reads of past states and logs.',
    mix: { eth_call: 0.5, eth_getBalance: 0.2, eth_getLogs: 0.3 },
    isArchive: true,
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof presets;

export function isPreset(mix: CallMix): boolean {
  return Object.values(presets).some((preset) => preset.mix === mix);
}

export const usualPreset: PresetName = 'backend';
/** Requests of an average month if nothing states them. */
export const usualRequests = 1_000_000;
/** What is estimated if nothing states it. */
export const averageMonth: Workload = {
  requestsPerMonth: usualRequests,
  peakPerSecond: null,
  mix: presets[usualPreset].mix,
  isArchive: false,
};
