/**
 * Keys of the operator for endpoints that need one: `PROBE_KEY_<PROVIDER>`. A key is sent to hosts of
 * its provider only, and stands in no log, reading or snapshot.
 */
import { isIP } from 'node:net';
import { replacePlaceholders } from '../../common/placeholder.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import { PipelineError } from '../errors.ts';
import type { EndpointTarget, Target, Targets } from './targets.ts';

const prefix = 'PROBE_KEY_';
/** Characters that need no escape in an address. */
const keyText = /^[\w.~-]{4,200}$/;
const domainText = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i;

interface ProviderKey {
  readonly key: string;
  /** Domain that the operator names after `@`; null for that of the provider's website. */
  readonly domain: string | null;
}

/** By the provider's name as a variable has it. Throws PipelineError, without the key. */
export function readKeys(
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, ProviderKey> {
  const entries = Object.entries(environment).flatMap(([name, value]) => {
    if (!name.startsWith(prefix) || value === undefined || value === '') return [];
    const [key = '', domain = null] = value.split('@');
    if (!keyText.test(key) || (domain !== null && !domainText.test(domain)))
      throw new PipelineError(
        'usage',
        `${name} is no key: write the key, or key@domain for a provider whose endpoints have another domain than its website`,
      );
    return [[name.slice(prefix.length), { key, domain }] as const];
  });
  return new Map(entries);
}

/** `QUICKNODE` of `QuickNode`, `1RPC`, `BLAST_API` of `Blast API`. */
export function variableOf(provider: string): string {
  return provider
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, '_')
    .replace(/^_|_$/g, '');
}

/** The host of an address, which may have a placeholder for a key. */
export function hostOf(address: string): string {
  return new URL(replacePlaceholders(address, 'key')).hostname;
}

/**
 * The targets that can be read: those that need a key only with one, which goes into `secretAddress`.
 * A line of the sources that names another host gets no key.
 */
export function withKeys(
  found: Omit<Targets, 'contents'>,
  providers: readonly ProviderDefinition[],
  keys: ReadonlyMap<string, ProviderKey>,
): Omit<Targets, 'contents'> {
  const websites = new Map(providers.map(({ name, website }) => [name, website]));
  let used = 0;
  const targets = found.targets.flatMap((target): Target[] => {
    if (target.kind !== 'endpoint' || target.keyOf === undefined) return [target];
    const own = keys.get(variableOf(target.keyOf));
    if (own === undefined) return [];
    const domain = own.domain ?? domainOf(websites.get(target.keyOf) ?? null);
    if (domain === null || !isBelow(target, domain)) return [];
    used++;
    return [{ ...target, secretAddress: replacePlaceholders(target.address, own.key) }];
  });
  const skipped = { ...found.skipped, 'needs a key': found.skipped['needs a key'] - used };
  return { targets, skipped };
}

function domainOf(website: string | null): string | null {
  if (website === null || !URL.canParse(website)) return null;
  const host = new URL(website).hostname.replace(/^www\./, '');
  return isIP(host) === 0 && domainText.test(host) ? host : null;
}

/** Encrypted, because the key is part of the request. */
function isBelow({ address }: EndpointTarget, domain: string): boolean {
  const host = hostOf(address);
  const isEncrypted = /^(?:https|wss):/i.test(address);
  return isEncrypted && (host === domain || host.endsWith(`.${domain.toLowerCase()}`));
}
