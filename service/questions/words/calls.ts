/** Calls of a workload in words: `70% eth_call`, `eth_call 70%`, `5M eth_getLogs a month`. */
import { presets } from '../../estimate/workloads.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { readVolume, type Volume } from './volume.ts';

/** Names of calls by their lowercase form. */
export type CallNames = ReadonlyMap<string, string>;

export interface Call {
  readonly name: string;
  /** In percent, or a number of calls. */
  readonly weight: number;
  /** The number of calls; null for a share. */
  readonly volume: Volume | null;
}

/** Calls with documented weights, and those of the example workloads. */
export function callNames({ catalog: { units } }: Pick<Snapshot, 'catalog'>): CallNames {
  const examples = Object.values(presets).flatMap(({ mix }) => Object.keys(mix));
  const names = [...examples, ...units.map(({ call }) => call)].filter((name) =>
    /^[A-Za-z]+_\w+$/.test(name),
  );
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** The call that begins at the first word, with its number of words; null if none does. */
export function readCall(
  words: readonly string[],
  names: CallNames,
): { readonly call: Call; readonly length: number } | null {
  const at = words.slice(0, 3).findIndex((word) => names.has(word));
  const name = names.get(words[at] ?? '');
  if (name === undefined) return null;
  const share = shareIn(at === 0 ? words[1] : at === 1 || words[1] === 'of' ? words[0] : undefined);
  if (share !== null)
    return { call: { name, weight: share, volume: null }, length: Math.max(2, at + 1) };
  const hasNoun = /^(?:calls?|requests?)$/.test(words[at + 1] ?? '');
  const rest = words.slice(at + (hasNoun ? 2 : 1));
  const read = at === 0 ? null : readVolume([...words.slice(0, at), 'requests', ...rest]);
  if (read === null || read.length <= at || read.volume.bound !== null) return null;
  const { volume } = read;
  return { call: { name, weight: volume.amount, volume }, length: read.length + Number(hasNoun) };
}

/** `70` of `70%` */
function shareIn(word = ''): number | null {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(word) ?? [];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

/** The calls as the parameter `mix` has them; null without calls, or if one is named twice. */
export function mixIn(segments: readonly { readonly call: Call | null }[]): string | null {
  const calls = segments.flatMap(({ call }) => call ?? []);
  const sum = calls.reduce((total, { weight }) => total + weight, 0);
  if (calls.length === 0 || new Set(calls.map(({ name }) => name)).size < calls.length) return null;
  const shares = calls.map(
    ({ name, weight }) => `${name}:${Number(((weight / sum) * 100).toFixed(4))}`,
  );
  return shares.join(',');
}
