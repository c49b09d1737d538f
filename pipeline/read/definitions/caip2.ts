/** CAIP-2 identifiers by namespace: each has a form of its own for what names a chain. */
import { nearestSpelling } from '../../../common/nearest-name.ts';
import type { NetworkDefinition } from '../../../model/networks.ts';
import type { NewProblem } from '../../problem.ts';
import { type Definition, sourcePaths } from '../../sources.ts';

interface Namespace {
  readonly pattern: RegExp;
  /** What the reference is. */
  readonly what: string;
  /** The reference that was meant; another form of a faulty one. */
  readonly mend?: (reference: string) => string;
}

const hash: Namespace = {
  pattern: /^[\da-f]{32}$/,
  what: 'the first 32 hexadecimal digits of the hash of the first block, in lowercase',
  mend: (reference) => reference.toLowerCase().replace(/^0x/, ''),
};

/** https://namespaces.chainagnostic.org (2026-11) */
const namespaces: ReadonlyMap<string, Namespace> = new Map(
  Object.entries<Namespace>({
    // Fifteen digits are exact in programs that read numbers.
    eip155: {
      pattern: /^[1-9]\d{0,14}$/,
      what: 'the decimal number of the chain, without leading zeros',
      mend: (reference) =>
        /^(?:\d+|0x[\da-f]+)$/i.test(reference) ? BigInt(reference).toString() : '',
    },
    bip122: hash,
    polkadot: hash,
    eosio: hash,
    antelope: hash,
    solana: {
      pattern: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
      what: 'the first 32 characters of the genesis hash in base58',
    },
    tezos: {
      pattern: /^Net[1-9A-HJ-NP-Za-km-z]{12}$/,
      what: 'the id of the chain, as NetXdQprcVkpaWU',
    },
    xrpl: {
      pattern: /^(?:0|[1-9]\d{0,9})$/,
      what: 'the number of the network',
      mend: withoutZeros,
    },
    stacks: { pattern: /^[1-9]\d{0,9}$/, what: 'the number of the chain', mend: withoutZeros },
    starknet: { pattern: /^SN_[A-Z\d_]+$/, what: 'the id of the chain, as SN_MAIN' },
  }),
);

function withoutZeros(reference: string): string {
  return reference.replace(/^0+(?=\d)/, '');
}

/** Names that are taken for namespaces. */
const meantNames: ReadonlyMap<string, string> = new Map([
  ...['evm', 'eth', 'ethereum', 'eip', 'erc155', 'chainid'].map(
    (name) => [name, 'eip155'] as const,
  ),
  ...['btc', 'bitcoin', 'bip'].map((name) => [name, 'bip122'] as const),
  ['sol', 'solana'],
]);

/** Long enough to tell a typing error from another namespace. */
const spelt = ['eip155', 'bip122', 'solana', 'polkadot', 'antelope', 'starknet'];

export interface ReadCaip2 {
  /** With the identifier that was meant, null if that is unknown. */
  readonly network: Definition<NetworkDefinition>;
  readonly problem: NewProblem | null;
}

export function readCaip2(network: Definition<NetworkDefinition>): ReadCaip2 {
  const { value, line } = network;
  const { caip2 } = value;
  const fault = caip2 === null ? null : findFault(caip2);
  if (fault === null) return { network, problem: null };
  const place = { file: sourcePaths.networks, line, column: 'caip2', value: caip2 ?? '' };
  return {
    network: { line, value: { ...value, caip2: fault.meant } },
    problem: { rule: 'bad-definition', ...place, ...tell(caip2 ?? '', fault) },
  };
}

/** Message and suggestion of an identifier that names no chain; null if it names one. */
export function identifierFault(caip2: string): ReturnType<typeof tell> | null {
  const fault = findFault(caip2);
  return fault === null ? null : tell(caip2, fault);
}

function tell(caip2: string, { message, meant }: NonNullable<ReturnType<typeof findFault>>) {
  const suggestion = meant === null ? 'correct it, or leave the cell blank' : `write "${meant}"`;
  return { message: `"${caip2}" names no chain: ${message}`, suggestion };
}

function findFault(caip2: string): { message: string; meant: string | null } | null {
  const [name = '', reference = ''] = caip2.split(':');
  const known = namespaces.has(name) ? name : null;
  const meantName = known ?? meantNames.get(name) ?? nearestSpelling(name, spelt);
  if (meantName === null) return null;
  const { pattern, what, mend = () => '' } = namespaces.get(meantName) ?? hash;
  if (known !== null && pattern.test(reference)) return null;
  const [found] = [reference, mend(reference)].filter((each) => pattern.test(each));
  const meant = found === undefined ? null : `${meantName}:${found}`;
  const unknown = `the namespace "${name}" is unknown`;
  return { message: known === null ? unknown : `after "${name}:" stands ${what}`, meant };
}
