/** Words of quotas, lowercase. The lists are closed, so that an editor can look them up. */
import { listWords } from './words.ts';

export const daySeconds = 86_400;
/** 365 / 12 days. */
export const monthSeconds = (365 / 12) * daySeconds;

export const periodSeconds: ReadonlyMap<string, number> = toMap([
  ['s sec secs second seconds', 1],
  ['min mins minute minutes', 60],
  ['h hr hour hours', 3600],
  ['d day days', daySeconds],
  ['mo month months', monthSeconds],
]);

export const adverbSeconds: ReadonlyMap<string, number> = toMap([
  ['daily', daySeconds],
  ['monthly', monthSeconds],
]);

/** Units that name their period: `10 RPS`. */
export const rateWords: ReadonlyMap<string, readonly [unit: string, seconds: number]> = new Map([
  ['rps', ['requests', 1]],
  ['rpm', ['requests', 60]],
  ['tps', ['transactions', 1]],
  ['cups', ['compute units', 1]],
]);

/** What is counted. Units of storage, such as entities, are none. */
const units: ReadonlyMap<string, string> = toMap([
  ['request requests req reqs call calls query queries rpc', 'requests'],
  ['cu cus', 'compute units'],
  ['credit credits', 'credits'],
  ['ru rus', 'RU'],
  ['su sus', 'SU'],
  ['tu tus', 'TU'],
  ['wu wus', 'WU'],
  ['tx txs transaction transactions', 'transactions'],
  ['response responses', 'responses'],
  ['gb', 'GB'],
  ['tb', 'TB'],
]);

/** Units of two words. */
const longUnits: ReadonlyMap<string, string> = new Map([
  ['watch units', 'WU'],
  ['response units', 'response units'],
  ['compute units', 'compute units'],
]);

/** Name of the unit that the words are; null if they are none, or narrow it: `index reqs`. */
export function unitOf(words: readonly string[]): string | null {
  // A call of RPC is a request: `200 RPC requests`.
  const text = (words.length > 1 && words[0] === 'rpc' ? words.slice(1) : words).join(' ');
  return units.get(text) ?? longUnits.get(text) ?? null;
}

/** Words beside a unit that make it no other one: `10M API credits`, `24M EVM Approx. Req`. */
export const fillers: ReadonlySet<string> = listWords(
  'api total evm approx average no of limit throughput included extra in',
);

/** Words before the amount. */
export const openers: ReadonlySet<string> = listWords(
  'from least up to free first max at most only throughput rate limit tps < = ~',
);

/** Words and marks that separate quotas. */
export const joints: ReadonlySet<string> = listWords('with and or then , ; +');

/** Words and marks that end the unit. */
export const closing: ReadonlySet<string> = listWords('/ per ( including without for on are is');

/** To whom a rate applies: `50 req/s/IP`. */
export const scopes: ReadonlyMap<string, string> = toMap([
  ['ip', 'IP'],
  ['project', 'project'],
  ['region', 'region'],
  ['key', 'key'],
  ['user', 'user'],
]);

function toMap<T>(entries: readonly (readonly [words: string, value: T])[]): ReadonlyMap<string, T> {
  return new Map(entries.flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)));
}
