/** Names of providers, in providers.csv and where offers and listings refer to them. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { toKebabCase } from '../../../common/kebab-case.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { didYouMean } from '../../problem.ts';
import { type Sources, sourcePaths } from '../../sources.ts';
import {
  type CheckContext,
  type FindFaults,
  type LineFault,
  noFaults,
  type ProviderLine,
} from '../rule.ts';
import { asItLooks, asItSounds, describeDifference } from './look-alikes.ts';

type FindInProvider = (line: ProviderLine) => LineFault | null;

export function repeatedProvider(): FindInProvider {
  const names = new Map<string, ProviderLine>();
  return (line) => {
    const { name } = line.provider;
    const other = getOrInsert(names, asItLooks(name).toLowerCase(), () => line);
    if (other === line) return null;
    const suggestion = 'keep one line for each provider';
    if (other.provider.name === name)
      return { message: `the provider "${name}" is on more than one line`, suggestion, other };
    const isCase = other.provider.name.toLowerCase() === name.toLowerCase();
    const difference = isCase
      ? ''
      : ` look alike: ${describeDifference(name, other.provider.name)}`;
    const message = `"${name}" and "${other.provider.name}"${difference || ' differ only in case'}`;
    return { message, suggestion, other };
  };
}

/** Also with the letters for which `1`, `I` and `0` are taken in many fonts. */
function shapeOf(name: string): string {
  return asItSounds(
    name.replace(/(?<=\p{L})[1I](?=\p{Ll})/gu, 'l').replace(/(?<=\p{Ll})0(?=\p{Ll})/gu, 'o'),
  );
}

/** Names that differ in spaces, hyphens and accents. Another rule reports those that look alike. */
export function similarProvider(): FindInProvider {
  const names = new Map<string, ProviderLine>();
  return (line) => {
    const { name } = line.provider;
    const other = getOrInsert(names, shapeOf(name) || name, () => line);
    if (
      other === line ||
      asItLooks(other.provider.name).toLowerCase() === asItLooks(name).toLowerCase()
    )
      return null;
    const message = `the providers "${name}" and "${other.provider.name}" differ only in ${asItSounds(name) === asItSounds(other.provider.name) ? 'spaces, signs or accents' : 'letters that look alike'}`;
    return { message, suggestion: 'keep one line for each provider', other };
  };
}

/** Compares in lowercase: a name that differs only in case is reported by another rule. */
export function unusedProvider({ sources }: CheckContext): FindInProvider {
  const meant = meantProvider(sources);
  const written = new Set<unknown>();
  for (const entries of [sources.offers, sources.listings])
    for (const { cells } of entries) written.add(cells.values.provider);
  const used = new Set<string>();
  for (const name of written)
    if (typeof name === 'string') used.add((meant(name) ?? name).toLowerCase());
  return ({ provider: { name } }) => {
    if (used.has(name.toLowerCase()) || sources.unreadable.mentions(name)) return null;
    const suggestion = 'add an offer or a listing of the provider, or remove the line';
    return { message: `no offer and no listing names the provider "${name}"`, suggestion };
  };
}

/** The provider of every offer and listing is one of providers.csv, by name. */
export function providerNames({ sources }: CheckContext): FindFaults {
  const { unreadable } = sources;
  const names = new Set(sources.providers.map(({ value }) => value.name));
  const meant = meantProvider(sources);
  return ({ values: { provider } }) => {
    if (typeof provider !== 'string' || names.has(provider)) return noFaults;
    const mayBeThere = (name: string) => unreadable.mayHold(sourcePaths.providers, name);
    if (mayBeThere(provider) || mayBeThere(toKebabCase(provider))) return noFaults;
    const name = meant(provider);
    const looksSame = name !== null && asItLooks(name) === asItLooks(provider);
    const difference = looksSame ? `: ${describeDifference(provider, name)}` : '';
    const message = `no provider "${provider}" in ${sourcePaths.providers}${difference}`;
    const suggestion = didYouMean(name, `add the provider to ${sourcePaths.providers}`);
    return [
      { rule: 'provider-not-found', column: 'provider', value: provider, message, suggestion },
    ];
  };
}

/**
 * Provider that a misspelt name, a slug or `!provider:<slug>` refers to; null for an unknown one.
 */
function meantProvider({ providers }: Sources): (written: string) => string | null {
  const bySlug = new Map(providers.map(({ value }) => [value.slug, value.name]));
  const finder = new NameFinder(providers.map(({ value }) => value.name));
  return (written) => {
    const name = written.replace(/^!?\s*(?:provider|offer)\s*:\s*/i, '');
    return finder.has(name) ? name : (bySlug.get(name) ?? finder.find(name));
  };
}
