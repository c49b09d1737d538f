/**
 * Parentheses with the variant or the volume that an amount is for: `$20 (Nano)/$50 (Flex)`, `$8
 * (1M-250M)/$5 (250M+)`. Without them the amounts are tiers like others.
 */
import { currencyOf } from '../../../common/amounts/currencies.ts';
import { form, Reader } from '../../../common/amounts/forms.ts';
import type { Token } from '../../../common/amounts/lexer.ts';

const amount = form('before?(?:money|free)(?:dash(?:money|plain|decimal|scaled))?');
const inner = form('open(?<inner>(?!open|close).+?)close');
const separator = form('(?:slash|comma)(?=before|money|free)');
/** All separators of variants are those of tiers, which share what stands behind them. */
const slash: Token = { text: '/', roles: ['slash'] };
const count = '(?:plain|scaled)';
/** A number alone may be a year or a footnote. */
const volume = form(
  `(?:before|condition)*(?:${count}dash${count}|${count}plus|scaled|plain(?=unit|adjective))(?:adjective*unit)?`,
);
/** Words that say more of a price than what it is for. */
const telling =
  /^(?:fee|cost|former|trial|condition|before|after|then|once|unlimited|no|free|billed|adverb|discount|with|for|period|slash|plus|comma|stop|colon|percent|money|plain|scaled|decimal|unknown|magnitude)$/;
const otherWords = /^(?:old|new|now|today|custom|negotiable|contact us|contact sales|excl|incl)$/i;

type TierVolume = NonNullable<Token['volume']>;

/** The tokens without the parentheses of variants. Amounts of volumes keep them as `volume`. */
export function foldVariants(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ roles }) => roles[0] === 'open')) return tokens;
  const reader = new Reader(tokens);
  const folded: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const chain = readChain(reader, at);
    if (chain === null) {
      folded.push(...tokens.slice(at, at + 1));
      at++;
    } else {
      folded.push(...chain.tokens);
      at = chain.end;
    }
  }
  return folded;
}

/** Amounts with parentheses of one kind, at least two; null if none begin there. */
function readChain(reader: Reader, start: number) {
  const tiers: ReturnType<typeof readTier>[] = [];
  reader.at = start;
  let end = start;
  for (let tier = readTier(reader); tier !== null; tier = readTier(reader)) {
    tiers.push(tier);
    end = reader.at;
    if (reader.takeFirst([['', separator]]) === null) break;
  }
  const kinds = new Set(tiers.map((tier) => tier?.[0]?.volume === undefined));
  if (tiers.length < 2 || kinds.size > 1) return null;
  return {
    tokens: tiers.flatMap((tier, at) => [...(at > 0 ? [slash] : []), ...(tier ?? [])]),
    end,
  };
}

/** The tokens of an amount, with the volume in its parentheses. */
function readTier(reader: Reader): readonly Token[] | null {
  const from = reader.at;
  if (reader.takeFirst([['', amount]]) === null) return null;
  const tokens = reader.tokens.slice(from, reader.at);
  const [, { inner: words } = { inner: undefined }] = reader.takeFirst([['', inner]]) ?? [];
  const variant = words === undefined ? null : readVariant(words);
  if (variant === null) return null;
  const { volume } = variant;
  return volume === null ? tokens : tokens.map((token) => ({ ...token, volume }));
}

/** Null if the words are no variant. */
function readVariant(words: readonly Token[]): { readonly volume: TierVolume | null } | null {
  if (new Reader(words).isWhole(volume)) return { volume: volumeOf(words) };
  const isName = words.every(
    ({ roles, text }) =>
      (!roles.some((role) => telling.test(role)) || /^plus$/i.test(text)) &&
      !otherWords.test(text) &&
      (words.length > 1 || currencyOf(text) === null),
  );
  return isName ? { volume: null } : null;
}

function volumeOf(words: readonly Token[]): TierVolume {
  const [first = 0, last] = words.flatMap(({ value }) => value ?? []);
  if (last !== undefined) return { from: first, to: last };
  const isUpTo = words.some(
    ({ bound, text }) => bound === 'upTo' || /^(?:first|under|below|up to)$/i.test(text),
  );
  return isUpTo ? { from: 0, to: first } : { from: first, to: null };
}
