/** Networks and providers that a search names, and what it wants of them. */
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { isFiller } from './fillers.ts';
import { isNothing } from './lexicon.ts';
import { isJoint, isSupported, type Segment } from './phrases.ts';

export interface Names {
  /** One for each network. */
  readonly networks: readonly Segment[];
  /** Whether any of the networks is enough: `base or arbitrum`. */
  readonly isEither: boolean;
  readonly providers: readonly Segment[];
  /** Names of providers that are compared. */
  readonly compared: readonly string[];
  /** Names of the providers to which the words want alternatives. */
  readonly alternativesTo: readonly string[];
}

export function namesIn(snapshot: Snapshot, segments: readonly Segment[]): Names {
  const networks = namedNetworks(segments);
  const providers = segments.filter(
    (segment, at) =>
      !networks.includes(segment) &&
      segment.denied === null &&
      isProvider(segment) &&
      !isSupported(segments.slice(0, at)),
  );
  const has = (rule: Segment['rule']) => segments.some((segment) => segment.rule === rule);
  /** Whether only `and`, `or` and commas are between two names. */
  const isListed = (from: number, to: number) => segments.slice(from + 1, to).every(isJoint);
  const names = [...new Set(providers.flatMap(({ entry }) => entry?.provider ?? []))];
  // `quicknode or alchemy for solana`
  const isList = segments.every(
    (segment) =>
      providers.includes(segment) ||
      networks.includes(segment) ||
      segment.volume !== null ||
      isJoint(segment) ||
      isFiller(snapshot, segment) ||
      isNothing(segment.entry),
  );
  // `is tatum cheaper than getblock` and `switch from alchemy to infura` compare both.
  const joint = segments.findIndex(({ rule }) => rule === 'alternatives');
  const places = providers.map((each) => segments.indexOf(each));
  const isBetween =
    joint >= 0 && places.some((at, index) => !isListed(places[index - 1] ?? at, at));
  return {
    networks,
    isEither: isEither(segments, networks),
    providers,
    compared: (has('compare') || isBetween || isList) && names.length > 1 ? names : [],
    alternativesTo: has('alternatives') && !isBetween ? names : [],
  };
}

/**
 * The first network and those that are listed with it. Another one, such as in `from ethereum to
 * base`, has a meaning of its own.
 */
function namedNetworks(segments: readonly Segment[]): readonly Segment[] {
  const isNetwork = ({ entry, denied }: Segment) =>
    entry !== null && entry.network !== null && denied === null;
  const start = segments.findIndex(isNetwork);
  // `sepolia or amoy`: chains, of whichever network.
  const isAnywhere = segments.some((segment, at) => {
    if (!isChain(segment) || isNetwork(segment)) return false;
    return [-1, 1].some((step) => {
      const [joint, other] = [segments[at + step], segments[at + 2 * step]];
      return joint?.rule === 'or' && other !== undefined && isNetwork(other) && isChain(other);
    });
  });
  if (start < 0 || isAnywhere) return [];
  const isWithin = (segment: Segment, at: number) =>
    isNetwork(segment) ||
    isChain(segment) ||
    isJoint(segment) ||
    // `on optimism and also on scroll`
    (placeWords.has(segment.words) && segments.slice(at - 1, at).some(isJoint));
  const end = segments.findIndex((segment, at) => at > start && !isWithin(segment, at));
  const listed = segments.slice(start, end < 0 ? undefined : end).filter(isNetwork);
  return [...new Map(listed.map((segment) => [segment.entry?.network, segment])).values()];
}

/** `amoy` of `polygon amoy and base sepolia` */
export function isChain({ entry }: Segment): boolean {
  return entry?.values.some(({ column }) => column.key === 'chain') === true;
}

function isEither(segments: readonly Segment[], networks: readonly Segment[]): boolean {
  const [first, last] = [networks[0], networks.at(-1)];
  if (first === undefined || last === undefined) return false;
  const between = segments.slice(segments.indexOf(first), segments.indexOf(last));
  return between.some(({ rule }) => rule === 'or');
}

/** Words before a network. */
export const placeWords: ReadonlySet<string> = new Set(
  'on for in auf fur sur pour en para'.split(' '),
);

export function isProvider({ entry }: Segment): boolean {
  return (
    entry !== null && entry.provider !== null && entry.network === null && entry.words.length === 0
  );
}
